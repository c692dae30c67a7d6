/** No value a scan sends holds this: letters of several scripts of chance, the same every time. */
const BOUNDARY = '----PalisadeFormBoundaryK3v9QxZt7Lw2'

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

type Field = readonly [name: string, value: string]

/** The fields as multipart/form-data (RFC 7578), encoded as browsers do (HTML, 4.10.21.8). */
export const multipartBody = (fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${headOf(name)}${value}\r\n`).join('') + `--${BOUNDARY}--\r\n`

/** The body with the first field of this name and value, else the first of this name, replaced. */
export function replaceField(body: string, [name, value]: Field, payload: string): string {
  const head = headOf(name)
  const exact = body.indexOf(`${head}${value}\r\n--${BOUNDARY}`)
  const start = exact === -1 ? body.indexOf(head) : exact
  if (start === -1) return body
  const from = start + head.length
  const end = body.indexOf(`\r\n--${BOUNDARY}`, from)
  return body.slice(0, from) + payload + body.slice(end === -1 ? body.length : end)
}

const headOf = (name: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n`

const escapeName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
