/** Elements that hold what an author shows, not what the page does. */
const SHOWING: readonly string[] = ['article', 'pre', 'code', 'blockquote', 'textarea', 'samp']
/** How far back an opening tag is looked for. */
const LOOK_BACK = 20_000
/** How much of a page is read as prose; a trace is never longer. */
const MOST_PROSE = 50_000

/**
 * True where a text in HTML looks quoted: it stands inside one of SHOWING, and the page has more
 * words around it than the text itself. An error page is mostly error; an article about errors is not.
 */
export function isShownAsExample(body: string, at: number, length: number): boolean {
  const before = body.slice(Math.max(0, at - LOOK_BACK), at).toLowerCase()
  // What stands in a comment is shown to nobody.
  if (before.lastIndexOf('<!--') > before.lastIndexOf('-->')) return false
  const isInside = SHOWING.some(
    (name) => before.lastIndexOf(`<${name}`) > before.lastIndexOf(`</${name}`),
  )
  return isInside && proseLength(body, at, length) > length
}

const TAGS = /<(?:script|style)\b[^>]{0,500}>[^<]{0,20000}|<[^<>]{0,500}>/gi

function proseLength(body: string, at: number, length: number): number {
  const around = `${body.slice(Math.max(0, at - MOST_PROSE), at)} ${body.slice(at + length, at + length + MOST_PROSE)}`
  return around.replaceAll(TAGS, ' ').replaceAll(/\s+/g, ' ').length
}
