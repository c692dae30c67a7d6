import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { keepPlace } from '../../../src/scanner/engine/kept-place.ts'
import { ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { makeMask } from '../../../src/scanner/http/mask.ts'
import { runScan } from '../../support/scan-run.ts'
import { makeWorld, ORIGIN, point, type Reply, type Site } from '../../support/units.ts'

const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const html = (body: string): Reply => ({
  headers: { 'x-frame-options': 'DENY' },
  body: `<!doctype html><title>Book</title>${body}`,
})

/** A guest book with one flaw of each kind; `isMended` is its safe twin, and tokens are of the day. */
function makeSite(given: { isMended?: boolean; day?: number; wall?: number } = {}): Site {
  const { isMended = false, day = 1, wall } = given
  let note = ''
  const shown = (text: string) => (isMended ? encode(text) : text)
  return (request: HttpRequest): Reply => {
    const { pathname, searchParams } = request.url
    if (wall !== undefined && pathname !== '/') return { ...html('No entry.'), status: wall }
    const cookie = isMended ? 'theme=dark; Secure; HttpOnly; SameSite=Lax' : 'theme=dark'
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        return html(
          '<a href="/hello?name=you">Hello</a> <a href="/notes">Notes</a> <a href="/set">Set</a>',
        )
      case 'GET /hello':
        return html(`<p>${shown(searchParams.get('name') ?? '')}</p>`)
      case 'GET /set':
        return { ...html('<p>Set.</p>'), headers: { 'set-cookie': cookie } }
      case 'GET /notes':
        return html(
          `<form method="post"><input type="hidden" name="csrf" value="day-${day}"><textarea name="note">Hi</textarea></form><p>${shown(note)}</p>`,
        )
      case 'POST /notes': {
        const fields = new URLSearchParams(request.body ?? '')
        if (fields.get('csrf') !== `day-${day}`) return { ...html('Too old.'), status: 403 }
        note = fields.get('note') ?? ''
        return html('<p>Thank you.</p>')
      }
      case 'GET /.git/HEAD':
      case 'GET /.git/config':
        return isMended
          ? { ...html('No.'), status: 404 }
          : {
              headers: { 'content-type': 'text/plain' },
              body: pathname.endsWith('HEAD')
                ? 'ref: refs/heads/main\n'
                : '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
            }
      case 'GET /.env':
        return isMended
          ? { ...html('No.'), status: 404 }
          : {
              headers: { 'content-type': 'text/plain' },
              body: 'APP_ENV=production\nDB_HOST=db.internal\nDB_PASSWORD=h7Gk29sLq0\n',
            }
      default:
        return { ...html('No.'), status: 404 }
    }
  }
}

const first = await runScan(makeWorld(makeSite()).world)
function targetOf(checkId: string) {
  const row = first.findings.find((each) => each.check_id === checkId && each.request !== null)
  const place = row && first.places[row.id]
  if (row === undefined || place === undefined) throw new Error(`${checkId} was not found`)
  return { scanId: 'first', fingerprint: row.fingerprint, checkId, place }
}

async function retest(checkId: string, site: Site, change = {}) {
  const { world, sent } = makeWorld(site, change)
  const target = targetOf(checkId)
  return { ...(await runScan(world, { retest: target })), sent, target }
}

const KINDS: readonly (readonly [checkId: string, phases: readonly string[], origin: string])[] = [
  ['cookie.other', ['open', 'read'], 'a passive check reads the page again'],
  ['exposed.vcs', ['open', 'read', 'origin'], 'an origin check'],
  ['exposed.env', ['open', 'read', 'page'], 'a page check'],
  ['xss.reflected', ['open', 'read', 'input'], 'an input check'],
  ['xss.stored', ['open', 'read', 'plant', 'revisit', 'stored'], 'a stored check'],
]

describe('a re-test', () => {
  it.each(KINDS)('of %s goes through %j and finds it again: %s', async (checkId, phases) => {
    const {
      findings,
      coverage,
      phases: gone,
      sent,
      target,
    } = await retest(checkId, makeSite({ day: 2 }))
    expect(gone).toEqual(phases)
    expect(findings).toMatchObject([{ fingerprint: target.fingerprint, check_id: checkId }])
    expect(coverage).toMatchObject([{ check_id: checkId, outcome: 'found' }])
    expect(sent.length).toBeLessThan(LIMITS.retestRequests)
  })

  it.each(KINDS)('of %s says that the mended one is fixed', async (checkId) => {
    const { findings, coverage } = await retest(checkId, makeSite({ isMended: true, day: 3 }))
    expect(coverage).toMatchObject([{ check_id: checkId, outcome: 'passed' }])
    expect(findings).toMatchObject([{ check_id: checkId, status: 'safe' }])
  })

  it.each([403, 302, 500])(
    'proves nothing where the place is behind a wall that says %i: not tested',
    async (wall) => {
      for (const checkId of ['cookie.other', 'xss.reflected', 'xss.stored']) {
        const { findings, coverage } = await retest(checkId, makeSite({ isMended: true, wall }))
        expect(coverage, checkId).toMatchObject([{ outcome: 'not_tested' }])
        expect(findings[0]?.evidence).toContain(`answers with ${wall} now`)
      }
    },
  )

  it('proves nothing where the place does not answer: not tested', async () => {
    const site = makeSite({ isMended: true })
    const { coverage } = await retest('xss.reflected', (request) => {
      if (request.url.pathname === '/hello') throw new ProbeError('timeout', 'no answer')
      return site(request)
    })
    expect(coverage).toMatchObject([{ outcome: 'not_tested', reason: 'timeout (1 place)' }])
  })

  it('is fixed where the page is gone', async () => {
    const { coverage } = await retest('xss.reflected', makeSite({ wall: 404 }))
    expect(coverage).toMatchObject([{ outcome: 'passed' }])
  })

  it('of a timed check is one unit that is alone on the host', async () => {
    const retested = {
      scanId: 'first',
      fingerprint: 'none',
      checkId: 'sqli.time',
      place: {
        seenAt: { kind: 'input', point: point('id'), shownAt: null },
        status: 200,
        isMasked: false,
      },
    } as const
    const { world, sent } = makeWorld(() => html('<p>A lamp.</p>'))
    const { phases, coverage } = await runScan(world, { retest: retested })
    expect(phases).toEqual(['open', 'read', 'screen'])
    expect(coverage).toMatchObject([{ check_id: 'sqli.time', outcome: 'passed' }])
    expect(new Set(sent)).toEqual(new Set(['GET /', 'GET /item']))
  })

  it('says not tested where its budget ends before the check', async () => {
    const { world } = makeWorld(makeSite())
    const { options } = first.state
    const retested = targetOf('xss.reflected')
    const change = { retest: retested, options: { ...options, max_requests: 2 } }
    const { coverage, state } = await runScan(world, change)
    expect(coverage).toMatchObject([{ outcome: 'not_tested' }])
    expect(state.partial).toContain('request budget met')
  })

  it('has room for every check', () => {
    for (const { meta } of CHECKS) expect(meta.maxRequests + 10).toBeLessThan(LIMITS.unitRequests)
  })
})

describe('a kept place', () => {
  const seenAt = {
    kind: 'input',
    point: { ...point('id'), value: 'canary-1234567' },
    shownAt: null,
  }
  const seen = { seenAt, status: 200 } as Parameters<typeof keepPlace>[0]

  it('holds no secret, and says that it had one', () => {
    const kept = keepPlace(seen, makeMask(['canary-1234567', 'input']))
    expect(kept).toMatchObject({ isMasked: true, seenAt: { kind: 'input' } })
    expect(JSON.stringify(kept)).not.toContain('canary-1234567')
    expect(keepPlace(seen, makeMask(['another-secret']))).toEqual({ ...seen, isMasked: false })
  })

  it('is left out where it is too large', () => {
    const point = { ...seenAt.point, body: 'x'.repeat(LIMITS.keptPlaceChars) }
    const large = { ...seen, seenAt: { ...seenAt, point } } as typeof seen
    expect(keepPlace(large, (text) => text)).toBeNull()
  })

  it('that was masked is not tested, unless its page gives the value anew', async () => {
    for (const [checkId, outcome] of [
      ['xss.reflected', 'not_tested'],
      ['xss.stored', 'found'],
    ] as const) {
      const target = targetOf(checkId)
      const place = { ...target.place, isMasked: true }
      const { world } = makeWorld(makeSite())
      const { coverage } = await runScan(world, { retest: { ...target, place } })
      expect(coverage, checkId).toMatchObject([{ outcome }])
    }
  })

  it('is there for each finding, and the origin is in it', () => {
    const issues = first.findings.filter(({ request }) => request !== null)
    expect(issues.length).toBeGreaterThan(5)
    for (const { id } of issues) expect(JSON.stringify(first.places[id])).toContain(ORIGIN)
  })
})
