import { describe, expect, it } from 'vitest'

import { boundPattern } from '../../../src/scanner/feeds/bounded-pattern.ts'
import { cpuMs } from '../../support/cpu.ts'

const V = '([0-9][0-9.a-z_-]{1,30})'

describe('a pattern of a feed', () => {
  it.each([
    [`/\\*!? jQuery v${V}`, '/*! jQuery v3.4.1 |', ' jQuery v', '3.4.1'],
    [`version:\\s*"${V}"`, 'version:  "1.2"', 'version:', '1.2'],
    [`a.*b${V}`, `a${'-'.repeat(300)}b1.0`, 'a', '1.0'],
    [`(?:x|y){2}name="${V}"`, 'xyname="2.0"', 'name="', '2.0'],
    [`[^a-z]core: ?"${V}"`, ',core:"2.0"', 'core:', '2.0'],
    [`\\{core,v:${V}\\}`, '{core,v:2.0}', '{core,v:', '2.0'],
    [`^(?:lib-${V}\\.js)$`, 'lib-2.0.js', '', '2.0'],
    [`[[\\]]lib${V}`, ']lib2.0', 'lib', '2.0'],
  ])('%s still finds %s', (source, text, hint, version) => {
    const bounded = boundPattern(source)
    expect([...text.matchAll(bounded?.pattern ?? /$^/g)][0]?.[1]).toBe(version)
    expect(bounded?.hint).toBe(hint)
  })

  it('knows how far it can reach', () => {
    expect(boundPattern('ab?c{2,4}(?:de){3}')?.reach).toBe(1 + 1 + 4 + 6)
  })

  it.each([
    ['open ends', 'name.*v', 'name.{0,500}v'],
    ['open ends of few characters', 'name\\s+[0-9]*v', 'name\\s{1,26}[0-9]{0,25}v'],
    ['lazy open ends', 'name[^"]+?v', 'name[^"]{1,501}?v'],
    ['from a least number', 'name.{3,}v', 'name.{3,503}v'],
  ])('gets bounds for %s', (_, source, bounded) => {
    expect(boundPattern(source)?.pattern.source).toBe(bounded)
  })

  it.each([
    ['a repeated group that repeats inside', '(?:a+)+b'],
    ['lines, several times', 'head(.*\\n){1,3}foot'],
    ['several wide gaps', 'a.{0,900}b.{0,900}c'],
    ['a group of many', 'name(?:ab){1,40}'],
    ['either of two', 'name|other'],
    ['a bracket that does not close', 'name(v'],
    ['a bracket that nothing opened', 'name)v'],
    ['a set that does not close', 'name[v'],
    ['nothing to repeat', '*name'],
    ['an end in an escape', 'name\\'],
    ['a source without end', 'a'.repeat(1001)],
  ])('is refused for %s', (_, source) => {
    expect(boundPattern(source)).toBeNull()
  })

  it('is quick on text that is made for it', async () => {
    const sources = [`="${V}".{300,1000}Years`, `name[\\s\\S]*${V}`, `\\s+name\\s*=\\s*${V}`]
    const texts = ['="1.0"', 'name1.', ' ', 'name = '].map((text) => text.repeat(20_000))
    for (const source of sources) {
      const { pattern } = boundPattern(source) ?? { pattern: /$^/ }
      for (const text of texts) {
        expect(await cpuMs(() => text.search(pattern)), source).toBeLessThan(1000)
      }
    }
  })
})
