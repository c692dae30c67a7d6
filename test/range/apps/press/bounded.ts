import { runInNewContext } from 'node:vm'

const LIMIT_MS = 1000

/** Runs work of visitors in this very context; an endless loop ends as an error. */
export const bounded = <T>(work: () => T): T =>
  // `work()` is the last statement, so its value is the script's.
  runInNewContext('work()', { work }, { timeout: LIMIT_MS }) as T

/** What `work` gives, or `otherwise` where it throws. */
export function attempt<T>(work: () => T, otherwise: () => T): T {
  try {
    return bounded(work)
  } catch {
    // Wrong templates and code of visitors are no failure of the site.
    return otherwise()
  }
}
