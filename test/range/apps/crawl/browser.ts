import { get, type Route } from '../../kit/app.ts'
import { html } from '../../kit/html.ts'
import { page, type Resource } from './exhibit.ts'

type Item = readonly [id: string, markup: string, script: string]
type Room = Readonly<{ path: string; items: readonly Item[] }>

/** The address is made as the script runs: from the letters backwards, which nobody reads. */
const PRELUDE = `
const at = (word) => '/live/' + [...word].reverse().join('')
const ask = (word, options) => fetch(at(word), options)
const el = (id) => document.getElementById(id)
`
const back = (id: string): string => Array.from(id).toReversed().join('')
const ask = (id: string): string => `ask('${back(id)}')`
const at = (id: string): string => `at('${back(id)}')`

/** A button, link or other element that asks for its resource when something happens to it. */
const on = (event: string, id: string, markup: string): Item => [
  id,
  markup,
  `el('${id}').addEventListener('${event}', () => ${ask(id)})`,
]

const LOAD: Room = {
  path: '/live/load/',
  items: [
    ['load-fetch', '', ask('load-fetch')],
    ['load-xhr', '', `const x = new XMLHttpRequest(); x.open('GET', ${at('load-xhr')}); x.send()`],
    ['load-post', '', `ask('${back('load-post')}', { method: 'POST', body: '{"a":1}' })`],
    ['load-image', '', `new Image().src = ${at('load-image')}`],
    [
      'load-script',
      '',
      `document.head.append(Object.assign(document.createElement('script'), { src: ${at('load-script')} }))`,
    ],
    [
      'load-frame',
      '',
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${at('load-frame')} }))`,
    ],
    [
      'load-link',
      '',
      `document.body.append(Object.assign(document.createElement('a'), { href: ${at('load-link')}, textContent: 'New' }))`,
    ],
    ['load-late', '', `setTimeout(() => ${ask('load-late')}, 400)`],
    ['load-chain', '', `ask('${back('load-fetch')}').then(() => ${ask('load-chain')})`],
    ['load-beacon', '', `navigator.sendBeacon(${at('load-beacon')}, 'x')`],
    ['load-events', '', `new EventSource(${at('load-events')})`],
    [
      'load-form',
      '<div id="place"></div>',
      `el('place').innerHTML = '<form action="' + ${at('load-form')} + '"><input name="q"><button>Find</button></form>'`,
    ],
    [
      'load-template',
      '<template id="t"><a>Of a template</a></template>',
      `const made = el('t').content.cloneNode(true); made.firstChild.href = ${at('load-template')}; document.body.append(made)`,
    ],
  ],
}

const CLICKS: Room = {
  path: '/live/clicks/',
  items: [
    on('click', 'click-button', '<button id="click-button">Load</button>'),
    on('click', 'click-div', '<div id="click-div" tabindex="0">More</div>'),
    on('click', 'click-role', '<span id="click-role" role="button">Open</span>'),
    on('dblclick', 'click-twice', '<button id="click-twice">Twice</button>'),
    on('mousedown', 'click-down', '<button id="click-down">Press</button>'),
    [
      'click-assigned',
      '<button id="click-assigned">Assigned</button>',
      `el('click-assigned').onclick = () => ${ask('click-assigned')}`,
    ],
    [
      'click-delegated',
      '<ul id="list"><li data-name="x">Item</li></ul>',
      `document.addEventListener('click', (e) => { if (e.target.dataset.name === 'x') ${ask('click-delegated')} })`,
    ],
    [
      'click-prevented',
      '<a id="click-prevented" href="#">Show</a>',
      `el('click-prevented').addEventListener('click', (e) => { e.preventDefault(); ${ask('click-prevented')} })`,
    ],
    [
      'click-goes',
      '<button id="click-goes">Go</button>',
      `el('click-goes').addEventListener('click', () => location.assign(${at('click-goes')}))`,
    ],
    [
      'click-opens',
      '<button id="click-opens">Window</button>',
      `el('click-opens').addEventListener('click', () => window.open(${at('click-opens')}))`,
    ],
    [
      'click-second',
      '<button id="first">First</button><div id="then"></div>',
      `el('first').addEventListener('click', () => { el('then').innerHTML = '<button id="second">Second</button>'; el('second').addEventListener('click', () => ${ask('click-second')}) })`,
    ],
  ],
}

const EVENTS: Room = {
  path: '/live/events/',
  items: [
    on('mouseenter', 'hover-enter', '<div id="hover-enter">Hover</div>'),
    on('mouseover', 'hover-over', '<nav id="hover-over">Menu</nav>'),
    on('focus', 'focus-input', '<input id="focus-input" placeholder="Name">'),
    on('input', 'type-input', '<input id="type-input" placeholder="Search">'),
    on('change', 'change-select', '<select id="change-select"><option>a<option>b</select>'),
    on('change', 'change-check', '<input type="checkbox" id="change-check">'),
    [
      'key-enter',
      '<input id="key-enter" placeholder="Enter">',
      `el('key-enter').addEventListener('keydown', (e) => { if (e.key === 'Enter') ${ask('key-enter')} })`,
    ],
    [
      'submit-script',
      '<form id="f"><input name="q"><button>Find</button></form>',
      `el('f').addEventListener('submit', (e) => { e.preventDefault(); ${ask('submit-script')} })`,
    ],
    [
      'scroll-seen',
      '<div style="height:4000px"></div><div id="scroll-seen">End</div>',
      `new IntersectionObserver((all) => { if (all[0].isIntersecting) ${ask('scroll-seen')} }).observe(el('scroll-seen'))`,
    ],
    [
      'scroll-event',
      '',
      `addEventListener('scroll', () => ${ask('scroll-event')}, { once: true })`,
    ],
  ],
}

const PANELS: Room = {
  path: '/live/panels/',
  items: [
    [
      'details-toggle',
      '<details id="d"><summary>More</summary><p>Text</p></details>',
      `el('d').addEventListener('toggle', () => ${ask('details-toggle')})`,
    ],
    [
      'dialog-inner',
      '<button id="o">Settings</button><dialog id="dl"><button id="dialog-inner">Inside</button></dialog>',
      `el('o').addEventListener('click', () => el('dl').showModal()); el('dialog-inner').addEventListener('click', () => ${ask('dialog-inner')})`,
    ],
    [
      'tab-panel',
      '<button role="tab" id="tab">Tab</button><div id="panel" hidden><button id="tab-panel">In the tab</button></div>',
      `el('tab').addEventListener('click', () => { el('panel').hidden = false }); el('tab-panel').addEventListener('click', () => ${ask('tab-panel')})`,
    ],
    [
      'shadow-open',
      '<div id="h1"></div>',
      `const r1 = el('h1').attachShadow({ mode: 'open' }); r1.innerHTML = '<button>Shadow</button>'; r1.firstChild.addEventListener('click', () => ${ask('shadow-open')})`,
    ],
    [
      'shadow-link',
      '<div id="h2"></div>',
      `el('h2').attachShadow({ mode: 'open' }).innerHTML = '<a href="' + ${at('shadow-link')} + '">Link</a>'`,
    ],
    [
      'custom-element',
      '<x-part></x-part>',
      `customElements.define('x-part', class extends HTMLElement { connectedCallback() { ${ask('custom-element')} } })`,
    ],
    [
      'frame-button',
      '<iframe id="fr" srcdoc="<button>In a frame</button>"></iframe>',
      `el('fr').addEventListener('load', () => el('fr').contentDocument.querySelector('button').addEventListener('click', () => ${ask('frame-button')}))`,
    ],
  ],
}

/** Two routers: what they ask for belongs to a view, which only its address or a click shows. */
const VIEWS: Room = {
  path: '/live/views/',
  items: [
    [
      'view-history',
      '<a id="v1" href="#">Team</a>',
      `const view = () => { if (location.pathname.endsWith('views/team')) ${ask('view-history')} }
el('v1').addEventListener('click', (e) => { e.preventDefault(); history.pushState({}, '', '/live/views/' + 'maet'.split('').reverse().join('')); view() })`,
    ],
    [
      'view-hash',
      '<a href="#/about">About</a>',
      `addEventListener('hashchange', () => { if (location.hash === '#/about') ${ask('view-hash')}; if (location.hash === '#/about/us') ${ask('view-hash-deep')} })`,
    ],
    [
      'view-hash-deep',
      '<div id="sub"></div>',
      `addEventListener('hashchange', () => { if (location.hash === '#/about') el('sub').innerHTML = '<a href="#/about/us">Us</a>' })`,
    ],
    [
      'view-list',
      '<button id="v2">List</button><div id="items"></div>',
      `el('v2').addEventListener('click', () => { history.pushState({}, '', '?v=list'); el('items').innerHTML = '<a href="' + ${at('view-list')} + '">First item</a>' })`,
    ],
  ],
}

const ROOMS: readonly Room[] = [LOAD, CLICKS, EVENTS, PANELS, VIEWS]

export const BROWSER_RESOURCES: readonly Resource[] = [
  ...ROOMS.map(({ path }): Resource => ({ id: path, path, needs: 'nothing' })),
  ...ROOMS.flatMap(({ items }) =>
    items.map(([id]): Resource => ({ id: `/live/${id}`, path: `/live/${id}`, needs: 'browser' })),
  ),
]

export const BROWSER_PAGES: readonly Route[] = ROOMS.map(({ path, items }) =>
  get(path, () => {
    const markup = items.map(([, part]) => part).filter((part) => part !== '')
    // Each in a block of its own, so that what throws in one leaves the others alone.
    const scripts = items.map(([, , code]) => `<script>{ ${code} }</script>`)
    return html(page(path, [...markup, `<script>${PRELUDE}</script>`, ...scripts].join('\n')))
  }),
)
