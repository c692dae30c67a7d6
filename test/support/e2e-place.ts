import type { Request } from './range-requests.ts'

/** A place of a range app as its truth names it; `kind` where the name alone does not tell. */
export type Place = readonly [
  method: string,
  path: string,
  parameter: string,
  kind?: 'cookie' | 'header' | 'multipart',
]

/** A body whose leaf at `pointer` is `value`; steps that are numbers are places in lists. */
const jsonBody = (pointer: string, value: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduceRight<unknown>(
      (inner, step) => (/^\d+$/.test(step) ? [inner] : { [step]: inner }),
      value,
    )

/** The request that carries `value` in a place and nothing else. */
export function requestAt(place: Place, value: string): readonly [path: string, Request] {
  const [method, path, name, kind] = place
  if (kind === 'cookie') {
    return [path, { headers: { cookie: `${name}=${encodeURIComponent(value)}` } }]
  }
  if (kind === 'header') return [path, { headers: { [name]: value } }]
  if (kind === 'multipart') return [path, { body: { multipart: { [name]: value } } }]
  if (name.startsWith('segment ')) {
    const steps = path.split('/')
    steps[Number(name.slice('segment '.length))] = encodeURIComponent(value)
    return [steps.join('/'), {}]
  }
  if (name.startsWith('/')) return [path, { body: { json: jsonBody(name, value) } }]
  if (method === 'POST') return [path, { body: { form: { [name]: value } } }]
  return [`${path}?${new URLSearchParams({ [name]: value }).toString()}`, {}]
}
