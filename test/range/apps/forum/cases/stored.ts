import { get, type Route } from '../../../kit/app.ts'
import { link, links, list } from '../../../kit/frame.ts'
import { encode } from '../../../kit/html.ts'
import { form, notFound, page } from '../layout.ts'
import { makeWall, taking, takingJson, wallPage, type Entry } from '../wall.ts'

const of = (entry: Entry, name: string): string => entry[name] ?? ''
const shown = (entry: Entry, name: string): string => encode(of(entry, name))

/** As the encoders of some template languages do: single quotes stay. */
const encodeMarkup = (text: string): string => encode(text).replaceAll('&#39;', "'")

/** Takes what members write and shows it to others, each time with one mistake. */
export const storedRoutes = (): readonly Route[] => [
  ...onTheirOwnPage(),
  ...profile(),
  ...shouts(),
  ...notices(),
  ...clubs(),
]

const onTheirOwnPage = (): readonly Route[] => [
  ...wallPage({
    path: '/threads/lamps',
    heading: 'Lamps',
    action: '/threads/lamps/comments',
    fields: [
      { name: 'author', label: 'Your name' },
      { name: 'text', label: 'Comment', long: true },
    ],
    first: { author: 'Ole', text: 'Mine burns all night.' },
    show: (entry) =>
      `<article><b>${shown(entry, 'author')}</b> <p>${of(entry, 'text')}</p></article>`,
  }),
  // Encoded well, but nobody asked for the scheme.
  ...wallPage({
    path: '/guestbook',
    heading: 'Guest book',
    action: '/guestbook/entries',
    fields: [
      { name: 'name', label: 'Name' },
      { name: 'homepage', label: 'Homepage' },
      { name: 'words', label: 'Your words', long: true },
    ],
    first: { name: 'Ida', homepage: 'https://ida.example/', words: 'A fine harbour.' },
    show: (entry) =>
      `<p><a href="${shown(entry, 'homepage')}">${shown(entry, 'name')}</a>: ${shown(entry, 'words')}</p>`,
  }),
  // Encoded for markup, but put into a script.
  ...wallPage({
    path: '/polls',
    heading: 'What shall we build?',
    action: '/polls/answers',
    fields: [{ name: 'answer', label: 'Your answer' }],
    first: { answer: 'A bench' },
    show: (entry) =>
      `<script>window.answers = [...(window.answers ?? []), '${encodeMarkup(of(entry, 'answer'))}']</script>`,
  }),
  ...wallPage({
    path: '/gallery',
    heading: 'Gallery',
    action: '/gallery/pictures',
    encoding: 'multipart',
    fields: [{ name: 'caption', label: 'Caption', value: 'Boats' }],
    first: { caption: 'The pier' },
    show: (entry) =>
      `<img src="/assets/boat.svg" alt="${of(entry, 'caption').replaceAll(/[<>]/g, '')}">`,
  }),
  // Encoded well, but without quotes around it a blank ends the value.
  ...wallPage({
    path: '/badges',
    heading: 'Badges',
    fields: [{ name: 'label', label: 'Label of the badge' }],
    first: { label: 'Sailor' },
    show: (entry) => `<span class=badge title=${shown(entry, 'label')}>*</span>`,
  }),
  // The filter knows one tag and one scheme.
  ...wallPage({
    path: '/signatures',
    heading: 'Signatures',
    fields: [{ name: 'signature', label: 'Signature', long: true }],
    first: { signature: 'Fair winds' },
    show: (entry) =>
      `<div>${of(entry, 'signature').replaceAll(/<\/?script[^>]*>|javascript:/gi, '')}</div>`,
  }),
]

/** Taken and shown well on one page, shown without encoding on another. */
function profile(): readonly Route[] {
  const wall = makeWall({ name: 'Ole', town: 'Bergen' })
  const fields = [
    { name: 'name', label: 'Name to show' },
    { name: 'town', label: 'Town' },
  ]
  return [
    get('/profile', () => {
      const [latest = {}] = wall.all()
      return page(
        'Your profile',
        `${form('/profile', fields)}<p>You are ${shown(latest, 'name')} from ${shown(latest, 'town')}.</p>`,
      )
    }),
    taking({ wall, action: '/profile', fields, next: () => '/profile' }),
    get('/members', () =>
      page(
        'Members',
        list(wall.all().map((entry) => `${of(entry, 'name')} from ${shown(entry, 'town')}`)),
      ),
    ),
  ]
}

/** Taken as JSON, shown on a page. */
function shouts(): readonly Route[] {
  const wall = makeWall({ text: 'Ahoy', mood: 'glad' })
  return [
    get('/shouts', () =>
      page(
        'Shouts',
        `<script src="/assets/shouts.js"></script>
${list(wall.all().map((entry) => `<q>${of(entry, 'text')}</q> (${shown(entry, 'mood')})`))}`,
      ),
    ),
    takingJson(wall, '/api/shouts', 'shout', ['text', 'mood']),
  ]
}

/** The page that takes a notice shows none; only the feed of recent ones does. */
function notices(): readonly Route[] {
  const wall = makeWall({ headline: 'The ferry is late' })
  const fields = [{ name: 'headline', label: 'Headline' }]
  return [
    get('/notices', () =>
      page('Put up a notice', `${form('/notices', fields)}<p>Thank you for every notice.</p>`),
    ),
    taking({ wall, action: '/notices', fields, next: () => '/notices' }),
    get('/recent', () =>
      page('Recently', list(wall.all().map((entry) => `New: ${of(entry, 'headline')}`))),
    ),
  ]
}

/** A page per club, encoded but for its title. */
function clubs(): readonly Route[] {
  const wall = makeWall({ club: 'Rowing' })
  const fields = [{ name: 'club', label: 'Name of the club' }]
  const view = (id: number): string => `/clubs/view?id=${id}`
  return [
    get('/clubs', () =>
      page('Clubs', `${form('/clubs', fields)}${links([[view(1), 'The oldest club']])}`),
    ),
    taking({ wall, action: '/clubs', fields, next: view }),
    get('/clubs/view', ({ query }) => {
      const club = wall.byId(Number(query.get('id')))
      if (club === undefined) return notFound()
      return page(of(club, 'club'), `<p>${link('/clubs', 'All clubs')}</p>`, {
        title: `${of(club, 'club')} - Harbour Forum`,
      })
    }),
  ]
}
