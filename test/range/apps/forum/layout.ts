import type { Reply } from '../../kit/app.ts'
import { frame, link } from '../../kit/frame.ts'
import { encode } from '../../kit/html.ts'

export const page = frame('Harbour Forum', [
  ['/', 'Home'],
  ['/people', 'People'],
  ['/walls', 'Walls'],
  ['/corners', 'Quiet corners'],
  ['/tools', 'Tools'],
])

export const notFound = (): Reply =>
  page('Not found', `<p>Nobody has written here. ${link('/', 'Go home')}</p>`, { status: 404 })

export type Field = Readonly<{ name: string; label: string; value?: string; long?: boolean }>
export type Encoding = 'urlencoded' | 'multipart'

/** A form with one labelled control per field; multipart ones take a picture too. */
export const form = (
  action: string,
  fields: readonly Field[],
  encoding: Encoding = 'urlencoded',
): string => {
  const type = encoding === 'multipart' ? ' enctype="multipart/form-data"' : ''
  const file = '<label>Picture <input name="picture" type="file"></label>'
  return `<form action="${action}" method="post"${type}>
${fields.map(control).join('\n')}
${encoding === 'multipart' ? file : ''}
<button>Add</button>
</form>`
}

const control = ({ name, label, value = '', long = false }: Field): string => {
  const shown = encode(value)
  return long
    ? `<label>${label} <textarea name="${name}">${shown}</textarea></label>`
    : `<label>${label} <input name="${name}" value="${shown}"></label>`
}
