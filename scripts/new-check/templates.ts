export const PHASES = ['passive', 'origin', 'page', 'input', 'stored', 'script'] as const
export type Phase = (typeof PHASES)[number]

/** `header.hsts` → `headerHsts`; words that JavaScript keeps for itself get a tail. */
export function constantOf(id: string): string {
  const name = id.replace(/[._]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  return /^(\d.*|new|delete|case|class|default|do|else|enum|export|for|function|if|import|in|return|super|switch|this|throw|try|typeof|var|void|while|with|null|true|false|package|public|private|static|yield|await|let|const)$/.test(
    name,
  )
    ? `check${name.charAt(0).toUpperCase()}${name.slice(1)}`
    : name
}

type Parts = Readonly<{ maker: string; facts: string; requests: string; rest: string }>

/** What differs by phase. Each is silent until its facts are filled in. */
const PARTS: Readonly<Record<Phase, Parts>> = {
  passive: {
    maker: 'passive',
    facts:
      '/** Text that only the flaw puts into an answer. */\nconst MARKERS: readonly string[] = []',
    requests: '0',
    rest: `  appliesTo: ({ response }) => response.status < 400,

  *run(exchange) {
    const match = MARKERS.find((marker) => exchange.response.body.includes(marker))
    if (match === undefined) return
    yield { confidence: 'likely', reason: '', evidence: { exchange, match, note: '' } }
  },`,
  },
  origin: {
    maker: 'onOrigin',
    facts: `/** Paths to ask for, each with the text that proves it. */
const PROBES: readonly Readonly<{ path: string; proof: string }>[] = []`,
    requests: 'PROBES.length',
    rest: `  async *run({ origin, send, looksMissing }) {
    for (const { path, proof } of PROBES) {
      const url = new URL(path, origin)
      const exchange = await send({ method: 'GET', url, headers: new Headers() })
      if (!exchange.response.body.includes(proof) || (await looksMissing(exchange))) continue
      yield { confidence: 'likely', reason: '', evidence: { exchange, match: proof, note: '' } }
      return
    }
  },`,
  },
  page: {
    maker: 'onPage',
    facts: `/** Names to ask for in a folder, each with the text that proves it. */
const PROBES: readonly Readonly<{ name: string; proof: string }>[] = []`,
    requests: 'PROBES.length',
    rest: `  appliesTo: ({ isFolder }) => isFolder,

  async *run({ page, send, looksMissing }) {
    for (const { name, proof } of PROBES) {
      const url = new URL(name, page.url)
      const exchange = await send({ method: 'GET', url, headers: new Headers() })
      if (!exchange.response.body.includes(proof) || (await looksMissing(exchange))) continue
      yield { confidence: 'likely', reason: '', evidence: { exchange, match: proof, note: '' } }
      return
    }
  },`,
  },
  script: {
    maker: 'onScript',
    facts: `/** What goes into the fragment; script that makes markup or code of it calls {called}. */
const PAYLOADS: readonly string[] = []`,
    requests: 'PAYLOADS.length * 2',
    rest: `  async *run({ page, browser, send, nonce }) {
    const visit = (payload: string, called: string) => {
      const url = new URL(page.url)
      url.hash = payload.replaceAll('{called}', called)
      return browser.visit(send, { request: { method: 'GET', url, headers: new Headers() }, called })
    }
    for (const payload of PAYLOADS) {
      const first = await visit(payload, nonce())
      // Twice, under another name: what calls functions of its own calls only the first.
      const again = first.isCalled ? await visit(payload, nonce()) : first
      if (!again.isCalled || again.document === null) continue
      const evidence = { exchange: again.document, match: null, note: '' }
      yield { confidence: 'likely', reason: '', evidence, location: 'fragment' }
      return
    }
  },`,
  },
  stored: {
    maker: 'onStored',
    facts: `/** What is sent, with {nonce} where a fresh word goes; say beside each what proves the flaw. */
const PAYLOADS: readonly string[] = []`,
    requests: 'PAYLOADS.length * 2',
    rest: `  async *run({ input, shownAt, send, nonce }) {
    for (const payload of PAYLOADS) {
      const match = payload.replaceAll('{nonce}', nonce())
      await send(input.with(match))
      const exchange = await send(shownAt)
      if (!exchange.response.body.includes(match)) continue
      yield { confidence: 'likely', reason: '', evidence: { exchange, match, note: '' } }
      return
    }
  },`,
  },
  input: {
    maker: 'onInput',
    facts: `/** What is sent, with {nonce} where a fresh word goes; say beside each what proves the flaw. */
const PAYLOADS: readonly string[] = []`,
    requests: 'PAYLOADS.length',
    rest: `  appliesTo: (input) => input.kind === 'query' || input.kind === 'form',

  async *run({ input, send, nonce }) {
    for (const payload of PAYLOADS) {
      const match = payload.replaceAll('{nonce}', nonce())
      const exchange = await send(input.with(match))
      if (!exchange.response.body.includes(match)) continue
      yield { confidence: 'likely', reason: '', evidence: { exchange, match, note: '' } }
      return
    }
  },`,
  },
}

const ONCE_PER: Readonly<Record<Phase, string>> = {
  passive: 'origin',
  origin: 'origin',
  page: 'path',
  input: 'input',
  stored: 'input',
  script: 'path',
}

/** What a scan must have for the check to run. */
const NEEDS: Readonly<Partial<Record<Phase, string>>> = { script: "needs: ['browser']," }

/** Empty texts, unknown weakness, no vector: the registry's test names each until it is written. */
export function checkFile(id: string, phase: Phase): string {
  const { maker, facts, requests, rest } = PARTS[phase]
  return `import { ${maker} } from '../check.ts'

${facts}

export default ${maker}({
  meta: {
    id: '${id}',
    title: '',
    category: '',
    severity: 'medium',
    owasp: 'A00:2025',
    owasp2021: 'A00:2021',
    cwe: 'CWE-0',
    cvss: 'CVSS:3.1/',
    maxRequests: ${requests},
    oncePer: '${ONCE_PER[phase]}',
    profile: 'standard', ${NEEDS[phase] ?? ''}
    probes: [],
    description: '',
    remediation: '',
    references: [],
  },

${rest}
})
`
}

export const testFile = (id: string, phase: Phase): string =>
  `import check from '../../src/scanner/checks/${phase}/${id}.ts'
import { testCheck } from '../support/check-tester.ts'

testCheck(check, {
  clean: {},
  found: {},
})
`
