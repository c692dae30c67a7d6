import { connect } from 'cloudflare:sockets'

import { isProbeError, ProbeError, stoppedBy } from '../exchange.ts'
import type { Address, Connection, Dial } from '../h1/connection.ts'

/** What the platform says where a socket would lead to itself: fetch gets there. */
const OWN_ADDRESS = /consider using fetch|HTTP-based service|TCP Loop/i

/**
 * A socket of the platform, to the first of the hosts that answers. With TLS the certificate must be
 * trusted and be for `tls.name`, whatever host is connected to: so a scan is led to one address.
 */
export const dialSocket: Dial = async (address, signal) => {
  let failure: unknown = new ProbeError('unreachable', 'There is no address to connect to.')
  for (const host of address.hosts) {
    if (signal.aborted) throw stoppedBy(signal)
    try {
      return await dialOne(host, address, signal)
    } catch (error) {
      if (!isProbeError(error) || error.kind !== 'unreachable') throw error
      failure = error
    }
  }
  throw failure
}

async function dialOne(
  host: string,
  { port, tls }: Address,
  signal: AbortSignal,
): Promise<Connection> {
  const startedAt = performance.now()
  const hostname = host.includes(':') ? `[${host}]` : host
  const secureTransport = tls === null ? 'off' : 'starttls'
  const plain = await opened(signal, () =>
    connect({ hostname, port }, { secureTransport, allowHalfOpen: false }),
  ).catch((error: unknown) => Promise.reject(failed(`${hostname}:${port}: refused or lost`, error)))
  const connectedAt = performance.now()
  const connectMs = connectedAt - startedAt
  if (tls === null) return connectionOf(plain, { connectMs, tlsMs: null })
  const why = `${hostname}:${port}: its certificate is not trusted, not for ${tls.name}, or it ends TLS`
  const options = tls.name === host ? {} : { expectedServerHostname: tls.name }
  const secure = await opened(signal, () => plain.startTls(options)).catch((error: unknown) => {
    closeQuietly(plain)
    throw failed(why, error)
  })
  return connectionOf(secure, { connectMs, tlsMs: performance.now() - connectedAt })
}

async function opened(signal: AbortSignal, open: () => Socket): Promise<Socket> {
  const socket = open()
  // The promises of a socket reject beside what is awaited; nobody else looks at them.
  socket.closed.catch(() => undefined)
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => {
    closeQuietly(socket)
    reject(stoppedBy(signal))
  }
  signal.addEventListener('abort', stop)
  try {
    await Promise.race([socket.opened, stopped])
    return socket
  } catch (error) {
    closeQuietly(socket)
    throw signal.aborted ? stoppedBy(signal, error) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function failed(what: string, cause: unknown): ProbeError {
  if (isProbeError(cause)) return cause
  const said = cause instanceof Error ? cause.message : ''
  return OWN_ADDRESS.test(said)
    ? new ProbeError('no_socket', `The platform opens no sockets to ${what}.`, { cause })
    : new ProbeError('unreachable', `No connection to ${what}.`, { cause })
}

function connectionOf(
  socket: Socket,
  timings: Pick<Connection, 'connectMs' | 'tlsMs'>,
): Connection {
  const reader: ReadableStreamDefaultReader<Uint8Array> = socket.readable.getReader()
  const writer: WritableStreamDefaultWriter<Uint8Array> = socket.writable.getWriter()
  return {
    ...timings,
    read: async () => (await reader.read()).value ?? null,
    write: (bytes) => writer.write(bytes),
    close: () => {
      reader.cancel().catch(() => undefined)
      closeQuietly(socket)
    },
  }
}

/** What is closed is not asked how that went. */
function closeQuietly(socket: Socket): void {
  socket.close().catch(() => undefined)
}
