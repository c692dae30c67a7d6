import type { Exchange } from '../../http/exchange.ts'
import { DB_ERRORS, type DbSignature } from '../../payloads/db-errors.ts'

export type DbError = Readonly<{ signature: DbSignature; text: string }>

/** Every kind of database error that the body of an answer shows, most telling first. */
export const dbErrorsIn = ({ response }: Exchange): readonly DbError[] =>
  DB_ERRORS.flatMap((signature) => {
    const text = signature.pattern.exec(response.body)?.[0]
    return text === undefined ? [] : [{ signature, text }]
  })

/** The errors of an answer that none of the others shows. */
export function newDbErrors(exchange: Exchange, others: readonly Exchange[]): readonly DbError[] {
  const errors = dbErrorsIn(exchange)
  if (errors.length === 0) return []
  const known = new Set(others.flatMap(dbErrorsIn).map(({ signature }) => signature))
  return errors.filter(({ signature }) => !known.has(signature))
}
