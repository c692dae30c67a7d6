/** Where to connect. `tls.name` is what the certificate must be for, and the name sent (SNI). */
export type Address = Readonly<{
  /** Host names, or IP literals without brackets, in the order in which they are tried. */
  hosts: readonly string[]
  port: number
  tls: Readonly<{ name: string }> | null
}>

/** A byte stream in both directions. Everything but `close` rejects once the other side is gone. */
export type Connection = Readonly<{
  /** The next bytes; null at the end. */
  read(): Promise<Uint8Array | null>
  write(bytes: Uint8Array): Promise<void>
  close(): void
  /** Milliseconds until the connection stood. */
  connectMs: number
  /** Milliseconds of the TLS handshake after that; null without TLS. */
  tlsMs: number | null
}>

/**
 * Opens a connection. Throws ProbeError `unreachable`, or `no_socket` where the platform opens none
 * to its own addresses; `timeout` or `aborted` when the signal says so.
 */
export type Dial = (address: Address, signal: AbortSignal) => Promise<Connection>
