import type { Ask } from './e2e-http.ts'

/** A place of a range app as its truth names it; `kind` where the name alone does not tell. */
export type Place = readonly [
  method: string,
  path: string,
  parameter: string,
  kind?: 'cookie' | 'header' | 'multipart',
]

const BOUNDARY = 'range-boundary-7d1'

const multipart = (name: string, value: string): Ask => ({
  method: 'POST',
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="sheet"; filename="a.csv"\r\n`,
    `content-type: text/csv\r\n\r\na,b\r\n--${BOUNDARY}--\r\n`,
  ].join(''),
})

/** A body whose leaf at `pointer` is `value`; steps that are numbers are places in lists. */
const jsonBody = (pointer: string, value: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduceRight<unknown>(
      (inner, step) => (/^\d+$/.test(step) ? [inner] : { [step]: inner }),
      value,
    )

/** The request, relative to the app, that carries `value` in a place and nothing else. */
export function requestAt(place: Place, value: string): readonly [path: string, ask: Ask] {
  const [method, path, name, kind] = place
  if (kind === 'cookie') {
    return [path, { headers: { cookie: `${name}=${encodeURIComponent(value)}` } }]
  }
  if (kind === 'header') return [path, { headers: { [name]: value } }]
  if (kind === 'multipart') return [path, multipart(name, value)]
  if (name.startsWith('segment ')) {
    const steps = path.split('/')
    steps[Number(name.slice('segment '.length))] = encodeURIComponent(value)
    return [steps.join('/'), {}]
  }
  if (name.startsWith('/')) {
    const headers = { 'content-type': 'application/json' }
    return [path, { method, headers, body: JSON.stringify(jsonBody(name, value)) }]
  }
  const pair = new URLSearchParams({ [name]: value }).toString()
  if (method === 'GET') return [`${path}?${pair}`, {}]
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return [path, { method, headers, body: pair }]
}
