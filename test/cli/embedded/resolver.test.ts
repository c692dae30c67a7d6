import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { answerDnsQuery, type Lookup, type TxtLookup } from '../../../cli/embedded/resolver.ts'
import { startSupervisor, type Supervisor } from '../../../cli/embedded/supervisor.ts'

const failing =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }))
const both: Lookup = () =>
  Promise.resolve([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])

const noTxt: TxtLookup = () => Promise.resolve([])

const ask = async (query: string, lookup: Lookup) => {
  const { status, body } = await answerDnsQuery(new URLSearchParams(query), lookup, noTxt)
  return { status, body: JSON.parse(body) as unknown }
}

describe('DNS answers as application/dns-json', () => {
  it('gives the addresses of the family that was asked for', async () => {
    expect(await ask('name=shop.test&type=A', both)).toEqual({
      status: 200,
      body: {
        Status: 0,
        Question: [{ name: 'shop.test', type: 1 }],
        Answer: [{ name: 'shop.test', type: 1, TTL: 5, data: '192.0.2.7' }],
      },
    })
    expect((await ask('name=shop.test.&type=28', both)).body).toMatchObject({
      Question: [{ name: 'shop.test', type: 28 }],
      Answer: [{ data: '2001:db8::7' }],
    })
  })

  it('tells a name with addresses of the other family only from one that does not exist', async () => {
    const onlyV6: Lookup = () => Promise.resolve([{ address: '::1', family: 6 }])
    expect((await ask('name=a.test', onlyV6)).body).toMatchObject({ Status: 0, Answer: [] })
    expect((await ask('name=a.test', failing('ENOTFOUND'))).body).toMatchObject({
      Status: 3,
      Answer: [],
    })
  })

  it.each(['EAI_AGAIN', 'ETIMEOUT', 'ECONNREFUSED'])('says SERVFAIL for %s', async (code) => {
    expect((await ask('name=a.test', failing(code))).body).toMatchObject({ Status: 2, Answer: [] })
  })

  it.each(['', 'name=', 'name=a.test&type=MX', `name=${'a'.repeat(254)}`])(
    'refuses "%s"',
    async (query) => {
      expect((await ask(query, both)).status).toBe(400)
    },
  )
})

describe('TXT records', () => {
  const askTxt = async (query: string, lookup: TxtLookup) => {
    const { body } = await answerDnsQuery(new URLSearchParams(query), both, lookup)
    return JSON.parse(body) as unknown
  }
  const failsWith = (code: string): TxtLookup => failing(code) as unknown as TxtLookup

  it.each(['TXT', 'txt', '16'])('are given string by string, in quotes: type=%s', async (type) => {
    const lookup: TxtLookup = () => Promise.resolve([['a ', '"b" \\c'], ['d']])
    expect(await askTxt(`name=_palisade.a.test&type=${type}`, lookup)).toMatchObject({
      Status: 0,
      Question: [{ name: '_palisade.a.test', type: 16 }],
      Answer: [
        { type: 16, data: String.raw`"a " "\"b\" \\c"` },
        { type: 16, data: '"d"' },
      ],
    })
  })

  it.each([
    ['ENOTFOUND', 3],
    ['ENODATA', 3],
    ['ECONNREFUSED', 2],
    ['ETIMEOUT', 2],
  ])('%s is status %i', async (code, Status) => {
    const answer = await askTxt('name=a.test&type=TXT', failsWith(code))
    expect(answer).toMatchObject({ Status, Answer: [] })
  })
})

describe('supervisor', () => {
  const kept: number[] = []
  let supervisor: Supervisor
  beforeAll(async () => {
    supervisor = await startSupervisor({
      lookup: both,
      lookupTxt: noTxt,
      token: 'parent-token',
      saveClockOffset: (offsetMs) => {
        kept.push(offsetMs)
        return Promise.resolve()
      },
    })
  })
  afterAll(() => supervisor.close())

  const put = (token: string, body: string) =>
    fetch(`${supervisor.url}/clock`, { method: 'PUT', headers: { authorization: token }, body })

  it('answers DNS queries on loopback', async () => {
    const answer = await fetch(`${supervisor.url}/dns-query?name=a.test&type=AAAA`)
    expect(answer.headers.get('content-type')).toBe('application/dns-json')
    expect(await answer.json()).toMatchObject({ Status: 0, Answer: [{ data: '2001:db8::7' }] })
  })

  it('keeps the clock for the holder of the token only', async () => {
    expect((await put('parent-token', '{"offset_ms":5000}')).status).toBe(200)
    expect((await put('another', '{"offset_ms":9000}')).status).toBe(404)
    expect((await put('parent-token', '{"offset_ms":-1}')).status).toBe(400)
    expect((await put('parent-token', 'not json')).status).toBe(500)
    expect(kept).toEqual([5000])
  })

  it('knows nothing else', async () => {
    expect((await fetch(`${supervisor.url}/`)).status).toBe(404)
    expect((await fetch(`${supervisor.url}/dns-query`, { method: 'POST' })).status).toBe(404)
  })
})
