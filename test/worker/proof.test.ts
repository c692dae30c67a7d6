import { describe, expect, it } from 'vitest'

import { proofPlaces } from '../../src/accounts/ownership.ts'
import { LIMITS } from '../../src/limits.ts'
import { DAY, isoSeconds, MINUTE } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness, now, UNLIMITED } from './support.ts'

freezeClock()

const app = makeHarness()
const { web } = app
type Verified = Readonly<{
  id: string
  verified: boolean
  verified_at: string | null
  verified_by: string | null
  checked: readonly { method: string; result: string; why: string }[]
}>

/** An account with one asset, and what it must publish. */
async function owner(given: Parameters<typeof app.account>[0] = {}, host = freshHost()) {
  const { key, accountId } = await app.account(given)
  const added = await app.call('POST', '/api/assets', { key, body: { host } })
  const { id } = added.json as unknown as { id: string }
  const { dns_txt, file, meta } = proofPlaces(accountId, host)
  return {
    key,
    host,
    id,
    file,
    meta,
    txt: dns_txt ?? { name: '', value: '' },
    verify: async () => {
      const answer = await app.call('POST', `/api/assets/${id}/verify`, { key })
      expect(answer.status).toBe(200)
      return answer.json as unknown as Verified
    },
    start: (body: object) =>
      app.call('POST', '/api/v1/scan', { key, body: { target: `https://${host}`, ...body } }),
  }
}
type Owner = Awaited<ReturnType<typeof owner>>
const html = (tag: string) => `<!doctype html><html><head>${tag}</head><body>hi</body></html>`

describe('ownership is proved', () => {
  const proofs: readonly (readonly [string, string, (of: Owner) => void])[] = [
    ['by a TXT record', 'dns_txt', ({ txt }) => web.texts.set(txt.name, ['other', txt.value])],
    [
      'by a file over https',
      'file',
      ({ host, file }) => web.pages.set(`https://${host}${file.path}`, { body: file.content }),
    ],
    [
      'by a file over http',
      'file',
      ({ host, file }) => web.pages.set(`http://${host}${file.path}`, { body: file.content }),
    ],
    [
      'by a meta tag',
      'meta',
      ({ host, meta }) => web.pages.set(`https://${host}/`, { body: html(meta.tag) }),
    ],
    [
      'by a meta tag where the front page leads on the same host, with www',
      'meta',
      ({ host, meta }) => {
        web.pages.set(`http://${host}/`, { status: 301, location: `https://${host}/` })
        web.pages.set(`https://${host}/`, { status: 302, location: `//www.${host}/en/` })
        web.pages.set(`https://www.${host}/en/`, { body: html(meta.tag) })
      },
    ],
  ]

  it.each(proofs)('%s', async (_, method, publish) => {
    const of = await owner()
    expect(await of.verify()).toMatchObject({ verified: false, verified_at: null })
    publish(of)
    const verified = await of.verify()
    expect(verified).toMatchObject({
      verified: true,
      verified_at: isoSeconds(now()),
      verified_by: method,
    })
    expect(verified.checked.find(({ result }) => result === 'found')?.method).toBe(method)
    const log = await app.call('GET', '/api/audit-log?action=asset.verify', { key: of.key })
    expect(log.json).toMatchObject({ total: 1, items: [{ detail: { host: of.host, method } }] })
  })

  it('with a request that says who asks', async () => {
    const of = await owner()
    await of.verify()
    const path = `https://${of.host}${of.file.path}`
    expect(web.asked.find((asked) => asked.startsWith(path))).toMatch(/ Palisade\/\S+ \(\+https:/)
  })
})

describe('ownership is not proved', () => {
  const cases: readonly (readonly [string, (of: Owner) => void, RegExp])[] = [
    [
      'by a page that answers anything',
      ({ host, file }) => {
        web.pages.set(`https://${host}${file.path}`, { body: html(file.content) })
        web.pages.set(`https://${host}/`, { body: html(file.content) })
      },
      /does not have it/,
    ],
    [
      'by an error page',
      ({ host, file }) =>
        web.pages.set(`https://${host}${file.path}`, { status: 404, body: file.content }),
      /status 404/,
    ],
    [
      'by a tag in the body',
      ({ host, meta }) =>
        web.pages.set(`https://${host}/`, { body: `${html('')}<p>${meta.tag}</p>` }),
      /does not have it/,
    ],
    [
      'by another host that it leads to',
      ({ host, file }) => {
        const elsewhere = `https://attacker.dev/${host}`
        web.pages.set(`https://${host}${file.path}`, { status: 302, location: elsewhere })
        web.pages.set(elsewhere, { body: file.content })
      },
      /status 302/,
    ],
    [
      'by redirects without end',
      ({ host, file }) => {
        const path = `https://${host}${file.path}`
        web.pages.set(path, { status: 302, location: path })
      },
      /status 302/,
    ],
    [
      'by a tag behind more than is read',
      ({ host, meta }) =>
        web.pages.set(`https://${host}/`, {
          body: html(`<style>${' '.repeat(LIMITS.proofBytes)}</style>${meta.tag}`),
        }),
      /does not have it/,
    ],
    ['by the record of the host itself', ({ host, txt }) => web.texts.set(host, [txt.value]), /No/],
  ]

  it.each(cases)('%s', async (_, publish, why) => {
    const of = await owner()
    publish(of)
    const { verified, checked } = await of.verify()
    expect(verified).toBe(false)
    expect(checked.map((each) => each.why).join(' ')).toMatch(why)
  })

  it('for another account by one’s own proof', async () => {
    const of = await owner()
    const other = await owner({}, of.host)
    web.texts.set(of.txt.name, [of.txt.value])
    expect((await of.verify()).verified).toBe(true)
    expect((await other.verify()).verified).toBe(false)
  })

  it('at an address inside: the guard is asked before each request', async () => {
    const of = await owner({}, 'inside.acme.dev')
    const { checked } = await of.verify()
    expect(checked).toContainEqual(
      expect.objectContaining({ method: 'file', result: 'unreadable', why: expect.any(String) }),
    )
    expect(web.asked.some((asked) => asked.includes('//inside.acme.dev'))).toBe(false)
    const led = await owner()
    const path = `https://${led.host}${led.file.path}`
    web.pages.set(path, { status: 302, location: `http://${led.host}:25/` })
    await led.verify()
    expect(web.asked.some((asked) => asked.includes(`${led.host}:25`))).toBe(false)
  })
})

describe('a proof is read again', () => {
  const proven = async (given: Parameters<typeof app.account>[0] = {}) => {
    const of = await owner(given)
    web.texts.set(of.txt.name, [of.txt.value])
    expect((await of.verify()).verified).toBe(true)
    return of
  }
  const readsOf = ({ txt }: Owner) =>
    web.asked.filter((asked) => asked === `TXT ${txt.name}`).length
  const stateOf = async ({ key, id }: Owner) => {
    const { json } = await app.call('GET', '/api/assets', { key })
    return (json as unknown as { items: Verified[] }).items.find((asset) => asset.id === id)
  }

  it.each([
    ['a deep scan', { profile: 'deep' }],
    ['an opt-in check', { opt_in: ['smuggling'] }],
  ])('when %s is launched, and lost when it is gone', async (_, body) => {
    const of = await proven()
    const before = readsOf(of)
    expect((await of.start(body)).status).toBe(202)
    expect(readsOf(of)).toBe(before + 1)
    web.texts.delete(of.txt.name)
    const refused = await of.start(body)
    expect(refused).toMatchObject({ status: 403, json: { code: 'authorization_required' } })
    expect(await stateOf(of)).toMatchObject({ verified_at: null, verified_by: null })
    const log = await app.call('GET', '/api/audit-log?action=asset.lose_proof', { key: of.key })
    expect(log.json).toMatchObject({ total: 1 })
    expect((await of.start({})).status, 'a standard scan needs none').toBe(202)
  })

  it('and says nothing of an address that target_ip names', async () => {
    const of = await proven()
    const body = { profile: 'deep', target_ip: '93.184.216.34' }
    expect((await of.start(body)).json.code).toBe('authorization_required')
    expect((await of.start({ ...body, profile: 'standard' })).status).toBe(202)
  })

  it('when it is all that authorizes the scan', async () => {
    const of = await proven({ authorizationConfirmed: null })
    expect((await of.start({})).status).toBe(202)
    web.texts.delete(of.txt.name)
    expect((await of.start({})).json.code).toBe('authorization_required')
    expect((await of.start({ scan_authorized: true })).status).toBe(202)
  })

  it('once a day by scans that do not rest on it; it may have moved to another place', async () => {
    const of = await proven()
    const before = readsOf(of)
    await of.start({})
    expect(readsOf(of)).toBe(before)
    advance(DAY)
    web.texts.delete(of.txt.name)
    web.pages.set(`https://${of.host}/`, { body: html(of.meta.tag) })
    await of.start({})
    expect(readsOf(of)).toBe(before + 1)
    expect(await stateOf(of)).toMatchObject({ verified_by: 'meta' })
  })

  it('and stays when it cannot be read, though this launch does without', async () => {
    const of = await proven()
    web.state.down = true
    const refused = await of.start({ profile: 'deep' })
    web.state.down = false
    expect(refused.json.code).toBe('authorization_required')
    expect((await stateOf(of))?.verified_at).not.toBeNull()
    expect((await of.start({ profile: 'deep' })).status).toBe(202)
  })

  it('and spares the host the cooldown', async () => {
    const limits = { ...UNLIMITED, domain_cooldown: 2 }
    const [of, plain] = [await proven({ limits }), await owner({ limits })]
    for (const each of [of, plain]) for (const _ of [1, 2]) await each.start({})
    expect((await of.start({})).status).toBe(202)
    const cooled = await plain.start({})
    expect(cooled).toMatchObject({ status: 429, json: { code: 'domain_cooldown' } })
    expect(Number(cooled.headers.get('retry-after'))).toBe((10 * MINUTE) / 1000)
  })
})

describe('in local mode', () => {
  it.each(['127.0.0.1', 'localhost', 'shop.test', '[::1]'])(
    'the loopback host %s counts as proven, unread',
    async (host) => {
      const local = makeHarness({ isLocal: true })
      const { key } = await local.account({ authorizationConfirmed: null })
      const added = await local.call('POST', '/api/assets', { key, body: { host } })
      expect(added.json).toMatchObject({ host, verified_by: 'local' })
      const { id } = added.json as unknown as Verified
      const verify = await local.call('POST', `/api/assets/${id}/verify`, { key })
      expect(verify.json).toMatchObject({ verified: true, checked: [] })
      const body = { target: `http://${host}:8080`, profile: 'deep', opt_in: ['smuggling'] }
      expect((await local.call('POST', '/api/v1/scan', { key, body })).status).toBe(202)
      expect(local.web.asked).toEqual([])
    },
  )
})
