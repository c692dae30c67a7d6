import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/gate/app.ts'
import { truth } from '../range/apps/gate/truth.ts'
import { rawRequest, type Request } from '../support/range-requests.ts'
import { isClean, mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())
const q = encodeURIComponent

type Splitting = Readonly<{ path: string; name: string; ask: (value: string) => [string, Request] }>
const inQuery = (path: string, name: string): Splitting => ({
  path,
  name,
  ask: (value) => [`${path}?${name}=${q(value)}`, {}],
})
const inForm = (path: string, name: string): Splitting => ({
  path,
  name,
  ask: (value) => [path, { body: { form: { [name]: value } } }],
})
const inSegment = (path: string): Splitting => ({
  path,
  name: 'segment 2',
  ask: (value) => [path.replace(/[^/]+$/, q(value)), {}],
})
const inJson = (path: string, name: string): Splitting => ({
  path,
  name: `/${name}`,
  ask: (value) => [path, { body: { json: { [name]: value } } }],
})
const PLANTED = 'x-planted: yes'

describe('header lines', () => {
  const open: readonly (Splitting & { value: string })[] = [
    { ...inQuery('/lang', 'set'), value: `de\r\n${PLANTED}` },
    { ...inQuery('/open', 'section'), value: `news\n${PLANTED}` },
    { ...inQuery('/download', 'name'), value: `a\r\n\r\n${PLANTED}` },
    { ...inQuery('/api/status', 'tag'), value: `web%0D%0A${PLANTED}` },
    { ...inForm('/region', 'region'), value: `north\r\n${PLANTED}` },
    { ...inSegment('/campaign/summer'), value: `summer\r\n${PLANTED}` },
    { ...inJson('/api/labels', 'label'), value: `blue\r\n${PLANTED}` },
  ]
  it.each(open)('$path lets a value start a line of its own', async ({ ask, value }) => {
    const plain = await rawRequest(app, ...ask('plain'))
    expect(plain.lines.some((line) => line.includes('plain'))).toBe(true)
    const { lines } = await rawRequest(app, ...ask(value))
    expect(lines.some((line) => line.startsWith(PLANTED))).toBe(true)
    expect(lines.length).toBe(plain.lines.length + 1)
  })
  it.each(open.filter(({ path }) => ['/open', '/download', '/api/status'].includes(path)))(
    '$path stops the plain form: it is filtered',
    async ({ ask }) => {
      const { lines } = await rawRequest(app, ...ask(`a\r\n${PLANTED}`))
      expect(lines.some((line) => line.startsWith(PLANTED))).toBe(false)
    },
  )
  it('has a row of the truth for every one of them', () => {
    expect(mustPlaces(truth, 'crlf')).toEqual(open.map(({ path, name }) => [path, name]))
  })

  const ends = [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\n\n',
    '\r\r\n\n',
    '%0D%0A',
    '%250D%250A',
    '嘍嘊',
    '\u2028',
  ]
  const closed: readonly Splitting[] = [
    inQuery('/lang/safe', 'set'),
    inQuery('/open/safe', 'section'),
    inQuery('/download/safe', 'name'),
    inQuery('/api/status/safe', 'tag'),
    inForm('/region/safe', 'region'),
    inSegment('/promo/summer'),
    inJson('/api/notes', 'note'),
    inQuery('/headers', 'show'),
  ]
  it.each(closed)('$path keeps its lines', async ({ path, name, ask }) => {
    for (const end of ends) {
      const { lines } = await rawRequest(app, ...ask(`plain${end}${PLANTED}`))
      expect(
        lines.some((line) => line.startsWith(PLANTED)),
        JSON.stringify(end),
      ).toBe(false)
    }
    expect(isClean(truth, path, name)).toBe(true)
  })
})
