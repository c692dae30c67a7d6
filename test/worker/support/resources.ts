import type { Finding } from '../../../src/report/finding.ts'
import { BULK_FOLDER } from '../../../src/services/reports/key.ts'
import type { Kind } from '../../support/api-operations.ts'
import { hit } from '../../support/sightings.ts'
import { freshHost, type Harness } from '../support.ts'
import { finish } from './finish.ts'

export type Owner = Readonly<{ accountId: string; key: string }>
/** One thing of an account; `host` is what was scanned for it, and `scan` by which scan. */
export type Owned = Readonly<{ id: string; host: string; scan: string }>
type Make = (app: Harness, owner: Owner, host: string) => Promise<string>

const posted =
  (path: string, field: string, bodyOf: (target: string, host: string) => unknown): Make =>
  async (app, { key }, host) => {
    const body = bodyOf(`https://${host}/`, host)
    const answer = await app.call('POST', path, { key, body })
    const id: unknown = Object(answer.json)[field]
    if (typeof id !== 'string') throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return id
  }

const scanned: Make = (app, { accountId }, host) => {
  const place = { origin: `https://${host}`, url: `https://${host}/item?id=1` }
  return finish(app.deps, accountId, { host, hits: [hit(place)] })
}

async function findingOf(app: Harness, { key }: Owner, scan: string): Promise<Finding> {
  const { text } = await app.call('GET', `/api/scan/${scan}`, { key })
  const [first] = (JSON.parse(text) as { results: { vulnerabilities: Finding[] } }).results
    .vulnerabilities
  if (first === undefined) throw new Error('the scan has no finding')
  return first
}

const started = posted('/api/v1/scan', 'scan_id', (url) => ({ target: url }))
const MAKE: Readonly<Record<Exclude<Kind, 'scan' | 'issue' | 'finding' | 'report'>, Make>> = {
  job: posted('/api/scan/bulk', 'job_id', (url) => ({ urls: [url] })),
  batch: posted('/api/batch', 'batch_id', (url) => ({ targets: [url] })),
  schedule: posted('/api/schedules', 'id', (url) => ({ target_url: url, interval_hours: 1 })),
  key: posted('/api/keys', 'id', () => ({ name: 'ci' })),
  asset: posted('/api/assets', 'id', (_, host) => ({ host })),
}

/** A combined report as it is kept once it was made. */
async function keptReport({ deps: { exports } }: Harness, { accountId }: Owner): Promise<string> {
  const id = crypto.randomUUID().replaceAll('-', '')
  const body = new TextEncoder().encode('%PDF-1.7')
  await exports.put(exports.keyOf(accountId, BULK_FOLDER, `${id}.pdf`), body)
  return id
}

/** Makes one resource of a kind for an account; what is of a scan comes with a scan that has ended. */
export async function makeOwned(
  app: Harness,
  owner: Owner,
  kind: Kind | 'running',
): Promise<Owned> {
  const host = new URL(`https://${freshHost()}`).hostname
  const made = async (id: string) => ({ id, host, scan: '' })
  switch (kind) {
    case 'running': {
      const scan = await started(app, owner, host)
      return { id: scan, host, scan }
    }
    case 'scan': {
      const scan = await scanned(app, owner, host)
      return { id: scan, host, scan }
    }
    case 'issue':
    case 'finding': {
      const scan = await scanned(app, owner, host)
      const { fingerprint, id } = await findingOf(app, owner, scan)
      return { id: kind === 'issue' ? fingerprint : id, host, scan }
    }
    case 'report':
      return made(await keptReport(app, owner))
    case 'job':
    case 'batch':
    case 'schedule':
    case 'key':
    case 'asset':
      return made(await MAKE[kind](app, owner, host))
  }
}
