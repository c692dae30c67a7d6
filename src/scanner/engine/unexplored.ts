import type { Profile } from '../../report/report.ts'

/** The check that needs a page to have been explored says where that could not be done. */
export const SPOKEN_FOR = 'xss.dom'

/** Why a page with script was not explored, or not to its end. */
export const UNEXPLORED = {
  timeout: 'the page did not answer in the browser',
  crashed: 'the page has crashed in the browser',
  closed: 'the browser ended on the page',
  failed: 'the page failed in the browser',
  greedy: 'the page asks for more requests than are sent for one page in the browser',
  cut: 'the page offers more than is explored of one page in the browser',
} as const

export const tooManyPages = (most: number, profile: Profile): string =>
  `a scan of the profile ${profile} opens ${most} pages with script in the browser, and there are more`

const MOST_HOSTS = 3

/** `hosts`: where the script comes from that the page was not given. */
export function lacksScript(hosts: readonly string[]): string {
  const named = hosts.toSorted().slice(0, MOST_HOSTS)
  const more = hosts.length > named.length ? ' and others' : ''
  return `the page needs script of other sites (${named.join(', ')}${more}), which a scan does not load`
}
