/** One part of a multipart/form-data body (RFC 7578). `filename` is null for plain fields. */
export type Part = Readonly<{
  name: string
  filename: string | null
  type: string
  value: string
}>

const parameter = (header: string, name: string): string | null =>
  new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)?.slice(1).join('') ?? null

const headerOf = (head: string, name: string): string =>
  head
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? ''

/** Parts in their order; none where the type names no boundary. */
export function parseMultipart(body: string, contentType: string): readonly Part[] {
  const boundary = parameter(contentType, 'boundary')
  if (boundary === null || !contentType.startsWith('multipart/form-data')) return []
  const [, ...sections] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return sections.flatMap((section) => {
    const end = section.indexOf('\r\n\r\n')
    if (!section.startsWith('\r\n') || end === -1) return []
    const head = section.slice(2, end)
    const disposition = headerOf(head, 'content-disposition')
    const name = parameter(disposition, 'name')
    if (name === null) return []
    const filename = parameter(disposition, 'filename')
    return [{ name, filename, type: headerOf(head, 'content-type'), value: section.slice(end + 4) }]
  })
}

/** The value of the first part of that name; empty where there is none. */
export const partValue = (parts: readonly Part[], name: string): string =>
  parts.find((part) => part.name === name)?.value ?? ''
