import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/limits.ts'
import { elementsNamed, elementsWith, readHtml } from '../../../src/scanner/crawl/html.ts'

const elements = (
  html: string,
): [name: string, attributes: Record<string, string>, text: string][] =>
  readHtml(html).elements.map(({ name, attributes, text }) => [
    name,
    Object.fromEntries(attributes),
    text,
  ])

describe('readHtml', () => {
  it('reads names in lower case, decoded values, the first of repeated attributes', () => {
    expect(elements('<A HREF="/x?a&amp;b=&#x41;" href=/y Title=a>')).toEqual([
      ['a', { href: '/x?a&b=A', title: 'a' }, ''],
    ])
  })
  it('reads the text of links across nested elements, up to the end tag', () => {
    expect(elements('<a href=x>Log <b>o&uuml;t</b> now</a> later')).toEqual([
      ['a', { href: 'x' }, 'Log o\u00fct now'],
    ])
  })
  it('takes no element out of scripts, styles, text areas and comments', () => {
    const html = '<script>"<a href=1>"</script><textarea><a href=2></textarea><!--<a href=3>-->'
    expect(elements(html)).toEqual([
      ['script', {}, '"<a href=1>"'],
      ['textarea', {}, '<a href=2>'],
    ])
    expect(readHtml(html).comments).toEqual(['<a href=3>'])
  })
  it('marks the end of forms and passes over elements that say nothing', () => {
    expect(elements('<div><form><p></form></div>').map(([name]) => name)).toEqual(['form', '/form'])
  })
  it('finds elements by their name and by an attribute, in document order', () => {
    const html = readHtml('<p id=1><script src=/a></script><p srcdoc=x><script>b</script>')
    expect(elementsNamed(html, 'script').map(({ text }) => text)).toEqual(['', 'b'])
    expect(elementsWith(html, 'srcdoc').map(({ name }) => name)).toEqual(['p'])
    expect(elementsWith(html, 'srcdoc')[0]).toBe(html.elements[2])
    expect(elementsNamed(html, 'a')).toEqual([])
    expect(elementsNamed(null, 'script')).toEqual([])
  })
  it('cuts texts, comments and the number of elements', () => {
    const [link] = readHtml(`<a href=x>${'y'.repeat(5000)}</a>`).elements
    expect(link?.text).toHaveLength(200)
    const { comments } = readHtml(`<!--${'x'.repeat(99_990)}--><!--short--><!--too much-->`)
    expect(comments.map(({ length }) => length)).toEqual([99_990, 5])
    const many = readHtml('<p id=x>'.repeat(LIMITS.elementsPerPage + 5)).elements
    expect(many).toHaveLength(LIMITS.elementsPerPage)
  })
})
