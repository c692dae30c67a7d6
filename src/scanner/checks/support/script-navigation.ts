import {
  parse,
  type Expression,
  type Pattern,
  type Program,
  type SpreadElement,
  type Super,
} from 'acorn'

import { LIMITS } from '../../../limits.ts'

const WINDOWS: readonly string[] = ['window', 'document', 'self', 'top', 'parent']
const CALLS: readonly string[] = ['assign', 'replace']

/**
 * Addresses that a script goes to as soon as it runs: statements of the program itself that set the
 * location to a string. What stands in functions and branches may never run, and is left out.
 */
export function navigationsOf(code: string, isModule: boolean): readonly string[] {
  if (code.length > LIMITS.scriptBytes) return []
  return (parsed(code, isModule)?.body ?? []).flatMap((statement) => {
    const to = statement.type === 'ExpressionStatement' ? targetOf(statement.expression) : null
    return to === null ? [] : [to]
  })
}

function parsed(code: string, isModule: boolean): Program | null {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: isModule ? 'module' : 'script' })
  } catch {
    // Code that does not parse does not run either.
    return null
  }
}

function targetOf(expression: Expression): string | null {
  if (expression.type === 'AssignmentExpression') {
    const { left, right } = expression
    return isLocation(left) || isMemberOfLocation(left, 'href') ? textOf(right) : null
  }
  if (expression.type !== 'CallExpression') return null
  const { callee, arguments: given } = expression
  const [first] = given
  return isMemberOfLocation(callee, ...CALLS) && first !== undefined ? textOf(first) : null
}

const textOf = (expression: Expression | SpreadElement): string | null =>
  expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : null

/** `location`, or that of a window or document. */
const isLocation = (node: Expression | Super | Pattern): boolean =>
  isNamed(node, 'location') ||
  (node.type === 'MemberExpression' &&
    isNamed(node.property, 'location') &&
    isNamed(node.object, ...WINDOWS))

const isMemberOfLocation = (
  node: Expression | Super | Pattern,
  ...names: readonly string[]
): boolean =>
  node.type === 'MemberExpression' && isNamed(node.property, ...names) && isLocation(node.object)

const isNamed = (
  { name }: Readonly<{ type: string; name?: unknown }>,
  ...names: readonly string[]
): boolean => names.some((known) => known === name)
