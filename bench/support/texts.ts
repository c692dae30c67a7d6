/** Whole numbers from 0 to below `limit`; the same ones for the same seed. */
type Draw = (limit: number) => number

/** Mulberry32 by Tommy Ettinger: small, and even enough for texts. */
function drawFrom(seed: number): Draw {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const WORDS =
  'order basket price shop garden winter table lamp chair offer delivery customer review news contact small large green'.split(
    ' ',
  )

const word = (draw: Draw): string => WORDS[draw(WORDS.length)] ?? 'word'
const words = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => word(draw)).join(' ')
const path = (draw: Draw): string => `/${word(draw)}/${word(draw)}-${draw(5000)}`

type Piece = (draw: Draw) => string

/** What stands in the body of a shop's page, in the shares in which it is drawn. */
const BLOCKS: readonly Piece[] = [
  (draw) =>
    `<nav class="menu menu--${word(draw)}"><ul>${Array.from(
      { length: 12 },
      () =>
        `<li class="menu__item"><a class="menu__link" href="${path(draw)}?page=${draw(9)}&amp;sort=asc" title="${words(draw, 2)}">${words(draw, 2)}</a></li>`,
    ).join('')}</ul></nav>`,
  (draw) =>
    `<table class="prices" id="t${draw(1e6)}">${Array.from(
      { length: 8 },
      () =>
        `<tr><td class="c">${draw(900)}.${draw(90)} &euro;</td><td><a href="${path(draw)}">${words(draw, 3)}</a></td><td>10.${draw(255)} kg</td></tr>`,
    ).join('')}</table>`,
  (draw) => `<p>${words(draw, 80)}. <b>${words(draw, 4)}</b> &amp; ${words(draw, 40)}.</p>`,
  (draw) =>
    `<div class="card card--${word(draw)}" data-id="${draw(1e6)}"><img src="/media/${draw(1e6)}.jpg" srcset="/media/s${draw(1e6)}.jpg 1x, /media/l${draw(1e6)}.jpg 2x" alt="${words(draw, 3)}" loading="lazy"><h3>${words(draw, 4)}</h3><span style="color:#${draw(900) + 100}">${draw(99)}</span></div>`,
  (draw) =>
    `<form action="${path(draw)}" method="post"><input type="hidden" name="token" value="${draw(1e9)}${draw(1e9)}"><label for="f${draw(99)}">${word(draw)}</label><input type="text" name="${word(draw)}" placeholder="${words(draw, 2)}"><select name="${word(draw)}"><option value="1">${word(draw)}</option><option value="2">${word(draw)}</option></select><button type="submit" class="button">${word(draw)}</button></form>`,
  (draw) => `<script>${scriptOf(draw, 1200)}</script>`,
  (draw) => `<!-- ${words(draw, 12)}: see ${path(draw)}.html -->`,
]

const STATEMENTS: readonly Piece[] = [
  (draw) =>
    `function ${name(draw)}(e,t){return e.${word(draw)}?t.${word(draw)}(e,${draw(99)}):null}`,
  (draw) => `var ${name(draw)}={${word(draw)}:"${path(draw)}",${word(draw)}:${draw(1e6)},v:!0};`,
  (draw) => `if(a&&"${words(draw, 2)}"===b.${word(draw)}){c("${word(draw)}",{id:d[${draw(9)}]});}`,
  (draw) => `${name(draw)}.test(x)||(x=x.replace(/[^\\w.-]{1,9}${word(draw)}/g,"-"));`,
  (draw) => `fetch("/api/${word(draw)}/"+n,{method:"GET"}).then(r=>r.json()).then(${name(draw)});`,
  (draw) => `m.exports="data:${word(draw)};${draw(1e9).toString(36)}${draw(1e9).toString(36)}";`,
]
const name: Piece = (draw) => `_${draw(46_655).toString(36)}`

function filled(pieces: readonly Piece[], draw: Draw, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length;) {
    const part = pieces[draw(pieces.length)]?.(draw) ?? ''
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}
const scriptOf = (draw: Draw, length: number): string => filled(STATEMENTS, draw, length)

/** An HTML page of at least `length` characters, as a shop sends it. */
export function makePage(seed: number, length: number): string {
  const draw = drawFrom(seed)
  const head = `<meta charset="utf-8"><meta http-equiv="X-UA-Compatible" content="IE=edge"><title>${words(draw, 4)}</title><meta name="generator" content="WordPress 6.1"><link rel="stylesheet" href="/site.css"><script src="/js/jquery-3.6.0.min.js"></script>`
  return `<!doctype html><html lang="en"><head>${head}</head><body>${filled(BLOCKS, draw, length)}</body></html>`
}

/** A script of at least `length` characters on one line, as a bundler writes it. */
export const makeScript = (seed: number, length: number): string => scriptOf(drawFrom(seed), length)
