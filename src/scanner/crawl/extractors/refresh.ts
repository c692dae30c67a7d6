/** `/next` of `5; url='/next'`, the value of a Refresh header or meta element; null without URL. */
export function refreshUrl(value: string): string | null {
  const text = value.slice(0, 4096).trim()
  const afterTime = text.replace(/^[\d.]+/, '').trimStart()
  if (afterTime === text && !/^[;,]/.test(text)) return null
  const target = afterTime
    .replace(/^[;,]/, '')
    .trimStart()
    .replace(/^url\s*=\s*/i, '')
  const quote = target[0]
  const bare = quote === '"' || quote === "'" ? target.slice(1).split(quote, 1)[0] : target
  return bare === undefined || bare.trim() === '' ? null : bare.trim()
}
