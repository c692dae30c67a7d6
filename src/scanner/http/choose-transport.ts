import ipaddr from 'ipaddr.js'

import type { Guard, Transport } from '../ports.ts'
import { isProbeError, ProbeError, type HttpRequest } from './exchange.ts'
import type { H1Client } from './h1/client.ts'
import type { Address } from './h1/connection.ts'
import { isPlatformAddress } from './platform-addresses.ts'

export type TransportMeans = Readonly<{
  byFetch: Transport
  bySocket: Pick<H1Client, 'send'>
  guard: Guard
  /** The address that the whole scan goes to, or null (tables.md §3, `target_ip`). */
  targetIp: string | null
}>

/** What every fetch sends as it is; other methods are changed or refused by one runtime or another. */
const FETCH_METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE OPTIONS PATCH PROPFIND'.split(' '),
)
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Picks the way of each request. By socket: what fetch cannot express, all of a scan with
 * `target_ip`, and plain HTTP to names, which is so led to an address that the guard has judged and
 * no later answer of a resolver can move. All else by fetch, and what the platform opens no socket
 * for; what then cannot be sent is ProbeError `no_socket`.
 */
export function chooseTransport(means: TransportMeans): Transport {
  const { byFetch, bySocket, guard, targetIp } = means
  const refused = new Set<string>()
  return async (request, options) => {
    const { url } = request
    const addresses = await guard.assertMayConnect(url, 'target')
    const mustSocket = targetIp !== null || needsSocket(request)
    const isOwn = refused.has(url.host) || addresses.some(isPlatformAddress)
    if (mustSocket && isOwn) throw noSocket(url)
    if (isOwn || !(mustSocket || canBePinned(url))) return byFetch(request, options)
    try {
      return await bySocket.send(request, addressOf(url, addresses), options)
    } catch (error) {
      if (!isProbeError(error) || error.kind !== 'no_socket') throw error
      refused.add(url.host)
      if (mustSocket) throw error
      return byFetch(request, options)
    }
  }
}

/** True for what fetch would change or refuse. */
export const needsSocket = ({ method, wire }: HttpRequest): boolean =>
  wire !== undefined || !FETCH_METHODS.has(method)

/** Where a socket to a URL leads. Throws ProbeError `no_socket` where the platform opens none. */
export function socketAddress(url: URL, addresses: readonly string[]): Address {
  if (addresses.some(isPlatformAddress)) throw noSocket(url)
  return addressOf(url, addresses)
}

/** Where a request goes: with TLS the certificate must be for the name, wherever that leads. */
export function addressOf(url: URL, addresses: readonly string[]): Address {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isV6 = (text: string): boolean => text.includes(':')
  // Machines without IPv6 are more frequent than those without IPv4.
  const known = [...addresses].sort((a, b) => Number(isV6(a)) - Number(isV6(b)))
  return {
    hosts: known.length > 0 ? known : [name],
    port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port),
    tls: url.protocol === 'https:' ? { name } : null,
  }
}

const canBePinned = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))

const noSocket = ({ host }: URL): ProbeError =>
  new ProbeError('no_socket', `The platform opens no sockets to ${host}: the address is its own.`)
