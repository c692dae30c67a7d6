/** Headers by which a proxy tells the host that the client asked for; `{host}` is ours. */
export const HOST_HEADERS: readonly Readonly<{ name: string; value: string }>[] = [
  { name: 'x-forwarded-host', value: '{host}' },
  { name: 'x-host', value: '{host}' },
  { name: 'x-forwarded-server', value: '{host}' },
  { name: 'forwarded', value: 'host={host}' },
]

/** The host that is asked for itself. */
export const HOST = { name: 'host', value: '{host}' } as const

/** Where a page says what is loaded, opened or sent to; the address decides which host that is. */
export const ADDRESS_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['link', 'href'],
  ['base', 'href'],
  ['script', 'src'],
  ['img', 'src'],
  ['iframe', 'src'],
  ['form', 'action'],
])
