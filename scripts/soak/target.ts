import { get, type Received } from '../../test/range/kit/app.ts'
import { html } from '../../test/range/kit/html.ts'
import { serve } from '../../test/range/kit/listen.ts'

const PAGE = '<!doctype html><html lang="en"><title>Hello</title><p>Nothing to see.</p></html>'

/** Loopback addresses: scans of one host share its politeness, and would wait for each other. */
const HOSTS = Array.from({ length: 20 }, (_, nth) => `127.0.1.${nth + 1}`)

/** As little as a site can be: any number of pages under /p/ without a link or an input. */
export async function startTrivial() {
  const fallback = ({ path }: Received) => html(PAGE, /^\/p\/\d+$/.test(path) ? 200 : 404)
  const sites = await Promise.all(HOSTS.map((host) => serve({ routes: [], fallback }, { host })))
  return {
    page: (nth: number): string => `${sites[nth % sites.length]?.url ?? ''}p/${nth}`,
    close: () => Promise.all(sites.map((site) => site.close())),
  }
}

/** Takes requests and answers none: a scan of it runs until it gives up. */
export const startSilent = () =>
  serve({
    routes: [get('/*', () => new Promise(() => undefined))],
    fallback: () => html(PAGE, 404),
  })
