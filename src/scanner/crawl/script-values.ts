import { isSyntax, listOf, nameOf, propertiesOf, type Syntax } from './script-syntax.ts'

/** Stands for a value that only exists when the script runs. */
export const UNKNOWN = '1'
/** Texts that one expression may have, of all its branches. */
const MOST_VALUES = 16
const MOST_DEPTH = 12
/** Looks at nodes for one expression: names lead to names, and those back. */
const MOST_STEPS = 200
/** What a name was given: more than this says nothing. */
const MOST_SOURCES = 4

type Names = ReadonlyMap<string, readonly Syntax[]>

/** What each name of a script is given, anywhere in it: scopes are not told apart. */
export function namesOf(nodes: readonly Syntax[]): Names {
  const names = new Map<string, Syntax[]>()
  const add = (target: unknown, value: unknown): void => {
    if (!isSyntax(target) || target.type !== 'Identifier' || !isSyntax(value)) return
    const name = String(target['name'])
    const known = names.get(name) ?? []
    if (known.length < MOST_SOURCES) names.set(name, [...known, value])
  }
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') add(node['id'], node['init'])
    if (node.type === 'AssignmentExpression' && node['operator'] === '=') {
      add(node['left'], node['right'])
    }
  }
  return names
}

const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  decodeURIComponent: decoded,
  decodeURI: decoded,
  unescape: decoded,
  encodeURI: (text) => text,
  String: (text) => text,
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // No valid escapes: the call would throw, and the text stands for itself.
    return text
  }
}

/** Reads expressions as the texts that they may have, as far as the script writes them out. */
export class ScriptValues {
  readonly #names: Names
  readonly #known = new Map<string, readonly string[]>()
  #steps = 0

  constructor(names: Names) {
    this.#names = names
  }

  /** Empty where nothing of it is written out; what is computed within a text is UNKNOWN. */
  of(node: unknown): readonly string[] {
    this.#steps = 0
    return this.#of(node, 0)
  }

  #of(node: unknown, depth: number): readonly string[] {
    this.#steps += 1
    if (!isSyntax(node) || depth > MOST_DEPTH || this.#steps > MOST_STEPS) return []
    switch (node.type) {
      case 'Literal':
        return typeof node['value'] === 'string' || typeof node['value'] === 'number'
          ? [String(node['value'])]
          : []
      case 'TemplateLiteral':
        return this.#template(node, depth)
      case 'BinaryExpression':
        return node['operator'] === '+' ? this.#joined([node['left'], node['right']], depth) : []
      case 'AssignmentExpression':
        return node['operator'] === '+='
          ? this.#joined([node['left'], node['right']], depth)
          : this.#of(node['right'], depth + 1)
      case 'ConditionalExpression':
        return this.#any([node['consequent'], node['alternate']], depth)
      case 'LogicalExpression':
        return this.#any([node['left'], node['right']], depth)
      case 'Identifier':
        return this.#named(String(node['name']), depth)
      case 'MemberExpression':
        return this.#any(this.#members(node, depth), depth)
      case 'CallExpression':
        return this.#called(node, depth)
      case 'NewExpression':
        return nameOf(node['callee']) === 'URL' || nameOf(node['callee']) === 'Request'
          ? this.#of(listOf(node['arguments'])[0], depth + 1)
          : []
      default:
        return []
    }
  }

  /** Read once for all; a name that is made of itself gives nothing more. */
  #named(name: string, depth: number): readonly string[] {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    this.#known.set(name, [])
    const values = this.#any(this.#names.get(name) ?? [], depth)
    this.#known.set(name, values)
    return values
  }

  #any(nodes: readonly unknown[], depth: number): readonly string[] {
    return [...new Set(nodes.flatMap((node) => this.#of(node, depth + 1)))].slice(0, MOST_VALUES)
  }

  /** Every text of the first part with every one of the next; empty if no part is known. */
  #joined(parts: readonly unknown[], depth: number): readonly string[] {
    const known = parts.map((part) => this.#of(part, depth + 1))
    if (known.every((values) => values.length === 0)) return []
    return known.reduce<readonly string[]>(
      (texts, values) =>
        texts
          .flatMap((text) => (values.length === 0 ? [UNKNOWN] : values).map((end) => text + end))
          .slice(0, MOST_VALUES),
      [''],
    )
  }

  #template(node: Syntax, depth: number): readonly string[] {
    const expressions = listOf(node['expressions'])
    const parts = listOf(node['quasis']).flatMap((quasi, index) => {
      const value = isSyntax(quasi) ? quasi['value'] : null
      const isText = typeof value === 'object' && value !== null && 'cooked' in value
      const text = { type: 'Literal', value: isText ? String(value.cooked) : '' }
      return index < expressions.length ? [text, expressions[index]] : [text]
    })
    return this.#joined(parts, depth)
  }

  /** What `a.b` or `a[b]` may stand for; of a key that is computed, every value there is. */
  #members(node: Syntax, depth: number): readonly unknown[] {
    const objects = this.#objects(node['object'], depth + 1)
    const key = node['property']
    const wanted = node['computed'] === true ? this.#of(key, depth + 1) : [nameOf(key) ?? '']
    return objects.flatMap((object) => {
      const all = propertiesOf(object)
      const list = object.type === 'ArrayExpression' ? listOf(object['elements']) : []
      if (wanted.length === 0) return [...all.map(([, value]) => value), ...list]
      const named = all.filter(([name]) => wanted.includes(name)).map(([, value]) => value)
      return [...named, ...wanted.flatMap((index) => list[Number(index)] ?? [])]
    })
  }

  /** The object and array literals that an expression may stand for. */
  #objects(node: unknown, depth: number): readonly Syntax[] {
    this.#steps += 1
    if (!isSyntax(node) || depth > MOST_DEPTH || this.#steps > MOST_STEPS) return []
    if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return [node]
    const sources =
      node.type === 'Identifier'
        ? (this.#names.get(String(node['name'])) ?? [])
        : node.type === 'MemberExpression'
          ? this.#members(node, depth + 1)
          : []
    return sources.flatMap((source) => this.#objects(source, depth + 1)).slice(0, MOST_VALUES)
  }

  #called(node: Syntax, depth: number): readonly string[] {
    const callee = node['callee']
    const name = nameOf(callee) ?? ''
    const values = listOf(node['arguments'])
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
    if (decode !== undefined) return this.#of(values[0], depth + 1).map(decode)
    if (!isSyntax(callee) || callee.type !== 'MemberExpression') return []
    const object = callee['object']
    if (name === 'concat') return this.#joined([object, ...values], depth)
    if (name === 'replace' || name === 'replaceAll') return this.#replaced(object, values, depth)
    if (name === 'join') return this.#list(object, this.#of(values[0], depth + 1)[0] ?? ',', depth)
    return []
  }

  #replaced(object: unknown, [from, to]: readonly unknown[], depth: number): readonly string[] {
    const [pattern] = this.#of(from, depth + 1)
    const [text] = this.#of(to, depth + 1)
    const before = this.#of(object, depth + 1)
    if (pattern === undefined || text === undefined) return before
    return before.map((each) => each.replace(pattern, () => text))
  }

  #list(object: unknown, separator: string, depth: number): readonly string[] {
    const [array] = this.#objects(object, depth + 1)
    const elements = array?.type === 'ArrayExpression' ? listOf(array['elements']) : []
    if (elements.length === 0 || elements.length > MOST_VALUES) return []
    const texts = elements.map((each) => this.#of(each, depth + 1)[0] ?? UNKNOWN)
    return [texts.join(separator)]
  }
}
