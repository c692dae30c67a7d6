import { LIMITS } from '../../../limits.ts'

/** `/a.php` and `/b.php` of `/a.php 1x, /b.php 2x`. A comma inside a URL is part of it. */
export function srcsetUrls(value: string): readonly string[] {
  const words = value.split(/\s+/, LIMITS.linksPerPage)
  const urls: string[] = []
  let expectsUrl = true
  for (const word of words.filter((part) => part !== '' && part !== ',')) {
    if (expectsUrl) urls.push(word.replace(/,$/, ''))
    // A comma at the end of a URL or of its descriptor ends the candidate.
    expectsUrl = word.endsWith(',')
  }
  return urls
}
