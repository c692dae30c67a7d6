import type { Fact } from './model.ts'
import { plain } from './model.ts'
import { heading, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import type { Report } from '../../report/report.ts'
import { count, grouped, LOGIN_WORDS, longTime, PROFILE_WORDS, SCAN_TYPE_WORDS } from './words.ts'

const URL_CHARS = 2_100
const LIST_CHARS = 1_200

export const scope: Section = (part) => {
  const { scan, results } = part.report
  const rows: readonly Fact[] = [
    ['Target', [{ text: oneLine(scan.target_url, URL_CHARS), style: 'code' }]],
    ...optional('Address', scan.target_ip),
    ['Origins', plain(list(scan.origins))],
    ['Kind of scan', plain(SCAN_TYPE_WORDS[scan.scan_type])],
    ['Profile', plain(PROFILE_WORDS[scan.profile])],
    ['Authorisation', plain(authorisation(scan.scan_authorized))],
    ['Sign-in', plain(LOGIN_WORDS[scan.login])],
    ...optional('Stayed signed in', signedIn(results.login)),
    ['Started', plain(longTime(scan.started_at))],
    ['Completed', plain(longTime(scan.completed_at))],
    ['Requests sent', plain(grouped(scan.requests_sent))],
    ['Addresses visited', plain(grouped(part.report.urls.length))],
    ['Technologies seen', plain(list(results.tech_stack))],
    ...optional('Tags', scan.tags.length === 0 ? null : list(scan.tags)),
    ['Scan', [{ text: scan.id, style: 'code' }]],
    ['Engine', plain(oneLine(scan.engine_version, LIST_CHARS))],
  ]
  return [
    heading(part, 1, 'Scope and authorisation', 'scope'),
    { kind: 'facts', rows },
    {
      kind: 'paragraph',
      tone: 'small',
      text: plain(
        'Only the origins above were examined. Requests that would have left them, by a link or a redirect, were not sent.',
      ),
    },
  ]
}

/** `97.2 % of 810 requests; the session ended and was renewed 3 times.` */
function signedIn(login: Report['results']['login']): string | null {
  if (login === undefined) return null
  const { state, logins, requests, logged_in_share: share, reason } = login
  const said = {
    kept: 'to the end',
    renewed: `the session ended and was renewed ${count(logins - 1, 'time')}`,
    lost: 'the session ended and could not be renewed',
    unwatched: 'not known',
  }[state]
  const told = reason === null ? said : `${said}: ${reason}`
  return share === null
    ? told
    : `${(share * 100).toFixed(1)} % of ${grouped(requests)} requests; ${told}`
}

const authorisation = (isAuthorised: boolean): string =>
  isAuthorised
    ? 'Confirmed by the account that started the scan; the confirmation is recorded with who gave it and when.'
    : 'Not confirmed for this scan.'

const list = (items: readonly string[]): string =>
  items.length === 0 ? 'None' : oneLine(items.join(', '), LIST_CHARS)

const optional = (label: string, value: string | null): readonly Fact[] =>
  value === null ? [] : [[label, plain(oneLine(value, LIST_CHARS))]]
