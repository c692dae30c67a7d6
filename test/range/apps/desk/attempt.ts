import type { Reply } from '../../kit/app.ts'

/** What a route makes of a failing statement; `message` is the database's own text. */
export type OnError = (message: string) => Reply

export async function attempt(work: () => Promise<Reply>, onError: OnError): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    return onError(error instanceof Error ? error.message : String(error))
  }
}

/** Waits for the statement, forgets what came of it and answers the same in every case. */
export async function whatever(statement: Promise<unknown>, reply: Reply): Promise<Reply> {
  await statement.catch(() => undefined)
  return reply
}
