import type { HttpResponse } from '../../http/exchange.ts'

/** A date that the site wrote, in ms since 1970; NaN for what is none. */
// oxlint-disable-next-line no-restricted-globals -- reads a date that was written; asks no clock
export const timeOf = (written: string): number => Date.parse(written)

/** The server's own clock: a check has none. */
export const answeredAt = ({ headers }: HttpResponse): number => timeOf(headers.get('date') ?? '')
