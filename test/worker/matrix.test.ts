import { describe, expect, it } from 'vitest'

import { SCOPES } from '../../src/accounts/account.ts'
import { makeKey } from '../../src/accounts/api-keys.ts'
import { revokeKey } from '../../src/services/keys/revoke.ts'
import { randomBytes } from '../../src/wiring.ts'
import { kindOf, operationsOf, type Kind, type Operation } from '../support/api-operations.ts'
import { freezeClock, makeHarness, type Answer } from './support.ts'
import { makeOwned, type Owned } from './support/resources.ts'

freezeClock()

const app = makeHarness()
const { call } = app
const operations = operationsOf((await call('GET', '/api/openapi.json')).json)
const guarded = operations.filter(({ scope }) => scope !== null)
const [me, them] = [await app.account(), await app.account()]

/** Ids as they look, of which there is none. */
const UUID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
const UNKNOWN: Readonly<Record<Kind, string>> = {
  scan: UUID,
  job: UUID,
  batch: UUID,
  schedule: UUID,
  asset: UUID,
  key: '0'.repeat(13),
  issue: 'a'.repeat(64),
  finding: 'a'.repeat(16),
  report: 'a'.repeat(32),
}
const MALFORMED = ['x', "1'--", `${UUID}0`, '..%2f..']

/** What a right request says beside the ids of its path. */
type Ask = Readonly<{ query?: string; body?: unknown }>
const ASKS: Readonly<Record<string, (owned: Owned) => Ask>> = {
  replaceAsset: ({ host }) => ({ body: { host: `new-${host}` } }),
  patchScan: () => ({ body: { notes: 'Seen.' } }),
  getFinding: ({ host }) => ({ query: `?asset=${host}` }),
  triageFinding: ({ host }) => ({ body: { asset: host, triage: 'open' } }),
  retestFinding: () => ({ body: {} }),
  compareTwo: ({ id }) => ({ query: `?id1=${id}&id2=${id}` }),
  makeBulkReport: ({ id }) => ({ body: { scan_ids: [id] } }),
}
/** Operations whose ids stand in the body. */
const BY_BODY: Readonly<Record<string, Kind>> = { makeBulkReport: 'scan' }

const kindsOf = ({ id, path, definition }: Operation): readonly Kind[] => {
  const named = definition.parameters.filter(
    ({ in: place, required }) => place !== 'header' && required,
  )
  const kinds = named.flatMap(({ name }) => kindOf(path, name) ?? [])
  return [...kinds, ...(BY_BODY[id] === undefined ? [] : [BY_BODY[id]])]
}

/** Documents take seconds to make; that the scan still runs tells its owner as much. */
const isOfFiles = ({ id, path }: Operation): boolean =>
  id === 'makeBulkReport' || /\/(?:report|docx|zip)$/.test(path)

/** A request to an operation about `owned`; its path names `id` where it names the last thing. */
function about(operation: Operation, owned: Owned, id: string, key: string): Promise<Answer> {
  const kinds = kindsOf(operation)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    kindOf(operation.path, name) === kinds.at(-1) ? id : owned.scan,
  )
  const ask = ASKS[operation.id]?.({ ...owned, id }) ?? {}
  return call(operation.method, path + (ask.query ?? ''), { key, ...ask })
}

const plain = (operation: Operation, key?: string, body?: unknown): Promise<Answer> =>
  call(operation.method, operation.path.replaceAll(/\{\w+\}/g, UUID), {
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body }),
  })

/** All that a client can tell one answer from another by. */
const seenIn = ({ status, text, json }: Answer) => [status, text.replace(json.request_id, '')]

const named = (list: readonly Operation[]) =>
  list.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

describe.each(named(guarded))('%s', (_, operation) => {
  it('401 in one text: no key, a wrong one, a revoked one that was never used', async () => {
    const revoked = await app.key(me.accountId)
    expect(await revokeKey(app.deps, await app.actor(me.key), revoked.id)).toBe(true)
    const missing = await plain(operation)
    expect([missing.status, missing.json.code]).toEqual([401, 'unauthorized'])
    for (const key of ['', 'x', makeKey(randomBytes).text, revoked.text]) {
      expect(seenIn(await plain(operation, key))).toEqual(seenIn(missing))
    }
  })

  it('403 for exactly the keys without its scope', async () => {
    for (const scope of SCOPES) {
      const only = await app.key(me.accountId, { scopes: [scope] })
      const answer = await plain(operation, only.text, operation.definition.requestBody && {})
      if (scope === operation.scope) expect([401, 403]).not.toContain(answer.status)
      else expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope'])
    }
  })
})

describe.each(named(guarded.filter((operation) => kindsOf(operation).length > 0)))(
  '%s',
  (_, operation) => {
    const [kind = 'scan'] = kindsOf(operation).slice(-1)

    it('404 in one text: what is another account’s, what is not, what cannot be', async () => {
      const owned = await makeOwned(app, them, isOfFiles(operation) ? 'running' : kind)
      const unknown = await about(operation, owned, UNKNOWN[kind], me.key)
      expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found'])
      // What names scans in its body or query says which ones.
      const blank = ([status, text]: readonly unknown[], id: string) => [
        status,
        String(text).replaceAll(id, ''),
      ]
      const foreign = await about(operation, owned, owned.id, me.key)
      expect(blank(seenIn(foreign), owned.id)).toEqual(blank(seenIn(unknown), UNKNOWN[kind]))
      const inPath = operation.path.endsWith('}') || operation.path.includes('}/')
      for (const id of inPath ? MALFORMED : []) {
        expect(seenIn(await about(operation, owned, id, me.key))).toEqual(seenIn(unknown))
      }
      const own = await about(operation, owned, owned.id, them.key)
      expect([401, 403, 404, 500]).not.toContain(own.status)
    })
  },
)

describe.each(named(operations.filter(({ definition }) => definition.requestBody)))(
  '%s',
  (_, operation) => {
    it('400 for a body that is no JSON, no object, or has a field that is not there', async () => {
      const kind = kindsOf(operation).at(-1)
      const owned = kind && (await makeOwned(app, me, kind))
      const ask = (body: unknown) => {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (__, name: string) =>
          kindOf(operation.path, name) === 'scan' ? (owned?.scan ?? '') : (owned?.id ?? ''),
        )
        return call(operation.method, path, { key: me.key, body })
      }
      expect((await ask('{')).json.code).toBe('invalid_json')
      for (const body of ['[]', 'null', '7', { no_such_field: 1 }]) {
        const answer = await ask(body)
        expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
        expect(answer.json.fields.length).toBeGreaterThan(0)
      }
    })
  },
)

it('a route with ids that the table does not know is missed by none of this', () => {
  const fields = guarded.flatMap((operation) =>
    operation.definition.parameters
      .filter(({ in: place }) => place === 'path')
      .map(({ name }) => [operation.path, name, kindOf(operation.path, name)]),
  )
  expect(fields.filter(([, , kind]) => kind === null)).toEqual([])
  expect(fields.length).toBeGreaterThan(30)
  const withBody = guarded.filter(({ definition }) => definition.requestBody)
  const asked = withBody.filter((operation) => kindsOf(operation).length > 0)
  expect(asked.filter(({ id }) => !(id in ASKS)).map(({ id }) => id)).toEqual([])
})
