import { expect, it } from 'vitest'

import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { Point, UnitPlan } from '../../../src/scanner/engine/unit.ts'
import { ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { makeWorld, ORIGIN, workOf, type Reply } from '../../support/units.ts'

const PASSWD = 'root:x:0:0:root:/root:/bin/sh\n'
const GROUP = 'root:x:0:\ndaemon:x:1:\n'

const segment = (path: string): Point => ({
  method: 'GET',
  url: ORIGIN + path,
  body: null,
  contentType: null,
  kind: 'path',
  name: 'segment 2',
  value: path.split('/')[2] ?? '',
})
const plan = (path: string): UnitPlan => ({
  phase: 'input',
  tasks: [{ point: segment(path), checks: ['path.traversal', 'sqli.error', 'xss.reflected'] }],
})
const NONE: Reply = { status: 404, body: '<p>No such file</p>' }

/** Reads what the decoded segment names, and says the same of all that it does not find. */
const reads = ({ url, wire }: HttpRequest): Reply => {
  const name = decodeURIComponent((wire?.target ?? url.pathname).split('/')[2] ?? '')
  if (name === 'notes.txt') return { body: 'Some notes' }
  if (/(?:\.\.\/){8}etc\/passwd$/.test(name)) return { body: PASSWD }
  return /(?:\.\.\/){8}etc\/group$/.test(name) ? { body: GROUP } : NONE
}
const takesPart = ({ url }: HttpRequest): Reply =>
  url.pathname.endsWith('/notes.txt') ? { body: 'Some notes' } : NONE

it('a segment that looks like a file is asked for others though each made-up name is missing', async () => {
  const { hits, tallies } = await runUnit(workOf(plan('/files/notes.txt')), makeWorld(reads).world)
  expect(hits).toMatchObject([
    { check_id: 'path.traversal', parameter: 'segment 2', confidence: 'confirmed' },
  ])
  expect(tallies.map(({ check_id, points }) => [check_id, points])).toEqual([
    ['path.traversal', 1],
    ['sqli.error', 1],
    ['xss.reflected', 1],
  ])
})

it('its twin is asked the same by that check alone, and one that looks like none is left', async () => {
  const twin = makeWorld(takesPart)
  expect((await runUnit(workOf(plan('/files/notes.txt')), twin.world)).hits).toEqual([])
  expect(twin.sent).toHaveLength(2 + 2 + 9)
  const plain = makeWorld(({ url }) => (url.pathname === '/files/notes' ? {} : NONE))
  await runUnit(workOf(plan('/files/notes')), plain.world)
  expect(plain.sent).toHaveLength(2 + 2)
})

it('where no socket is possible, what only a socket can send is not tested, and says why', async () => {
  const { world } = makeWorld((request) => {
    if (request.wire !== undefined) throw new ProbeError('no_socket', 'The platform opens none.')
    return takesPart(request)
  })
  const { hits, tallies } = await runUnit(workOf(plan('/files/notes.txt')), world)
  expect(hits).toEqual([])
  expect(tallies.find(({ check_id }) => check_id === 'path.traversal')).toMatchObject({
    untested: { no_socket: 1 },
  })
})
