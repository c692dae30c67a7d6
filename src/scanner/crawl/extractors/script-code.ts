import { LIMITS } from '../../../limits.ts'
import { concreteRoute } from '../route-pattern.ts'
import { isSyntax, keyOf, listOf, nameOf, nodesOf, type Syntax } from '../script-syntax.ts'
import { namesOf, ScriptValues } from '../script-values.ts'
import { looksLikeUrl } from '../urls.ts'
import { routePaths } from './script-routes.ts'
import { ASSIGNED, CALLS, CLASSES, OPTIONS, type Sink } from './script-sinks.ts'

/** An address that a script names, as far as it can be told without running it. */
export type Named = Readonly<{ reference: string; base: Sink['base'] }>

export type ScriptFacts = Readonly<{
  links: readonly Named[]
  /** Texts that hold markup, or code and data of their own. */
  markup: readonly string[]
  texts: readonly string[]
}>

/** A relative address: no spaces, none of the marks of prose and code. */
const RELATIVE = /^(?:\.{0,2}\/)?[\w~%-][\w.~%/@+{}-]{0,300}(?:\?[\w.~%=&[\]+-]{0,300})?$/
/** What says of a relative address that it is one. */
const PATH_MARK = /[/?]|\.(?:php|html?|json|aspx?|jsp|do|action|cgi|cfm|xml|m?js)$/
/** An address may hold what a router puts in. */
const ROOTED =
  /^(?:https?:\/\/[^\s"'`<>\\]+|\/(?!\/)[\w.~%/?=&:+,;@!*$()[\]{}|-]*[a-z][\w.~%/?=&:+,;@!*$()[\]{}|-]*)$/i
const MARKUP = /<\w[^<>]{0,300}(?:href|src|action)\s{0,5}=/i
/** `{"a":"/b"}`, `x=\"/b\"`: a text in which addresses are quoted again. */
const QUOTES_PATH = /["'][^"']{0,5}\/\w/

const isRooted = (text: string): boolean => text.length > 2 && ROOTED.test(text)

/** What the tree of a script tells: literals, texts put together, sinks, routes. Bounded like the tree. */
export function scriptFacts(root: Syntax): ScriptFacts {
  const reader = new CodeReader(root)
  return reader.read()
}

class CodeReader {
  readonly #nodes: readonly Syntax[]
  readonly #values: ScriptValues
  readonly #parts = new Set<Syntax>()
  readonly #links = new Map<string, Named>()
  readonly #markup = new Set<string>()
  readonly #texts = new Set<string>()

  constructor(root: Syntax) {
    this.#nodes = nodesOf(root)
    this.#values = new ScriptValues(namesOf(this.#nodes))
  }

  read(): ScriptFacts {
    for (const node of this.#nodes) {
      if (this.#links.size >= LIMITS.linksPerPage) break
      this.#look(node)
    }
    for (const path of routePaths(this.#nodes, this.#values)) this.#add(path, 'page')
    return { links: [...this.#links.values()], markup: [...this.#markup], texts: [...this.#texts] }
  }

  #look(node: Syntax): void {
    switch (node.type) {
      case 'Literal':
        return this.#literal(node['value'])
      case 'TemplateLiteral':
        return this.#whole(node)
      case 'BinaryExpression':
        return this.#sum(node)
      case 'CallExpression':
        this.#whole(node)
        return this.#sink(CALLS.get(nameOf(node['callee']) ?? ''), listOf(node['arguments']))
      case 'NewExpression':
        return this.#made(node)
      case 'ImportExpression':
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return this.#imported(node['source'])
      case 'AssignmentExpression':
        return this.#assigned(node)
      case 'Property':
        return this.#property(node)
    }
  }

  #literal(value: unknown): void {
    if (typeof value !== 'string' || value.length < 3) return
    if (isRooted(value)) this.#add(value, 'page')
    else if (value.includes('<')) this.#mark(value)
    else if (QUOTES_PATH.test(value)) this.#texts.add(value)
  }

  /** An expression that is put together: where it makes a rooted address, that is one. */
  #whole(node: Syntax): void {
    for (const text of this.#values.of(node)) {
      if (isRooted(text)) this.#add(text, 'page')
      else if (text.includes('<')) this.#mark(text)
    }
  }

  /** Of a sum of many parts the whole only: what stands before its end is no address. */
  #sum(node: Syntax): void {
    for (const part of [node['left'], node['right']]) {
      if (isSyntax(part) && part.type === 'BinaryExpression') this.#parts.add(part)
    }
    if (node['operator'] === '+' && !this.#parts.has(node)) this.#whole(node)
  }

  #mark(text: string): void {
    if (MARKUP.test(text)) this.#markup.add(text)
  }

  #sink(sink: Sink | undefined, given: readonly unknown[]): void {
    if (sink === undefined) return
    const chosen = sink.at === 'all' ? given : sink.at.map((index) => given[index])
    for (const node of chosen) {
      const items =
        isSyntax(node) && node.type === 'ArrayExpression' ? listOf(node['elements']) : [node]
      for (const text of items.flatMap((item) => this.#values.of(item))) {
        this.#relative(text, sink.base, sink.isVague === true)
      }
    }
  }

  /** `new URL('x', import.meta.url)`; of other URLs the base is not known. */
  #made(node: Syntax): void {
    const name = nameOf(node['callee']) ?? ''
    const [first, second] = listOf(node['arguments'])
    if (name !== 'URL') return this.#sink(CLASSES.get(name), [first])
    const isOfScript =
      isSyntax(second) && second.type === 'MemberExpression' && nameOf(second) === 'url'
    for (const text of isOfScript ? this.#values.of(first) : [])
      this.#relative(text, 'script', false)
  }

  /** A bare name is that of a package. */
  #imported(source: unknown): void {
    for (const text of this.#values.of(source)) {
      if (/^\.{1,2}\//.test(text)) this.#relative(text, 'script', false)
    }
  }

  #assigned(node: Syntax): void {
    this.#whole(node)
    if (!ASSIGNED.has(nameOf(node['left']) ?? '')) return
    for (const text of this.#values.of(node['right'])) this.#relative(text, 'page', true)
  }

  #property(node: Syntax): void {
    const key = keyOf(node)
    // The key of a table of routes is one.
    if (key !== null && key.startsWith('/') && isRooted(key)) this.#add(key, 'page')
    if (key === null || !OPTIONS.has(key)) return
    const isListed = key === 'url'
    for (const text of this.#values.of(node['value'])) {
      this.#relative(text, isListed ? 'script' : 'page', !isListed)
    }
  }

  #relative(text: string, base: Sink['base'], isVague: boolean): void {
    const isPath = RELATIVE.test(text) && /[a-z]/i.test(text) && (!isVague || PATH_MARK.test(text))
    if (looksLikeUrl(text) || isPath) this.#add(text, base)
  }

  #add(text: string, base: Sink['base']): void {
    const reference = concreteRoute(text)
    if (reference.length > LIMITS.urlLength || reference.length < 2) return
    if (!this.#links.has(reference)) this.#links.set(reference, { reference, base })
  }
}
