import { isIP } from 'node:net'

const NAME_LENGTH = 253
// What the URL parser would take for something else than a host, or silently drop.
const SPELLING = /^[^/\\@?#%\p{Cc}\p{Z}]+$/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * The host a badge is asked for, as scans store it: lower case, punycode, no port. Null when the
 * text is no host name (decisions 30, 63). IP literals and `localhost` are names too: they occur
 * in local mode, and elsewhere no scan of them can be proven.
 */
export function badgeHost(text: string): string | null {
  if (!SPELLING.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname, port } = new URL(`http://${text}`)
  if (port !== '' || /:\d*$/.test(text.replace(/^\[.*\]/, ''))) return null
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return hostname
  const host = hostname.replace(/\.$/, '')
  const labels = host.split('.')
  if (host.length > NAME_LENGTH || !labels.every((label) => LABEL.test(label))) return null
  return labels.length > 1 || host === 'localhost' ? host : null
}

/** The name itself first, then the same name with or without `www.` (decisions 63). */
export function badgeCandidates(host: string): readonly string[] {
  if (host.startsWith('[') || isIP(host) !== 0 || host === 'localhost') return [host]
  if (!host.startsWith('www.')) return [host, `www.${host}`]
  const apex = host.slice('www.'.length)
  return apex.includes('.') ? [host, apex] : [host]
}
