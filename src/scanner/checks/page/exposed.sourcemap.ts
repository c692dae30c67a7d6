import type { Exchange, Send } from '../../http/exchange.ts'
import { onPage, type PageFacts, type Sighting } from '../check.ts'
import { isSuccess, mediaType, quoted } from '../support/content.ts'
import { inlineMapIn, referenceIn, sourceMapIn, type SourceMap } from '../support/source-map.ts'

type Found = Readonly<{ exchange: Exchange; map: SourceMap }>

const ASSET_TYPE = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$|^text\/css$/
const ASSET_NAME = /\.(?:m?js|css)$/i

export default onPage({
  meta: {
    id: 'exposed.sourcemap',
    title: 'A source map shows the original source code',
    category: 'Exposed resources',
    severity: 'low',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-540',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    // The map that is named, else the one beside the file; and again.
    maxRequests: 2,
    oncePer: 'path',
    profile: 'standard',
    probes: ['GET {sourceMappingURL}', 'GET {script}.map'],
    description:
      'A source map of a script or style can be read by anybody. It holds the code as it was written, before it ' +
      'was packed: names, comments, parts that are not in use, and sometimes keys and addresses of services.',
    remediation:
      'Build without maps for production, or upload them to the service that reads your error reports and keep ' +
      'them off the web server. Maps without `sourcesContent` show names of files only.',
    references: ['https://cwe.mitre.org/data/definitions/540.html', 'https://tc39.es/ecma426/'],
  },

  appliesTo: isAsset,

  async *run({ page, baseline, send, looksMissing }) {
    const { first, second } = baseline
    const inline = inlineMapIn(first)
    if (inline !== null) {
      yield judge(page, { exchange: first, map: inline }, inlineMapIn(second) !== null)
      return
    }
    const address = referenceIn(first) ?? `${page.url.pathname}.map`
    const found = await read(address, page, send)
    if (found === null || (await looksMissing(found.exchange))) return
    yield judge(page, found, (await read(address, page, send)) !== null)
  },
})

function isAsset({ url, isFolder, contentType }: PageFacts): boolean {
  return !isFolder && (ASSET_TYPE.test(contentType ?? '') || ASSET_NAME.test(url.pathname))
}

/** Maps on other hosts are not of this site; a page is none. */
async function read(address: string, { url }: PageFacts, send: Send): Promise<Found | null> {
  const target = URL.parse(address, url.href)
  if (target === null || target.origin !== url.origin) return null
  const exchange = await send({ method: 'GET', url: target, headers: new Headers() })
  if (!isSuccess(exchange.response) || mediaType(exchange.response) === 'text/html') return null
  const map = sourceMapIn(exchange)
  return map === null ? null : { exchange, map }
}

function judge({ url }: PageFacts, { exchange, map }: Found, again: boolean): Sighting {
  const { source, count } = map
  const files = count === 1 ? `\`${source}\`` : `${count} files, \`${source}\` among them`
  return {
    confidence: again ? 'confirmed' : 'likely',
    reason: again
      ? 'The map was read twice and holds the text of its sources.'
      : 'The map was read once and holds the text of its sources; the second answer differed.',
    location: 'path',
    evidence: {
      exchange,
      match: quoted(exchange, JSON.stringify(source), 'sourceMappingURL=data:application/json'),
      note: `The map of \`${url.pathname}\` holds the text of ${files}.`,
    },
  }
}
