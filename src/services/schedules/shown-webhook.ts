/** Chat platforms: whoever has the path of such a URL may post there (tables.md §6). */
const CHAT_HOSTS =
  /(?:^|\.)(?:slack\.com|slack-gov\.com|discord\.com|discordapp\.com|office\.com|logic\.azure\.(?:com|us|cn)|api\.powerplatform\.com)$/

/** A webhook's URL as its owner may see it: a chat's is masked after the host, a query always. */
export function shownWebhook(text: string): string {
  const url = new URL(text)
  if (CHAT_HOSTS.test(url.hostname)) return `${url.origin}/…`
  return url.search === '' ? text : `${url.origin}${url.pathname}?…`
}
