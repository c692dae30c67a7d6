import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

import { openDatabase } from '../../src/db/database.ts'
import { pageOfScans } from '../../src/db/scans-list.ts'
import { STARTED } from '../support/scans.ts'
import { meteredDb } from './support/metered-db.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

type List = { items: { id: string }[]; total: number; page: number; pages: number }
const { deps, call } = aWorld()
const own = await anAccount(deps)
const list = async (query: string): Promise<List> =>
  (await call(`/api/scans${query}`, own.key)).json()
const totals = async () => [
  (await list('')).total,
  (await list('?status=running')).total,
  (await list('?status=completed')).total,
]

it('keeps the totals by every start, end and removal, without counting rows', async () => {
  expect(await totals()).toEqual([0, 0, 0])
  const id = await seedScan(deps, own.id, { status: 'running' })
  await seedScan(deps, own.id)
  expect(await totals()).toEqual([2, 1, 1])
  await env.DB.prepare(`UPDATE scans SET status = 'completed' WHERE id = ?`).bind(id).run()
  await env.DB.prepare(`UPDATE scans SET status = 'completed', notes = 'x' WHERE id = ?`)
    .bind(id)
    .run()
  expect(await totals()).toEqual([2, 0, 2])
  await env.DB.prepare('DELETE FROM scans WHERE account_id = ?').bind(own.id).run()
  expect(await totals()).toEqual([0, 0, 0])
})

it.each(['', '&tag=deep', '&search=shop', '&status=completed'])(
  'goes on behind the last scan of a page by its next link, each scan once (%j)',
  async (filter) => {
    const tag = '["deep"]'
    // Two of each instant: the id decides between them.
    for (const index of [0, 0, 1, 1, 2]) {
      await seedScan(deps, own.id, { startedAt: STARTED + index, tags: tag })
    }
    const all = (await list(`?per_page=100${filter}`)).items.map(({ id }) => id)
    const seen: string[] = []
    let next: string | undefined = `/api/scans?per_page=2${filter}`
    while (next !== undefined) {
      const answer: Response = await call(next, own.key)
      const { items } = await answer.json<List>()
      seen.push(...items.map(({ id }) => id))
      const url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = url === undefined ? undefined : url.replace('https://api.test', '')
      if (next !== undefined) expect(next).toContain('after=')
    }
    expect(seen).toEqual(all)
  },
)

it('is entered at any depth by a cursor; a made-up one is refused', async () => {
  const deep = `?page=99999&per_page=100&after=${STARTED}.${crypto.randomUUID()}`
  expect((await call(`/api/scans${deep}`, own.key)).status).toBe(200)
  for (const after of ['x', '1', '1.2', `-1.${crypto.randomUUID()}`]) {
    expect((await call(`/api/scans?after=${after}`, own.key)).status).toBe(400)
  }
})

it.each([{}, { status: 'failed' }, { status: 'completed' }, { tag: 'nightly' }] as const)(
  'reads few rows for a page, however many scans there are (%j)',
  async (filter) => {
    const many = await anAccount(deps)
    const like = await seedScan(deps, many.id, { tags: '["nightly"]' })
    const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('scans')`).all()
    const columns = results.map(({ name }) => String(name))
    // No id of its own begins like that.
    const copied = columns.map((name) => (name === 'id' ? `'x' || n || substr(id, 7)` : name))
    await env.DB.prepare(
      `WITH RECURSIVE counted(n) AS (SELECT 10000 UNION ALL SELECT n + 1 FROM counted LIMIT 2000)
       INSERT INTO scans (${columns.join(', ')}) SELECT ${copied.join(', ')}
       FROM counted, scans WHERE id = ?`,
    )
      .bind(like)
      .run()
    let rows = 0
    const db = openDatabase(meteredDb(env.DB, (count) => (rows += count)))
    await pageOfScans(db, many.id, filter, { offset: 0, limit: 20 })
    expect(rows).toBeLessThan(100)
    const after = { startedAt: STARTED, scanId: 'x10500' }
    await pageOfScans(db, many.id, filter, { offset: 0, limit: 20, after })
    expect(rows).toBeLessThan(200)
  },
)
