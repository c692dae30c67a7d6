/** What only script leads to in the page below; a test compares it with what a scan asked for. */
export const SCRIPT_ONLY = [
  'built fetched clicked hovered focused keyed scrolled toggled selected typed posted shadowed',
  'framed routed pushed opened nested assigned dialog confirmed doubled timed delegated pressed',
].flatMap((line) => line.split(' '))

/** Addresses are put together from pieces, so that reading the source does not give them. */
export const SPA = `<!doctype html><title>Shop</title>
<style>[data-go] { cursor: pointer }</style>
<main id=root></main>
<script>
const at = (name) => ['', 'on' + 'ly', name].join('/')
const go = (window.go = (name) => fetch(at(name)))
const harm = (name) => fetch(['', 'dan' + 'ger', name].join('/'), { method: 'POST' })
const root = document.getElementById('root')
const make = (tag, text, into = root) => {
  const element = document.createElement(tag)
  element.textContent = text
  // New with every load, as frameworks do it.
  element.id = 'v-' + Math.random().toString(16).slice(2, 12)
  into.append(element)
  return element
}
make('a', 'built').href = at('built')
go('fetched')
setTimeout(() => go('timed'), 300)
make('button', 'click me').addEventListener('click', () => go('clicked'))
make('div', 'hover me').addEventListener('mouseover', () => go('hovered'))
make('input', '').addEventListener('focus', () => go('focused'))
document.addEventListener('keydown', () => go('keyed'))
window.addEventListener('scroll', () => go('scrolled'))
const details = make('details', '')
make('summary', 'more', details)
details.addEventListener('toggle', () => go('toggled'))
const select = make('select', '')
for (const value of ['one', 'two']) make('option', value, select).value = value
select.addEventListener('change', () => select.value === 'two' && go('selected'))
const search = make('input', '')
search.type = 'search'
search.addEventListener('input', () => search.value && fetch(at('typed') + '?q=' + search.value))
const form = make('form', '')
form.append(Object.assign(document.createElement('input'), { name: 'city', required: true }))
make('button', 'Save', form)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const body = JSON.stringify({ city: form.elements.city.value, kind: 'home' })
  fetch(at('posted'), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
})
const shadow = make('div', '').attachShadow({ mode: 'closed' })
make('button', 'in the shade', shadow).onclick = () => go('shadowed')
const frame = document.createElement('iframe')
frame.srcdoc = '<button onclick="parent.go(this.dataset.at)" data-at="framed">in the frame</button>'
root.append(frame)
make('a', 'second view').href = '#/second'
addEventListener('hashchange', () => {
  if (location.hash === '#/second') make('button', 'routed').onclick = () => go('routed')
})
make('button', 'push').onclick = () => history.pushState({}, '', at('pushed'))
make('button', 'open').onclick = () => window.open(at('opened'))
make('button', 'menu').onclick = () => { make('button', 'nested').onclick = () => go('nested') }
make('button', 'assign').onclick = () => location.assign(at('assigned'))
const dialog = make('dialog', '')
make('button', 'in the dialog', dialog).onclick = () => go('dialog')
make('button', 'ask').onclick = () => dialog.showModal()
make('button', 'sure').onclick = () => confirm('Go on?') && go('confirmed')
make('div', 'twice').addEventListener('dblclick', () => go('doubled'))
make('span', 'delegated').dataset.go = 'delegated'
make('span', 'pressed').setAttribute('role', 'button')
document.addEventListener('click', ({ target }) => {
  if (target.dataset?.go) go(target.dataset.go)
  if (target.textContent === 'pressed') go('pressed')
})
// What a scan must leave alone, told by its words only.
make('button', 'Delete account').onclick = () => harm('a')
make('button', 'Log out').onclick = () => harm('b')
make('button', 'Jetzt kaufen').onclick = () => harm('c')
const icon = make('button', '')
icon.setAttribute('aria-label', 'Remove item')
icon.onclick = () => harm('d')
make('button', 'Unsubscribe').onclick = () => confirm('Sure?') && harm('e')
make('button', 'go').onclick = () => confirm('Delete everything?') && harm('f')
make('button', 'drop').onclick = () => fetch(at('kept'), { method: 'DELETE' })
</script>`

/** A small shop of the same kind: one of everything that could come out otherwise the next time. */
export const SMALL_SPA = `<!doctype html><title>Shop</title><main id=root></main><a href="/dom/goes">Go</a>
<a href="/lacks/all">1</a><a href="/lacks/name">2</a><a href="/lacks/nothing">3</a>
<script>
const at = (name) => ['', 'on' + 'ly', name].join('/')
const make = (text, then) => {
  const element = Object.assign(document.createElement('button'), { textContent: text, onclick: then })
  element.id = 'v-' + Math.random().toString(16).slice(2, 12)
  document.getElementById('root').append(element)
}
Promise.all(['one', 'two'].map((name) => fetch(at(name)))).then(() => make('came', () => fetch(at('came'))))
setTimeout(() => fetch(at('late')), 200)
make('save', () => fetch(at('saved'), { method: 'POST', body: 'city=Bern&at=home',
  headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
make('push', () => history.pushState({}, '', at('pushed')))
make('route', () => { location.hash = '#/second' })
addEventListener('hashchange', () => make('second', () => fetch(at('second') + '?q=tea')))
</script>`

/** Every way out that we know of; none may reach the origin `out`. */
export const hostilePage = (out: string): string => `<!doctype html><title>Out</title>
<meta http-equiv=refresh content="1;url=${out}/refresh">
<link rel=prefetch href="${out}/prefetch"><link rel=preconnect href="${out}">
<link rel=dns-prefetch href="${out}"><link rel=stylesheet href="${out}/style.css">
<script src="${out}/script.js"></script><img src="${out}/image.png">
<iframe src="${out}/frame"></iframe><iframe srcdoc="<script src='${out}/srcdoc.js'></script>"></iframe>
<iframe sandbox="allow-scripts allow-popups" srcdoc="<script>fetch('${out}/sandboxed');new WebSocket('${out.replace('http', 'ws')}/sandboxed-ws')</script>"></iframe>
<a id=blank href="${out}/blank" target=_blank rel=noopener ping="${out}/ping">next</a>
<a id=same href="${out}/same">same</a>
<form id=form action="${out}/form" method=post target=_blank><input name=a value=1><button>Save</button></form>
<script>
const ways = [
  () => fetch('${out}/fetch', { mode: 'no-cors' }),
  () => navigator.sendBeacon('${out}/beacon', 'x'),
  () => new WebSocket('${out.replace('http', 'ws')}/ws'),
  () => new EventSource('${out}/events'),
  () => { const f = document.body.appendChild(document.createElement('iframe')); new f.contentWindow.WebSocket('${out.replace('http', 'ws')}/fresh-ws') },
  () => { const f = document.body.appendChild(document.createElement('iframe')); f.contentWindow.fetch('${out}/fresh-fetch', { mode: 'no-cors' }) },
  () => window.open('${out}/popup'),
  () => Window.prototype.open?.call(window, '${out}/popup-2'),
  () => { const f = document.body.appendChild(document.createElement('iframe')); f.contentWindow.open('${out}/popup-3') },
  () => navigator.serviceWorker.register('/hostile-sw.js'),
  () => new Worker(URL.createObjectURL(new Blob(["fetch('${out}/worker',{mode:'no-cors'});new WebSocket('${out.replace('http', 'ws')}/worker-ws')"]))),
  () => { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + '${out}'.slice(7) }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) },
  () => document.getElementById('blank').click(),
  () => document.getElementById('form').submit(),
  () => setTimeout(() => (location.href = '${out}/location'), 200),
]
for (const way of ways) { try { Promise.resolve(way()).catch(() => {}) } catch {} }
</script>`

export const hostileServiceWorker = (out: string): string =>
  `addEventListener('install', () => fetch('${out}/service-worker', { mode: 'no-cors' }))`

/** Pages whose script makes something of what others write, and one that makes text of it. */
export const DOM_PAGES: Readonly<Record<string, string>> = {
  '/dom/open': `
    show.innerHTML = 'Hello ' + decodeURIComponent(location.hash.slice(1))
    document.write('<b>' + new URLSearchParams(location.search).get('lang') + '</b>')
    addEventListener('message', ({ data }) => { if (data.run) eval("greet('" + data.run + "')") })
    if (window.name) setTimeout('greet("' + window.name + '")', 1)
    from.innerHTML = decodeURIComponent(document.referrer)`,
  '/dom/goes': `
    const next = new URLSearchParams(location.hash.slice(1)).get('next')
    if (next) location.href = next`,
  '/dom/twin': `
    show.textContent = 'Hello ' + decodeURIComponent(location.hash.slice(1))
    from.append(new URLSearchParams(location.search).get('lang'), document.referrer)
    addEventListener('message', ({ data, origin }) => { if (origin === location.origin) eval(data.run) })
    if (window.name) setTimeout(greet, 1, window.name)
    const next = new URLSearchParams(location.hash.slice(1)).get('next')
    if (next) location.href = '/' + next`,
}
/** What must be found there: path and parameter. */
export const DOM_FLAWS: readonly string[] = [
  '/dom/goes next',
  '/dom/open document.referrer',
  '/dom/open lang',
  '/dom/open location.hash',
  '/dom/open postMessage',
  '/dom/open window.name',
]

export const domPage = (script: string): string =>
  `<!doctype html><title>Shop</title><div id=show></div><div id=from></div><script>const greet = () => {};${script}</script>`
