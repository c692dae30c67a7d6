import type { WebFile } from '../disk.ts'

const SCRIPT = 'text/javascript'
const TYPESCRIPT = `import { total } from './total'
// The rebate of regular customers is decided here, until the server can.
export function show(basket: Basket): string {
  return basket.isRegular ? total(basket, 0.12) : total(basket, 0)
}
`
const SCSS = '$lantern: goldenrod;\nbody { main { border-top: 1px solid $lantern; } }\n'
const STYLE =
  'body{font:16px/1.5 serif;max-width:60rem;margin:auto}body main{border-top:1px solid #daa520}'

const script = (
  path: string,
  last = '',
  headers: Readonly<Record<string, string>> = {},
): WebFile => ({
  path,
  type: SCRIPT,
  headers,
  content: () =>
    `(()=>{"use strict";const t=(b,r)=>b.sum*(1-r);window.show=b=>b.isRegular?t(b,.12):t(b,0)})();\n${last}`,
})

type MapFile = Readonly<{ sources: readonly string[]; sourcesContent?: readonly (string | null)[] }>
const mapText = (map: MapFile): string =>
  JSON.stringify({ version: 3, ...map, names: [], mappings: 'AAAA' })
const map = (path: string, content: MapFile): WebFile => ({
  path,
  type: 'application/json',
  content: () => mapText(content),
})
const OWN: MapFile = { sources: ['../src/basket.ts'], sourcesContent: [TYPESCRIPT] }

type Exposed = Readonly<{ map: string; cause: string }>
export const EXPOSED_MAPS: readonly Exposed[] = [
  { map: '/build/app.min.js.map', cause: 'comment at the end of the script, relative' },
  { map: '/maps/basket.map', cause: 'header SourceMap, another folder' },
  { map: '/css/site.css.map', cause: 'comment of a style sheet' },
  { map: '/build/menu.min.js.map', cause: 'beside the script, which does not name it' },
]
/** The map is part of the script itself. */
export const INLINE_MAP = '/build/inline.min.js'

const comment = (target: string): string => `//# sourceMappingURL=${target}\n`
const inline = (): string =>
  `data:application/json;base64,${Buffer.from(mapText(OWN)).toString('base64')}`

export const MAP_FILES: readonly WebFile[] = [
  script('/build/app.min.js', comment('app.min.js.map')),
  map('/build/app.min.js.map', OWN),
  script('/build/basket.min.js', '', { sourcemap: '/maps/basket.map' }),
  map('/maps/basket.map', OWN),
  script('/build/menu.min.js'),
  map('/build/menu.min.js.map', OWN),
  script(INLINE_MAP, comment(inline())),
  {
    path: '/css/site.css',
    type: 'text/css',
    content: () => `${STYLE}\n/*# sourceMappingURL=site.css.map */\n`,
  },
  map('/css/site.css.map', { sources: ['../src/site.scss'], sourcesContent: [SCSS] }),

  // The twins: a map that holds no source, or that is not there, or only talk about maps.
  script('/build/slider.min.js', comment('slider.min.js.map')),
  map('/build/slider.min.js.map', { sources: ['../node_modules/open-slider/index.js'] }),
  script('/build/print.min.js', comment('print.min.js.map')),
  map('/build/print.min.js.map', { sources: ['../src/print.ts'], sourcesContent: [null] }),
  script('/build/gone.min.js', comment('gone.min.js.map')),
  script('/build/moved.min.js', comment('/old/moved.min.js.map')),
  script(
    '/build/help.js',
    'window.hint = "end your file with //# sourceMappingURL=name.js.map";\n',
  ),
]

type Twin = Readonly<{ path: string; why: string }>
export const MAP_TWINS: readonly Twin[] = [
  { path: '/build/slider.min.js.map', why: 'no sourcesContent, an open library' },
  { path: '/build/print.min.js.map', why: 'the content of its source is null' },
  { path: '/build/gone.min.js.map', why: 'named, not there' },
  { path: '/old/moved.min.js.map', why: 'a page that answers everything' },
  { path: '/build/name.js.map', why: 'named in a string only' },
]
