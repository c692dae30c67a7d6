import ipaddr from 'ipaddr.js'

const LOOPBACK_NAME = /(?:^|\.)localhost$/

/** True for a name that others on the network reach: no IP address, and not this machine. */
export const isPublicName = (host: string): boolean =>
  !ipaddr.isValid(host.replace(/^\[|\]$/g, '')) && !LOOPBACK_NAME.test(host)

/** Hosts whose plain HTTP browsers trust like HTTPS (Secure Contexts, 3.1): this machine. */
export function isThisMachine(host: string): boolean {
  if (LOOPBACK_NAME.test(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback'
}
