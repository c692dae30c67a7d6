import { page, type Misbehaviour } from './kind.ts'

const ELEMENTS = 300_000

/** A page that a browser must open to see anything of it. */
const scripted = (script: string): Misbehaviour => {
  const body = `<!doctype html><div id="app"></div><a href="/a?x=1">a</a><script>${script}</script>`
  return (response) => page(response, body)
}

/** Pages that hold up or fill up a browser. */
export const SCRIPTS = {
  'runs a script for ever': scripted('for (;;) {}'),
  'asks its visitors for ever': scripted(
    'for (;;) { alert("again"); confirm("sure?"); prompt("name?") }',
  ),
  'grows in the browser': scripted(
    `for (let n = 0; n < ${ELEMENTS}; n += 1) app.append(Object.assign(document.createElement('a'), { href: '/n' + n }))`,
  ),
  'moves on for ever': scripted(
    'let n = 0; setInterval(() => { location.hash = ++n; history.pushState(0, "", "/at/" + n); fetch("/ask/" + n) }, 1)',
  ),
  'opens windows for ever': scripted(
    'setInterval(() => { open("/window"); app.append(Object.assign(document.createElement("iframe"), { src: "/frame" })) }, 1)',
  ),
  'fills the memory of the browser': scripted(
    'const all = []; setInterval(() => all.push(new Array(1e6).fill(Math.random())), 1)',
  ),
} as const satisfies Record<string, Misbehaviour>
