/** A country code at the end: `city.gov.uk` is as much a government as `city.gov`. */
const COUNTRY = /\.[a-z]{2}$/

/**
 * The suffix of the list, separated by blanks, that a host falls under, or null (decisions 50).
 * `.gov` covers `gov` itself, and the same below a country code.
 */
export function ticketSuffixOf(host: string, suffixes: string): string | null {
  const names = [`.${host}`, `.${host.replace(COUNTRY, '')}`]
  const listed = suffixes.split(/\s+/).filter((suffix) => suffix !== '')
  return listed.find((suffix) => names.some((name) => name.endsWith(suffix))) ?? null
}
