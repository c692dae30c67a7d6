import { get, post, type Route } from '../../kit/app.ts'
import { links, type Entries } from '../../kit/frame.ts'
import { html, text } from '../../kit/html.ts'
import { form, page } from './layout.ts'

const HUBS: Readonly<Record<string, readonly [heading: string, entries: Entries]>> = {
  '/': [
    'Harbour Forum',
    [
      ['/threads/lamps', 'Thread: lamps'],
      ['/threads/kites', 'Thread: kites'],
      ['/threads/safety?part=1', 'Thread: safety'],
      ['/online?room=pier', 'Who is here?'],
      ['/recent', 'Recently'],
      ['/latest', 'Latest events'],
      ['/polls', 'Poll of the week'],
      ['/guestbook', 'Guest book'],
    ],
  ],
  '/people': [
    'People',
    [
      ['/members', 'Members'],
      ['/profile', 'Your profile'],
      ['/authors', 'Authors'],
      ['/pen-name', 'Your pen name'],
      ['/clubs', 'Clubs'],
      ['/groups', 'Groups'],
      ['/cards/anna', 'The card of Anna'],
      ['/visitors/anna', 'Anna, our visitor'],
      ['/account', 'Your account'],
    ],
  ],
  '/walls': [
    'Walls',
    [
      ['/shouts', 'Shouts'],
      ['/gallery', 'Gallery'],
      ['/badges', 'Badges'],
      ['/signatures', 'Signatures'],
      ['/notices', 'Notices'],
      ['/moderated', 'Moderated wall'],
    ],
  ],
  '/corners': [
    'Quiet corners',
    [
      ['/whispers', 'Whispers'],
      ['/albums', 'Albums'],
      ['/ribbons', 'Ribbons'],
      ['/stories', 'Stories'],
      ['/events', 'Events'],
      ['/quiz', 'Quiz'],
      ['/links', 'Links'],
      ['/reports', 'Tell a moderator'],
      ['/pastes', 'Pastes'],
      ['/drafts', 'Drafts'],
      ['/riddles', 'Riddles'],
    ],
  ],
  '/tools': [
    'Tools',
    [
      ['/tags/lamps', 'Tag: lamps'],
      ['/topics/lamps', 'Topic: lamps'],
      ['/avatar', 'Your avatar'],
      ['/skin?set=plain', 'Plain skin'],
      ['/lounge', 'Lounge'],
      ['/corner', 'Corner'],
      ['/where', 'Where from?'],
      ['/came-from', 'Where from, again?'],
      ['/browser', 'Your browser'],
      ['/client', 'Your client'],
      ['/find?q=lamp', 'Find'],
      ['/search?q=lamp', 'Search'],
      ['/portrait?label=Anna', 'Avatar as a picture'],
      ['/emblem?label=Anna', 'Badge as a picture'],
      ['/api/echo?text=hello', 'Echo'],
    ],
  ],
}

const NICKNAME = [{ name: 'nickname', label: 'Nickname', value: 'Anna' }]
const NEVER = () => html('<p>Done</p>')
const sends = (path: string, group: string): string =>
  `const say = () => fetch('${path}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ${group}: { text: 'Hello', mood: 'glad' } }),
})
document.addEventListener('dblclick', say)
`

/** Pages that lead to everything else, and what a scan must leave alone. */
export const hubRoutes: readonly Route[] = [
  ...Object.entries(HUBS).map(([path, [heading, entries]]) =>
    get(path, () => page(heading, links(entries))),
  ),
  get('/avatar', () =>
    page(
      'Your avatar',
      form('/avatar/preview', NICKNAME, 'multipart') + form('/avatar/check', NICKNAME, 'multipart'),
    ),
  ),
  get('/account', () =>
    page(
      'Your account',
      `${links([
        ['/logout', 'Log out'],
        ['/threads/lamps/delete?comment=1', 'Delete your comments'],
      ])}<form action="/account/close" method="post"><button>Close account</button></form>`,
    ),
  ),
  get('/logout', NEVER, 'dangerous'),
  get('/threads/lamps/delete', NEVER, 'dangerous'),
  post('/account/close', NEVER, 'dangerous'),
  get('/assets/shouts.js', () => text(sends('/api/shouts', 'shout'), 200, 'text/javascript')),
  get('/assets/whispers.js', () => text(sends('/api/whispers', 'whisper'), 200, 'text/javascript')),
  get('/assets/boat.svg', () =>
    text(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>',
      200,
      'image/svg+xml',
    ),
  ),
]
