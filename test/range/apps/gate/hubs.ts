import { get, post, type Route } from '../../kit/app.ts'
import { links, type Entries } from '../../kit/frame.ts'
import { html, text } from '../../kit/html.ts'
import { form, page } from './layout.ts'

const GUIDE = encodeURIComponent('https://docs.portal.example/guide')

const HUBS: Readonly<Record<string, readonly [heading: string, entries: Entries]>> = {
  '/': [
    'Town Portal',
    [
      ['/start', 'Start here'],
      ['/start/own', 'Start there'],
      ['/agenda', 'Agenda'],
      ['/agenda/own', 'Agenda, simple'],
      ['/bulletin', 'Bulletin'],
      ['/widgets', 'Widgets'],
      ['/widgets/own', 'Widgets, simple'],
      ['/whereami', 'Where am I?'],
      ['/kiosk', 'Kiosk'],
      ['/lang?set=de', 'Deutsch'],
      ['/lang/safe?set=de', 'Deutsch, simple'],
      ['/campaign/summer', 'Summer'],
      ['/promo/summer', 'Summer, simple'],
      ['/headers?show=hello', 'What an answer looks like'],
    ],
  ],
  '/places': [
    'Places',
    [
      ['/out/press?url=/places', 'Press'],
      ['/out/map?to=/places', 'Map'],
      ['/out/survey?target=/places', 'Survey'],
      ['/out/library?url=https://portal.example/library', 'Library'],
      ['/out/archive?url=https://portal.example/archive', 'Archive'],
      ['/out/branch?site=https://north.portal.example/', 'Northern branch'],
      ['/out/news?u=/places', 'News'],
      ['/out/tool?href=/files', 'Tools'],
      ['/out/partner?site=https://maps.example/town', 'Partner'],
      ['/continue?page=/desk', 'Continue'],
      ['/gateway?to=/desk', 'Gateway'],
      ['/handoff?next=/desk', 'Hand over'],
      [`/redirect/${GUIDE}`, 'Guide'],
      ['/open?section=news', 'Halls'],
      ['/open/safe?section=news', 'Halls, simple'],
      ['/ways', 'Other ways'],
    ],
  ],
  '/ways': [
    'Other ways',
    [
      ['/away/press?url=/places', 'Press'],
      ['/away/library?url=https://portal.example/library', 'Library'],
      ['/away/map?to=/places', 'Map'],
      ['/away/notice?url=https://maps.example/town', 'Notice'],
      ['/away/partner?site=maps', 'Partner'],
      ['/away/login?next=/places', 'Login'],
      ['/away/encoded?to=news', 'Halls'],
      ['/continue/own?page=/desk', 'Continue'],
      ['/gateway/own?to=/desk', 'Gateway'],
      ['/handoff/own?next=/desk', 'Hand over'],
      ['/forward/desk', 'Forward'],
    ],
  ],
  '/files': [
    'Files',
    [
      ['/share/', 'Shared files'],
      ['/inbox/', 'Letters'],
      ['/dav/', 'Plans'],
      ['/archive/', 'Archive'],
      ['/sandbox/', 'Sandbox'],
      ['/notes/garden', 'Notes'],
      ['/tasks/garden', 'Tasks'],
      ['/diagnosis', 'Diagnosis'],
      ['/download?name=hours.txt', 'Opening hours'],
      ['/download/safe?name=hours.txt', 'Opening hours, simple'],
    ],
  ],
  '/apis': [
    'For programs',
    [
      ...[
        'me',
        'wallet',
        'inbox',
        'calendar',
        'documents',
        'contacts',
        'account',
        'badge',
        'fixed',
      ].map((name) => [`/api/${name}`, name] as const),
      ['/api/public/status', 'Status'],
      ['/api/public/days', 'Days'],
      ['/api/links/open?target=/places', 'Open a link'],
      ['/api/links/show?target=/places', 'Show a link'],
      ['/api/status?tag=web', 'Tagged status'],
      ['/api/status/safe?tag=web', 'Tagged status, simple'],
    ],
  ],
}

const SCRIPT = ['/api/desk/resume', '/api/labels', '/api/notes']
  .map(
    (path, at) => `const ask${at} = () => fetch('${path}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ${['back', 'label', 'note'][at]}: '${['/desk', 'blue', 'hello'][at]}' }),
})
document.addEventListener('dblclick', ask${at})
`,
  )
  .join('')

const NEVER = () => html('<p>Done</p>')

/** Pages that lead to everything else, and what a scan must leave alone. */
export const hubRoutes: readonly Route[] = [
  ...Object.entries(HUBS).map(([path, [heading, entries]]) =>
    get(path, () => page(heading, links(entries))),
  ),
  get('/desk', () =>
    page(
      'Your desk',
      [
        links([
          ['/recover', 'No way in?'],
          ['/recover/own', 'No way in? Simple'],
          ['/logout', 'Log out'],
        ]),
        form('/prefs/language', { language: 'English', back: '/desk' }),
        form('/prefs/theme', { theme: 'dark', back: '/desk' }),
        form('/region', { region: 'north' }),
        form('/region/safe', { region: 'north' }),
        '<form action="/account/close" method="post"><button>Close account</button></form>',
      ].join('\n'),
      { head: '<script src="/assets/desk.js" defer></script>' },
    ),
  ),
  get('/halls/*', () => page('Hall', '<p>This hall is empty.</p>')),
  get('/assets/desk.js', () => text(SCRIPT, 200, 'text/javascript')),
  get('/assets/widgets.js', () => text('document.title += " (clock)"\n', 200, 'text/javascript')),
  get('/logout', NEVER, 'dangerous'),
  post('/account/close', NEVER, 'dangerous'),
]
