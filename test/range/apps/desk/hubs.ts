import { get, type Route } from '../../kit/app.ts'
import { html, text } from '../../kit/html.ts'
import { link, list, page } from './layout.ts'

type Entry = readonly [address: string, label: string]
type Field = Readonly<{ name: string; value: string; type?: 'hidden' | 'file' | 'email' }>
type Form = Readonly<{ action: string; submit: string; isUpload?: true; fields: readonly Field[] }>
type Hub = Readonly<{ title: string; entries: readonly Entry[]; forms?: readonly Form[] }>

const MAIL: Field = { name: 'mail', value: 'ida@customers.example', type: 'email' }
const ROOM: Field = { name: 'room', value: 'A1' }
const SERIAL: Field = { name: 'serial', value: 'SN-4049' }
const IDS: Field = { name: 'ids', value: '3,5,8', type: 'hidden' }
const SHEET: Field = { name: 'sheet', value: '', type: 'file' }

const upload = (action: string, submit: string, ...fields: readonly Field[]): Form => ({
  action,
  submit,
  isUpload: true,
  fields,
})

/** The pages that lead to everything else: no address of the app is known from here only. */
const HUBS: Readonly<Record<string, Hub>> = {
  '/': {
    title: 'Harbour Desk',
    entries: [
      ['/status/board', 'Status board'],
      ['/status/wall', 'Status wall'],
      ['/site-news', 'Site news'],
      ['/site-notes', 'Site notes'],
      ['/office', 'Your office'],
      ['/branch', 'Your branch'],
      ['/by-name/anna', 'Anna, first line'],
      ['/people/anna', 'Who is Anna?'],
      ['/help/from', 'Help with the last page'],
      ['/help/origin', 'Help'],
    ],
  },
  '/tickets': {
    title: 'Tickets',
    entries: [
      ['/tickets/related?id=12', 'Related to ticket 12'],
      ['/tickets/linked?id=12', 'Linked to ticket 12'],
      ['/tickets/export?sort=created', 'Export'],
      ['/tickets/report?sort=created', 'Report'],
      ['/tickets/recent', 'Recent'],
      ['/tickets/latest', 'Latest'],
      ['/tickets/list?status=open', 'Open ones'],
      ['/tickets/with?status=open', 'With status open'],
      ['/tickets/mine?assignee=boris', 'Mine'],
      ['/tickets/of?assignee=boris', 'Of Boris'],
      ['/tickets/board', 'Board'],
      ['/tickets/wall', 'Wall'],
    ],
    forms: [
      { action: '/tickets/remind', submit: 'Remind me', fields: [MAIL] },
      { action: '/tickets/nudge', submit: 'Nudge me', fields: [MAIL] },
      {
        action: '/tickets/filter',
        submit: 'Devices only',
        fields: [{ name: 'queue_id', value: '2', type: 'hidden' }],
      },
      {
        action: '/tickets/narrow',
        submit: 'Devices',
        fields: [{ name: 'queue', value: '2', type: 'hidden' }],
      },
      { action: '/tickets/bulk', submit: 'Show the marked ones', fields: [IDS] },
      { action: '/tickets/select', submit: 'Show the chosen ones', fields: [IDS] },
    ],
  },
  '/customers': {
    title: 'Customers',
    entries: [
      ['/customers/card?id=4', 'Card of a customer'],
      ['/customers/view?id=4', 'View of a customer'],
    ],
  },
  '/assets': {
    title: 'Assets',
    entries: [
      ['/assets/7', 'Asset 7'],
      ['/machines/7', 'Machine 7'],
      ['/api/assets/tags?asset=3', 'Tags as data'],
      ['/api/assets/labels?asset=3', 'Labels as data'],
    ],
    forms: [
      { action: '/assets/find', submit: 'Find', fields: [ROOM] },
      { action: '/assets/room', submit: 'Look', fields: [ROOM] },
      upload('/assets/import', 'Import', SERIAL, SHEET),
      upload('/assets/upload', 'Upload', SERIAL, SHEET),
      upload('/assets/check', 'Check', SERIAL),
      upload('/assets/verify', 'Verify', SERIAL),
    ],
  },
  '/kb': {
    title: 'Knowledge base',
    entries: [
      ['/kb/suggest?term=toner', 'Suggestions'],
      ['/kb/complete?term=toner', 'Completions'],
      ['/kb/search?q=printer', 'Printers'],
      ['/kb/query?q=printer', 'All on printers'],
      ['/kb/advanced?words=printer', 'Advanced search'],
      ['/kb/article?slug=network', 'No network'],
    ],
  },
  '/stats': {
    title: 'Statistics',
    entries: [
      ['/stats/load?range=30', 'Load'],
      ['/stats/render?title=Tickets', 'Chart'],
      ['/stats/weekly?week=12', 'Weekly'],
      ['/stats/team?name=devices', 'Team'],
      ['/stats/guarded?week=12', 'A quiet week'],
      ['/stats/poll?wait=1', 'Poll'],
      ['/archive/size?year=2024', 'Size of the archive'],
      ['/archive/count?year=2024', 'Articles of the archive'],
      ['/reports/load?least=2', 'Who has much to do'],
      ['/reports/balance?least=2', 'Balance'],
    ],
  },
  '/tools': {
    title: 'Tools',
    entries: [
      ['/tools/labour?minutes=45', 'Labour'],
      ['/tools/split?list=red,green', 'Split a list'],
      ['/tools/slug?title=network', 'Short name'],
      ['/tools/notes?words=printer', 'Notes'],
      ['/tools/ticker?since=1', 'Ticker'],
      ['/logout', 'Log out'],
      ['/tickets/delete?id=12', 'Delete ticket 12'],
    ],
  },
}

const input = ({ name, value, type }: Field): string => {
  const kind = type === undefined ? '' : ` type="${type}"`
  return `<input name="${name}"${kind} value="${value}">`
}
const form = ({ action, submit, isUpload, fields }: Form): string =>
  `<form action="${action}" method="post"${isUpload ? ' enctype="multipart/form-data"' : ''}>
${fields.map(input).join('')}<button>${submit}</button></form>`

/** The requests of the page's script, with the values it asks for. */
const REQUESTS: readonly (readonly [address: string, body: string])[] = [
  ['/api/telemetry', "{ page: { path: '/kb', loaded_ms: 120 } }"],
  ['/api/beacon', "{ page: { path: '/kb', loaded_ms: 120 } }"],
  ['/api/customers/by-town', "{ town: 'Bergen' }"],
  ['/api/customers/in-town', "{ town: 'Bergen' }"],
  ['/api/tickets/search', "{ filter: { customer: { name: 'Ida Strand' } }, limit: 10 }"],
  ['/api/tickets/query', "{ filter: { customer: { name: 'Ida Strand' } }, limit: 10 }"],
  ['/api/assets/count', "{ where: { rooms: ['A1'] } }"],
  ['/api/assets/total', "{ where: { rooms: ['A1'] } }"],
]

const SCRIPT = `${REQUESTS.map(
  ([address, body], index) => `
async function request${index}() {
  const answer = await fetch('${address}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(${body}),
  })
  return answer.json()
}
addEventListener('desk:request${index}', request${index})`,
).join('')}
document.documentElement.dataset.ready = 'yes'
`

const STYLE = 'body{font:16px/1.5 sans-serif;max-width:60rem;margin:auto}nav li{display:inline}'
const done = () => html('<p>Done</p>')

export const hubRoutes: readonly Route[] = [
  ...Object.entries(HUBS).map(([path, { title, entries, forms = [] }]) => {
    const links = list(entries.map(([address, label]) => link(address, label)))
    return get(path, () => page(title, links + forms.map(form).join('\n')))
  }),
  get('/static/desk.css', () => text(STYLE, 200, 'text/css')),
  get('/static/desk.js', () => text(SCRIPT, 200, 'text/javascript')),
  get('/logout', done, 'dangerous'),
  get('/tickets/delete', done, 'dangerous'),
]
