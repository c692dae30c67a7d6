import { describe, expect, it } from 'vitest'

import { aFinding } from '../support/findings.ts'
import { COMPLETED } from '../support/scans.ts'
import { anAccount, aWorld, seedAsset, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld({ isLocal: false })
const owner = await anAccount(deps)
const stranger = await anAccount(deps)

const badge = (name: string, init = {}) => call(`/badge/${name}`, null, init)
const valueOf = async (name: string) => {
  const text = await (await badge(`${name}.svg`)).text()
  return /<title id="title">[^:]*: (.*)<\/title>/.exec(text)?.[1]
}
const eligible = (host: string) => ({ host, badgeEligible: 1 })

await seedAsset(deps, owner.id, 'proven.example', COMPLETED)
await seedScan(deps, owner.id, eligible('proven.example'))
await seedAsset(deps, owner.id, 'bad.example', COMPLETED)
await seedScan(deps, owner.id, {
  ...eligible('bad.example'),
  findings: [aFinding({ severity: 'critical' })],
})

describe('GET /badge/{domain}.svg', () => {
  it('200 without a key: the grade of the newest scan, as an image that is safe to show', async () => {
    const answer = await badge('proven.example.svg')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    )
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=300, stale-while-revalidate=86400',
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toContain('>A+</text>')
    expect(await valueOf('bad.example')).toBe('F')
  })

  it('304: unchanged', async () => {
    const etag = (await badge('proven.example.svg')).headers.get('etag') ?? ''
    const answer = await badge('proven.example.svg', { headers: { 'if-none-match': etag } })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('cache-control')).toContain('max-age=300')
  })

  it('takes any case, and www for the apex and the other way round', async () => {
    await seedAsset(deps, owner.id, 'www.only.example', COMPLETED)
    await seedScan(deps, owner.id, eligible('www.only.example'))
    const names = ['PROVEN.Example', 'www.proven.example', 'only.example', 'www.only.example']
    for (const name of names) expect(await valueOf(name)).toBe('A+')
    expect(await valueOf('sub.proven.example')).toBe('unknown')
  })

  it('shows the newest scan, not the best', async () => {
    await seedAsset(deps, owner.id, 'newest.example', COMPLETED)
    const worse = { findings: [aFinding({ severity: 'medium' })], completedAt: COMPLETED + 1000 }
    await seedScan(deps, owner.id, { ...eligible('newest.example'), ...worse })
    await seedScan(deps, owner.id, eligible('newest.example'))
    expect(await valueOf('newest.example')).not.toBe('A+')
  })

  it.each([
    ['never scanned', 'nothing.example', null, {}],
    ['no asset', 'noasset.example', null, { badgeEligible: 1 }],
    [
      'an asset that is not proven',
      'unproven.example',
      { by: owner, at: null },
      { badgeEligible: 1 },
    ],
    ['proven by another account', 'foreign.example', { by: stranger, at: 1 }, { badgeEligible: 1 }],
    ['not eligible', 'lowered.example', { by: owner, at: 1 }, { badgeEligible: 0 }],
    ['failed', 'failed.example', { by: owner, at: 1 }, { badgeEligible: 1, status: 'failed' }],
    ['running', 'running.example', { by: owner, at: 1 }, { badgeEligible: 1, status: 'running' }],
  ])('200 grey unknown: %s', async (what, host, proof, columns) => {
    if (what !== 'never scanned') await seedScan(deps, owner.id, { host, ...columns })
    if (proof) await seedAsset(deps, proof.by.id, host, proof.at)
    expect((await badge(`${host}.svg`)).status).toBe(200)
    expect(await valueOf(host)).toBe('unknown')
  })

  it.each([
    'shop.svg',
    '.svg',
    '<script>.svg',
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E.svg',
    'shop.example:8080.svg',
    'a/b.svg',
    'shop.example',
    '%E0%A4%A.svg',
  ])('404: %s', async (name) => {
    const answer = await badge(name)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  it('405: another method', async () => {
    expect((await badge('proven.example.svg', { method: 'POST' })).status).toBe(405)
  })

  it('a loopback host counts as proven in local mode, and there only', async () => {
    const local = aWorld({ isLocal: true })
    // The hosts that starts count as this machine, and no others.
    for (const host of ['127.0.0.1', 'localhost', 'shop.test', '[::1]']) {
      await seedScan(deps, owner.id, eligible(host))
      expect(await (await local.call(`/badge/${host}.svg`)).text(), host).toContain('>A+</text>')
      expect(await (await badge(`${host}.svg`)).text(), host).toContain('>unknown<')
    }
    await seedScan(deps, owner.id, eligible('elsewhere.example'))
    expect(await (await local.call('/badge/elsewhere.example.svg')).text()).toContain('>unknown<')
  })
})
