import { DOM_PAYLOADS, NAVIGATES } from '../../payloads/dom.ts'
import { onScript } from '../check.ts'
import type { Sink, Visit, Visited } from '../check-browser.ts'
import {
  messageWith,
  namedSources,
  SOURCES,
  visitWith,
  type Source,
} from '../support/dom-sources.ts'
import { findExecution } from '../support/execution.ts'
import { fill } from '../support/fill.ts'

const MOST_VISITS = 50
const MOST_FINDINGS = 8

type Means = Readonly<{
  page: URL
  nonce(): string
  /** Null when the page has had all its visits. */
  visit(visit: Visit): Promise<Visited | null>
}>
type Arrival = Readonly<{ source: Source; sink: Sink }>

export default onScript({
  meta: {
    id: 'xss.dom',
    title: 'Cross-site scripting in the page’s own script',
    category: 'Injection',
    severity: 'medium',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-79',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    // A document a visit; what its script asks for is the unit's to count.
    maxRequests: MOST_VISITS,
    oncePer: 'input',
    discriminator: 'the source that script reads',
    profile: 'gate',
    needs: ['browser'],
    probes: [
      '{page}#{word}, ?{parameter}={word}, window.name, referrer and message: where does the word come to?',
      `{page}#${DOM_PAYLOADS.html[0]}`,
    ],
    description:
      'Script of the page takes a value that somebody else can write, from the address, the name of the window, ' +
      'the referrer or a message of another window, and makes markup or code of it. Whoever opens a prepared link or page ' +
      'runs code of the attacker in this site. The server may never see the value.',
    remediation:
      'Write values from outside with `textContent`, or clean them with a sanitiser before they become markup; never ' +
      'pass them to `eval`, timers or `javascript:` addresses. Check `event.origin` of messages. A Content Security ' +
      'Policy with Trusted Types makes browsers enforce it.',
    references: [
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html',
      'https://www.w3.org/TR/trusted-types/',
    ],
  },

  async *run({ page: { url: page }, browser, send, nonce }) {
    let visits = 0
    const visit = async (where: Visit): Promise<Visited | null> =>
      (visits += 1) > MOST_VISITS ? null : browser.visit(send, where)
    const known: Means = { page, nonce, visit }
    let findings = 0
    for (const { source, sinks } of await lookForArrivals(known)) {
      for (const sink of sinks) {
        const proof = await prove(known, { source, sink })
        if (proof === null) continue
        findings += 1
        yield proof
        break
      }
      if (findings === MOST_FINDINGS) return
    }
  },
})

type Arrivals = Readonly<{ source: Source; sinks: readonly Sink[] }>

/** A word of its own in every source: what it comes to says what to try there. */
async function lookForArrivals(means: Means): Promise<readonly Arrivals[]> {
  const { page, visit, nonce } = means
  const arrivals: Arrivals[] = []
  let scripts: readonly string[] = []
  const ask = async (sources: readonly Source[]): Promise<void> => {
    const sent = sources.map((source) => [source, nonce()] as const)
    const seen = await visit({
      ...visitWith(page, sent),
      called: '',
      words: sent.map(([, word]) => word),
    })
    if (seen === null) return
    scripts = [...new Set([...scripts, ...seen.sources])]
    const navigates = seen.sources.some((text) => NAVIGATES.test(text))
    for (const [source, word] of sent) {
      const sinks = new Set(seen.reached.filter((each) => each.word === word).map(sinkOf))
      if (navigates && IN_ADDRESS.has(source.location)) sinks.add('address')
      const isObject = source.parameter === 'postMessage' && seen.keys.length > 0
      const found = isObject ? messageWith(seen.keys) : source
      arrivals.push({ source: found, sinks: [...sinks].toSorted() })
    }
  }
  for (const sources of SOURCES) await ask(sources)
  const named = namedSources(page, scripts)
  if (named.length > 0) await ask(named)
  return arrivals
}
const sinkOf = ({ sink }: Readonly<{ sink: Sink }>): Sink => sink
const IN_ADDRESS: ReadonlySet<Source['location']> = new Set(['fragment', 'query'])

/** A payload calls a function of ours, twice and under new names; letters of its length do not. */
async function prove(means: Means, { source, sink }: Arrival) {
  const { visit, nonce, page } = means
  const attempt = async (payload: string) => {
    const called = nonce()
    const value = fill(payload, { m: called })
    const seen = await visit({ ...visitWith(page, [[source, value]]), called })
    return seen === null ? null : { ...seen, called, value }
  }
  for (const payload of payloadsFor(sink)) {
    if ((await attempt(payload))?.isCalled !== true) continue
    const again = await attempt(payload)
    if (again === null) return null
    const letters = again.value.replaceAll(/[^a-z]/g, 'z')
    const control = await visit({ ...visitWith(page, [[source, letters]]), called: again.called })
    const { document } = again
    if (!again.isCalled || control?.isCalled !== false || document === null) continue
    // What the server itself wrote there is another weakness: `xss.reflected`.
    if (findExecution(document, again.called) !== null) continue
    return {
      confidence: 'confirmed',
      reason:
        'A browser that loaded the page called a made-up function twice, each time under the name that the ' +
        'value held; letters of the same length called nothing.',
      evidence: {
        exchange: document,
        match: null,
        note: `\`${source.name}\` reaches ${WHERE[sink]}: with ${again.value} in it, script of the page called ${again.called}().`,
      },
      discriminator: source.name.split(',', 1)[0] ?? source.name,
      location: source.location,
      parameter: source.parameter,
    } as const
  }
  return null
}

const payloadsFor = (sink: Sink): readonly string[] => DOM_PAYLOADS[sink]

const WHERE: Readonly<Record<Sink, string>> = {
  html: 'markup of the page',
  code: 'code that the page runs',
  address: 'an address that the page goes to or loads',
}
