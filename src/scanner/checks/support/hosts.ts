import ipaddr from 'ipaddr.js'

import { remember } from '../../http/remember.ts'

const LOOPBACK_NAME = /(?:^|\.)localhost$/

/** True for a name that others on the network reach: no IP address, and not this machine. */
export const isPublicName = remember(
  (host) => !ipaddr.isValid(host.replace(/^\[|\]$/g, '')) && !LOOPBACK_NAME.test(host),
)

/** Hosts whose plain HTTP browsers trust like HTTPS (Secure Contexts, 3.1): this machine. */
export const isThisMachine = remember((host): boolean => {
  if (LOOPBACK_NAME.test(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback'
})
