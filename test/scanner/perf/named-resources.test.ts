import { expect, it } from 'vitest'

import { pageOf } from '../../../src/scanner/crawl/page.ts'
import { namedResources } from '../../../src/scanner/perf/named-resources.ts'
import { answer } from '../crawl/answer.ts'

const namesOf = (html: string): readonly string[] =>
  namedResources(pageOf(answer(html))).map(
    ({ url, kind, blocksRendering }) =>
      `${kind} ${url.href.replace('https://shop.test', '')}${blocksRendering ? ' blocks' : ''}`,
  )

/** Markup, and what a browser loads for it. */
it.each([
  ['<head><script src="a.js"></script>', ['script /dir/a.js blocks']],
  ['<script src=a.js defer></script>', ['script /dir/a.js']],
  ['<script src=a.js async></script>', ['script /dir/a.js']],
  ['<script src=a.js type=module></script>', ['script /dir/a.js']],
  ['<script src=a.js type="text/template"></script>', []],
  ['<script src=a.js nomodule></script>', []],
  ['<script>var src = 1</script>', []],
  ['<body><script src=a.js></script>', ['script /dir/a.js']],
  ['<head></head><script src=a.js></script>', ['script /dir/a.js']],
  ['<title>x</title><p>y</p><script src=a.js></script>', ['script /dir/a.js']],
  ['<p>x</p><link rel=stylesheet href=/s.css>', ['style /s.css blocks']],
  ['<link rel=stylesheet href=/s.css media=print>', ['style /s.css']],
  ['<link rel="alternate stylesheet" href=/s.css>', []],
  ['<link rel="preload" as="font" href="/f.woff2">', ['font /f.woff2']],
  [
    '<link rel="preload" as="style" href="/s.css"><link rel=stylesheet href=/s.css>',
    ['style /s.css blocks'],
  ],
  [
    '<link rel=stylesheet href=/s.css><link rel=preload as=fetch href=/s.css>',
    ['style /s.css blocks'],
  ],
  ['<link rel="modulepreload" href="/m.js">', ['script /m.js']],
  ['<link rel="shortcut icon" href="/i.ico">', ['image /i.ico']],
  ['<link rel="next" href="/2">', []],
  ['<img src="a.png"><img src="b.png" loading="lazy">', ['image /dir/a.png']],
  ['<img src="a.png"><img src="a.png#x">', ['image /dir/a.png']],
  ['<img src="data:image/gif;base64,R0"><img src=""><img src="http://[">', []],
  ['<iframe src="https://maps.example/"></iframe>', ['frame https://maps.example/']],
  ['<video src="v.mp4" poster="p.jpg"></video>', ['image /dir/p.jpg']],
  ['<video src="v.mp4"></video><audio src="a.mp3">', ['media /dir/v.mp4', 'media /dir/a.mp3']],
  ['<base href="/b/"><img src="a.png">', ['image /b/a.png']],
])('%s', (html, expected) => {
  expect(namesOf(html)).toEqual(expected)
})

it('names nothing in what is no HTML', () => {
  const script = answer('<img src=a.png>', { type: 'text/javascript' })
  expect(namedResources(pageOf(script))).toEqual([])
})
