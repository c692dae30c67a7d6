/** An `isoSeconds` text with its zone, as RFC 3339 wants it. */
export const zoned = (isoSeconds: string): string => `${isoSeconds}Z`

/** With milliseconds, which STIX asks for. */
export const zonedMillis = (isoSeconds: string): string => `${isoSeconds}.000Z`
