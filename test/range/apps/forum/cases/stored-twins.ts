import { get, post, type Route } from '../../../kit/app.ts'
import { link, links, list } from '../../../kit/frame.ts'
import { encode, html, json, redirect, scriptJson, text } from '../../../kit/html.ts'
import { form, notFound, page, type Field } from '../layout.ts'
import { sanitise } from '../sanitise.ts'
import { makeWall, taking, takingJson, wallPage, type Entry } from '../wall.ts'

const of = (entry: Entry, name: string): string => entry[name] ?? ''
const shown = (entry: Entry, name: string): string => encode(of(entry, name))

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** The walls once more, with the right encoding for each place. */
export const storedTwins = (): readonly Route[] => [
  ...onTheirOwnPage(),
  ...elsewhere('/pen-name', '/authors', { name: 'name', label: 'Pen name' }),
  ...elsewhere('/events', '/latest', { name: 'headline', label: 'Event' }),
  ...quiz(),
  ...whispers(),
  ...groups(),
  ...neverShown(),
  ...pastes(),
  ...moderated(),
]

const onTheirOwnPage = (): readonly Route[] => [
  ...wallPage({
    path: '/threads/kites',
    heading: 'Kites',
    action: '/threads/kites/comments',
    fields: [
      { name: 'author', label: 'Your name' },
      { name: 'text', label: 'Comment', long: true },
    ],
    first: { author: 'Una', text: 'Write <b>"text"</b>, see it as <script>text</script>.' },
    show: (entry) =>
      `<article><b>${shown(entry, 'author')}</b> <p>${shown(entry, 'text')}</p></article>`,
  }),
  ...wallPage({
    path: '/links',
    heading: 'Links',
    fields: [
      { name: 'name', label: 'Name' },
      { name: 'homepage', label: 'Homepage' },
    ],
    first: { name: 'Ida', homepage: 'https://ida.example/' },
    show: (entry) => {
      const address = isWebAddress(of(entry, 'homepage')) ? of(entry, 'homepage') : '/links'
      return `<p>${link(address, of(entry, 'name'))}</p>`
    },
  }),
  ...wallPage({
    path: '/albums',
    heading: 'Albums',
    action: '/albums/pictures',
    encoding: 'multipart',
    fields: [{ name: 'caption', label: 'Caption', value: 'Boats' }],
    first: { caption: 'The pier' },
    show: (entry) => `<img src="/assets/boat.svg" alt="${shown(entry, 'caption')}">`,
  }),
  ...wallPage({
    path: '/ribbons',
    heading: 'Ribbons',
    fields: [{ name: 'label', label: 'Label of the ribbon' }],
    first: { label: 'Sailor' },
    show: (entry) => `<span class="ribbon" title="${shown(entry, 'label')}">*</span>`,
  }),
  // Some tags stay: that markup comes through is no flaw yet.
  ...wallPage({
    path: '/stories',
    heading: 'Stories',
    fields: [{ name: 'story', label: 'Story, with <b> and <i>', long: true }],
    first: { story: 'It was a <b>dark</b> night.' },
    show: (entry) => `<div>${sanitise(of(entry, 'story'))}</div>`,
  }),
  ...wallPage({
    path: '/drafts',
    heading: 'Drafts',
    fields: [{ name: 'draft', label: 'Draft', long: true }],
    first: { draft: 'Once' },
    show: (entry) => `<textarea readonly>${shown(entry, 'draft')}</textarea>`,
  }),
  ...wallPage({
    path: '/riddles',
    heading: 'Riddles',
    fields: [{ name: 'riddle', label: 'Riddle' }],
    first: { riddle: 'What has keys and no lock?' },
    show: (entry) => `<p>${of(entry, 'riddle').replaceAll(/[<>&"']/g, '')}</p>`,
  }),
]

/** Taken on one page, shown on another. */
function elsewhere(takes: string, shows: string, field: Field): readonly Route[] {
  const wall = makeWall({ [field.name]: 'Una' })
  return [
    get(takes, () => page(field.label, form(takes, [field]))),
    taking({ wall, action: takes, fields: [field], next: () => takes }),
    get(shows, () =>
      page(shows.slice(1), list(wall.all().map((entry) => shown(entry, field.name)))),
    ),
  ]
}

function quiz(): readonly Route[] {
  const wall = makeWall({ guess: 'A bell' })
  const fields = [{ name: 'guess', label: 'Your guess' }]
  return [
    get('/quiz', () =>
      page(
        'Quiz',
        `${form('/quiz/guesses', fields)}<script>window.guesses = ${scriptJson(wall.all())}</script>`,
      ),
    ),
    taking({ wall, action: '/quiz/guesses', fields, next: () => '/quiz' }),
  ]
}

function whispers(): readonly Route[] {
  const wall = makeWall({ text: 'Hush', mood: 'calm' })
  return [
    get('/whispers', () =>
      page(
        'Whispers',
        `<script src="/assets/whispers.js"></script>${link('/api/whispers', 'As data')}
${list(wall.all().map((entry) => `<q>${shown(entry, 'text')}</q>`))}`,
      ),
    ),
    get('/api/whispers', () => json({ whispers: wall.all() })),
    takingJson(wall, '/api/whispers', 'whisper', ['text', 'mood']),
  ]
}

function groups(): readonly Route[] {
  const wall = makeWall({ group: 'Fishing' })
  const fields = [{ name: 'group', label: 'Name of the group' }]
  const view = (id: number): string => `/groups/view?id=${id}`
  return [
    get('/groups', () =>
      page('Groups', `${form('/groups', fields)}${links([[view(1), 'The oldest group']])}`),
    ),
    taking({ wall, action: '/groups', fields, next: view }),
    get('/groups/view', ({ query }) => {
      const group = wall.byId(Number(query.get('id')))
      return group === undefined ? notFound() : page(of(group, 'group'), '<p>A group.</p>')
    }),
  ]
}

function neverShown(): readonly Route[] {
  const wall = makeWall({ reason: 'Too loud' })
  const fields = [{ name: 'reason', label: 'What is wrong?', long: true }]
  return [
    get('/reports', () =>
      page('Tell a moderator', `${form('/reports', fields)}<p>${wall.all().length} so far.</p>`),
    ),
    taking({ wall, action: '/reports', fields, next: () => '/reports' }),
  ]
}

function pastes(): readonly Route[] {
  const wall = makeWall({ paste: 'ls -l' })
  const fields = [{ name: 'paste', label: 'Paste', long: true }]
  return [
    get('/pastes', () =>
      page('Pastes', form('/pastes', fields) + link('/pastes/latest.txt', 'The latest as text')),
    ),
    taking({ wall, action: '/pastes', fields, next: () => '/pastes/latest.txt' }),
    get('/pastes/latest.txt', () =>
      text(
        wall
          .all()
          .map((entry) => of(entry, 'paste'))
          .join('\n--\n'),
      ),
    ),
  ]
}

/** A firewall stands before this wall; what gets past it is encoded all the same. */
function moderated(): readonly Route[] {
  const wall = makeWall({ text: 'Be kind.' })
  const fields = [{ name: 'text', label: 'Text', long: true }]
  return [
    get('/moderated', () =>
      page(
        'Moderated wall',
        form('/moderated', fields) + list(wall.all().map((entry) => shown(entry, 'text'))),
      ),
    ),
    post(
      '/moderated',
      ({ form }) => {
        const value = form.get('text') ?? ''
        if (/[<>"']/.test(value)) {
          return html('<h1>Request blocked</h1><p>The firewall stopped this request.</p>', 403)
        }
        wall.add({ text: value.slice(0, 200) })
        return redirect('/moderated', 303)
      },
      'state',
    ),
  ]
}
