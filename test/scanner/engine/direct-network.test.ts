import { expect, it } from 'vitest'

import type { PageRequest } from '../../../src/scanner/browser/page.ts'
import { directNetwork } from '../../../src/scanner/engine/phase-perf.ts'
import { ProbeError } from '../../../src/scanner/http/exchange.ts'

const admitted: string[] = []
const network = directNetwork({
  admit: async (url) => {
    if (url.hostname !== 'shop.test') throw new ProbeError('out_of_scope', 'made to fail')
    admitted.push(url.pathname)
    return new Headers({ 'user-agent': 'Palisade/1', accept: '*/*', 'accept-encoding': 'gzip' })
  },
})
const request = (url: string, method = 'GET'): PageRequest => ({
  method,
  url: new URL(url),
  headers: new Headers(),
  body: null,
  kind: 'script',
  isNavigation: false,
})

it('lets the browser send GETs of the site, with who asks and nothing of what it can decode', async () => {
  const answer = await network(request('https://shop.test/a.js'))
  expect(answer).toMatchObject({ kind: 'pass' })
  const headers = answer.kind === 'pass' ? [...answer.headers] : []
  expect(headers).toEqual([['user-agent', 'Palisade/1']])
})

it.each([
  ['another site', request('https://cdn.test/a.js')],
  ['a beacon', request('https://shop.test/beacon', 'POST')],
  ['what may log out', request('https://shop.test/logout')],
])('refuses %s', async (_, refused) => {
  admitted.length = 0
  expect(await network(refused)).toEqual({ kind: 'refuse' })
  expect(admitted).toEqual([])
})
