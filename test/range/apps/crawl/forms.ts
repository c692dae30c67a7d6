import { get, post, type Received, type Route } from '../../kit/app.ts'
import { html } from '../../kit/html.ts'
import { page, type Resource } from './exhibit.ts'

type Field = readonly [name: string, markup: string, isRight: (value: string) => boolean]
type Form = Readonly<{ id: string; markup: string; fields: readonly Field[] }>

const is =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)
const EMAIL = is(/^[^@\s]+@[^@\s]+\.[a-z]+$/)
const NUMBER = is(/^-?\d+(?:\.\d+)?$/)

/** Forms whose answer is an error unless every field holds what its markup asks for. */
const FORMS: readonly Form[] = [
  {
    id: 'text',
    markup: '<input name="q" type="search" required>',
    fields: [['q', '', is(/\S/)]],
  },
  {
    id: 'typed',
    markup: '',
    fields: [
      ['mail', '<input type="email" name="mail" required>', EMAIL],
      ['site', '<input type="url" name="site" required>', is(/^https?:\/\/\S+$/)],
      ['tel', '<input type="tel" name="tel" required>', is(/^[+\d ()-]{7,}$/)],
      [
        'n',
        '<input type="number" name="n" min="5" max="9">',
        (value) => NUMBER(value) && +value >= 5 && +value <= 9,
      ],
      ['step', '<input type="number" name="step" min="3" step="5">', is(/^(?:3|8|13|18)$/)],
      ['range', '<input type="range" name="range" min="10" max="20">', is(/^(?:1\d|20)$/)],
      ['day', '<input type="date" name="day" min="2031-01-01">', is(/^203\d-\d\d-\d\d$/)],
      ['when', '<input type="datetime-local" name="when">', is(/^\d{4}-\d\d-\d\dT\d\d:\d\d/)],
      ['month', '<input type="month" name="month">', is(/^\d{4}-\d\d$/)],
      ['week', '<input type="week" name="week">', is(/^\d{4}-W\d\d$/)],
      ['time', '<input type="time" name="time">', is(/^\d\d:\d\d/)],
      ['color', '<input type="color" name="color">', is(/^#[0-9a-f]{6}$/i)],
    ],
  },
  {
    id: 'labelled',
    markup: '',
    fields: [
      ['f1', '<label for="a1">E-mail address</label><input id="a1" name="f1">', EMAIL],
      ['f2', '<label>Postcode <input name="f2"></label>', is(/^\d{5}$/)],
      ['f3', '<input name="f3" placeholder="Phone">', is(/^[+\d ()-]{7,}$/)],
      ['f4', '<input name="f4" autocomplete="bday">', is(/^\d{4}-\d\d-\d\d$/)],
      ['f5', '<input name="f5" aria-label="Quantity">', NUMBER],
      ['f6', '<input name="f6" title="Website">', is(/^https?:\/\//)],
    ],
  },
  {
    id: 'patterned',
    markup: '',
    fields: [
      ['zip', '<input name="zip" pattern="[0-9]{5}">', is(/^\d{5}$/)],
      ['code', '<input name="code" pattern="[A-Z]{2}-\\d{3,4}">', is(/^[A-Z]{2}-\d{3,4}$/)],
      ['pick', '<input name="pick" pattern="red|green">', is(/^(?:red|green)$/)],
      ['group', '<input name="group" pattern="(?:ab|cd){2}[x-z]?">', is(/^(?:ab|cd){2}[x-z]?$/)],
      ['min', '<input name="min" minlength="12">', is(/^.{12,}$/)],
      ['max', '<input name="max" maxlength="3">', is(/^.{1,3}$/)],
    ],
  },
  {
    id: 'chosen',
    markup: '',
    fields: [
      [
        's',
        '<select name="s"><option value="">Choose</option><option>one</option></select>',
        is(/^one$/),
      ],
      [
        'g',
        '<select name="g"><optgroup label="x"><option value="7">x</optgroup></select>',
        is(/^7$/),
      ],
      [
        'r',
        '<input type="radio" name="r" value="a"><input type="radio" name="r" value="b">',
        is(/^[ab]$/),
      ],
      ['c', '<input type="checkbox" name="c" required>', is(/^on$/)],
      ['t', '<textarea name="t" required></textarea>', is(/\S/)],
      ['h', '<input type="hidden" name="h" value="kept">', is(/^kept$/)],
      [
        'l',
        '<input name="l" list="ls"><datalist id="ls"><option value="oak"></datalist>',
        is(/^oak$/),
      ],
      ['go', '<button name="go" value="1">Go</button>', is(/^1$/)],
    ],
  },
]

const markupOf = ({ id, markup, fields }: Form): string =>
  `<form action="/forms/${id}">${markup}${fields.map(([, field]) => field).join('')}<button>Go</button></form>`

/** Forms of other kinds: how they are written is what they try. */
const MORE = `
<form action="/forms/outside" id="o"><button>Go</button></form><input name="x" form="o" value="1">
<form><input name="own" value="1"><button>Go</button></form>
<form action="/forms/first"><input name="x" value="1"><button formaction="/forms/second" name="b" value="2">Two</button></form>
<form action="/forms/keyed"><input name="x" value="1"><button name="view" value="list">List</button><button name="view" value="grid">Grid</button></form>
<form method="dialog" action="/forms/never"><button>Close</button></form>
<form method="post" action="/forms/posted"><input name="word" required><button>Save</button></form>
<form method="post" enctype="multipart/form-data" action="/forms/parts"><input name="word"><button>Save</button></form>
`

type Answered = (id: string) => void
const PAGE = '/forms/'
const ok = (): ReturnType<typeof html> => html(page('Thank you', '<p>All fields are right.</p>'))
const bad = (): ReturnType<typeof html> => html(page('Not yet', '<p>A field is wrong.</p>'), 422)

const names = (request: Received, name: string): string =>
  request.query.get(name) ??
  request.form.get(name) ??
  request.parts.find((part) => part.name === name)?.value ??
  ''

/** Where a form leads, and what must be sent for the answer to count. */
const TARGETS: readonly (readonly [
  id: string,
  path: string,
  isRight: (request: Received) => boolean,
])[] = [
  ...FORMS.map(({ id, fields }): (typeof TARGETS)[number] => [
    `/forms/${id}`,
    `/forms/${id}`,
    (request) => fields.every(([name, , isRight]) => isRight(names(request, name))),
  ]),
  ['/forms/outside', '/forms/outside', (request) => names(request, 'x') === '1'],
  ['/forms/?own', PAGE, (request) => request.query.has('own')],
  ['/forms/first', '/forms/first', () => true],
  ['/forms/second', '/forms/second', (request) => names(request, 'x') === '1'],
  ['/forms/keyed?list', '/forms/keyed', (request) => names(request, 'view') === 'list'],
  ['/forms/keyed?grid', '/forms/keyed', (request) => names(request, 'view') === 'grid'],
]
const POSTED: readonly (readonly [path: string, isRight: (request: Received) => boolean])[] = [
  ['/forms/posted', (request) => names(request, 'word') !== ''],
  ['/forms/parts', (request) => request.parts.length > 0],
]

export const FORM_RESOURCES: readonly Resource[] = [
  ...TARGETS.map(([id, path]) => ({ id, path })),
  ...POSTED.map(([path]) => ({ id: path, path })),
].map((each) => ({ ...each, needs: 'nothing' }))

/** `answered` is told of each form that was sent with the right values. */
export const formRoutes = (answered: Answered): readonly Route[] => [
  get(PAGE, (request) => {
    answered(PAGE)
    for (const [id, path, isRight] of TARGETS) {
      if (path === PAGE && isRight(request)) answered(id)
    }
    return html(page('Forms', FORMS.map(markupOf).join('\n') + MORE))
  }),
  ...[...new Set(TARGETS.map(([, path]) => path))]
    .filter((path) => path !== PAGE)
    .map((path) =>
      get(path, (request) => {
        const right = TARGETS.filter(([, own, isRight]) => own === path && isRight(request))
        for (const [id] of right) answered(id)
        return right.length > 0 ? ok() : bad()
      }),
    ),
  ...POSTED.map(([path, isRight]) =>
    post(
      path,
      (request) => {
        if (isRight(request)) answered(path)
        return isRight(request) ? ok() : bad()
      },
      'state',
    ),
  ),
]
