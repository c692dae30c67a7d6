/** Milliseconds since the epoch, from the one clock of the service. */
export type Instant = number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** `2026-11-20T10:00:00`: UTC, whole seconds, no zone suffix (API document L31, decisions 6). */
export const isoSeconds = (at: Instant): string =>
  // oxlint-disable-next-line no-restricted-globals -- formats a given instant; reads no clock
  new Date(at).toISOString().slice(0, 19)

/** The instant of an `isoSeconds` text. */
export const fromIsoSeconds = (text: string): Instant =>
  // oxlint-disable-next-line no-restricted-globals -- parses a given text; reads no clock
  Date.parse(`${text}Z`)
