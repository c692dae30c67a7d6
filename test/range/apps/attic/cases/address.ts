import type { WebFile } from '../disk.ts'
import { json } from '../../../kit/html.ts'
import { page, prose, type SitePage } from '../layout.ts'

type Case = Readonly<{ page: SitePage; cause: string; isOptional?: boolean }>

/** Addresses of the inner network (RFC 1918, RFC 4193) that reached the outside. */
export const ADDRESS_PAGES: readonly Case[] = [
  {
    page: {
      path: '/hours.php',
      label: 'Opening hours',
      reply: () =>
        page('Opening hours', '<p>Tuesday to Saturday, ten to six.</p>', {
          foot: '<!-- rendered by 10.44.3.17 in 12 ms -->',
        }),
    },
    cause: '10/8 in a comment of the page',
  },
  {
    page: {
      path: '/api/printers',
      label: 'Label printers as data',
      reply: () => json({ printers: [{ name: 'labels', host: '192.168.178.31', port: 9100 }] }),
    },
    cause: '192.168/16 in JSON',
  },
  {
    page: {
      path: '/directions.php',
      label: 'Directions',
      reply: () =>
        page('Directions', '<p>Bus 4 to the harbour, then up the hill.</p>', {
          headers: { 'x-backend-server': '172.20.8.5:8080' },
        }),
    },
    cause: '172.16/12 in a header',
  },
  {
    page: {
      path: '/team.php',
      label: 'The team',
      reply: () =>
        page('The team', '<p>Anna, Olof and Maja.</p>', {
          foot: '<!-- cache: hit fd3c:91ab:44::17 -->',
        }),
    },
    cause: 'fc00::/7 in a comment',
    isOptional: true,
  },
]

export const ADDRESS_SCRIPT: WebFile = {
  path: '/js/counter.js',
  type: 'text/javascript',
  content: () => "window.counter = 'http://10.8.0.12:9090/count'\n",
}

type Twin = Readonly<{ page: SitePage; why: string }>

export const ADDRESS_TWINS: readonly Twin[] = [
  {
    page: prose(
      '/changes.php',
      'Changes of this site',
      'Release 10.2.3.4.5 came after v10.4.2.1 of 2026. Tested with Chrome/10.0.648.204. Dates: 10.11.2026, 192.168 visitors, 10.256.1.1 points.',
    ),
    why: 'versions, dates and numbers',
  },
  {
    page: prose(
      '/network.php',
      'Where our servers stand',
      'We answer from 203.0.113.20, before that from 172.32.4.4, 172.15.0.9, 11.0.0.1 and 192.169.0.1.',
    ),
    why: 'public addresses beside the private ranges',
  },
  {
    page: {
      path: '/blog/router.php',
      label: 'Blog: the router in the loft',
      reply: () =>
        page(
          'The router in the loft',
          `<article><p>Most routers answer at http://192.168.1.1/ or http://10.0.0.1/. Open that address in your
browser, log in with the word on the label, and change the name of the network.</p></article>`,
        ),
    },
    why: 'a manual: the usual address of routers, not one of ours',
  },
]
