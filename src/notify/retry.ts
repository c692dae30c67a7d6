/** Seconds between the end of an attempt and the next one (API document, Events, rule 3). */
export const RETRY_DELAYS_S = [2, 4, 8] as const
export const MOST_ATTEMPTS = RETRY_DELAYS_S.length + 1

/** What came of one attempt. */
export type Outcome =
  | Readonly<{ kind: 'answered'; status: number }>
  /** No answer in time, refused, reset, or none that is HTTP. */
  | Readonly<{ kind: 'unreachable'; reason: string }>
  /** Not sent, and another attempt would not be either. */
  | Readonly<{ kind: 'refused'; reason: string }>

export type Verdict =
  | Readonly<{ status: 'delivered' }>
  | Readonly<{ status: 'pending'; delayS: number; error: string }>
  /** Final at once: 3xx and 4xx are not sent again, redirects not followed. */
  | Readonly<{ status: 'failed'; error: string }>
  /** All attempts are used up. */
  | Readonly<{ status: 'abandoned'; error: string }>

/** What becomes of a delivery after its `attempt`-th try, counted from 1. */
export function judge(outcome: Outcome, attempt: number): Verdict {
  if (outcome.kind === 'refused') return { status: 'failed', error: outcome.reason }
  if (outcome.kind === 'unreachable') return again(outcome.reason, attempt)
  const { status } = outcome
  if (status >= 200 && status < 300) return { status: 'delivered' }
  const error = `The receiver answered HTTP ${status}.`
  if (status >= 300 && status < 400) {
    return { status: 'failed', error: `${error} Redirects are not followed.` }
  }
  return status >= 500 ? again(error, attempt) : { status: 'failed', error }
}

function again(error: string, attempt: number): Verdict {
  const delayS = RETRY_DELAYS_S[attempt - 1]
  return delayS === undefined
    ? { status: 'abandoned', error }
    : { status: 'pending', delayS, error }
}
