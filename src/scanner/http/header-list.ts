export type HeaderList = readonly (readonly [name: string, value: string])[]

const lists = new WeakMap<Headers, HeaderList>()

/** The headers of a recorded message, names in lower case: runtimes take long to list them. */
export function headerList(headers: Headers): HeaderList {
  const known = lists.get(headers)
  if (known !== undefined) return known
  const list = [...headers]
  lists.set(headers, list)
  return list
}
