const TOKENS = /\s*(\d{1,9}(?:\.\d{1,9})?|[-+*/()])/y
const DEEPEST = 20

type Cursor = { tokens: readonly string[]; at: number; depth: number }

/** The value of digits, `+ - * /` and parentheses; null for whatever has more in it. */
export function calculate(text: string): number | null {
  const tokens = tokensOf(text.trim())
  if (tokens === null) return null
  const cursor: Cursor = { tokens, at: 0, depth: 0 }
  const value = sum(cursor)
  return cursor.at === tokens.length && Number.isFinite(value) ? value : null
}

function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = []
  TOKENS.lastIndex = 0
  while (TOKENS.lastIndex < text.length) {
    const token = TOKENS.exec(text)?.[1]
    if (token === undefined || tokens.length > 200) return null
    tokens.push(token)
  }
  return tokens
}

/** Takes the next token if it is one of these. */
function take(cursor: Cursor, ...wanted: readonly string[]): string | null {
  const token = cursor.tokens[cursor.at]
  if (token === undefined || !wanted.includes(token)) return null
  cursor.at += 1
  return token
}

function sum(cursor: Cursor): number {
  let value = product(cursor)
  for (let sign = take(cursor, '+', '-'); sign !== null; sign = take(cursor, '+', '-')) {
    value = sign === '+' ? value + product(cursor) : value - product(cursor)
  }
  return value
}

function product(cursor: Cursor): number {
  let value = factor(cursor)
  for (let sign = take(cursor, '*', '/'); sign !== null; sign = take(cursor, '*', '/')) {
    value = sign === '*' ? value * factor(cursor) : value / factor(cursor)
  }
  return value
}

/** NaN for what is no number: the whole sum is none then. */
function factor(cursor: Cursor): number {
  if (take(cursor, '-') !== null) return -plainFactor(cursor)
  return plainFactor(cursor)
}

function plainFactor(cursor: Cursor): number {
  if (take(cursor, '(') === null) {
    const token = cursor.tokens[cursor.at]
    cursor.at += 1
    return token === undefined || !/^\d/.test(token) ? Number.NaN : Number(token)
  }
  cursor.depth += 1
  const value = cursor.depth > DEEPEST ? Number.NaN : sum(cursor)
  cursor.depth -= 1
  return take(cursor, ')') === null ? Number.NaN : value
}
