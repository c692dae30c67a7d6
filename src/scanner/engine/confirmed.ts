import { fingerprint } from '../../report/fingerprint.ts'
import type { CheckMeta } from '../checks/check.ts'
import { issueOf, type Identity } from './findings-key.ts'

type Key = Pick<CheckMeta, 'oncePer'>

/**
 * The issues that this scan has confirmed, as far as one unit knows. Every sighting on every page is
 * looked up, so a fingerprint, which is a hash, is made once per issue and not once per look.
 */
export class Confirmed {
  readonly #keys: Set<string>
  readonly #keyOfIssue = new Map<string, string>()

  /** `keys` (`hitKey`) are what earlier units have confirmed. */
  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys)
  }

  has(identity: Identity, meta: Key): boolean {
    return this.#keys.has(this.#keyOf(identity, meta))
  }

  add(identity: Identity, meta: Key): void {
    this.#keys.add(this.#keyOf(identity, meta))
  }

  #keyOf(identity: Identity, meta: Key): string {
    const issue = issueOf(identity, meta)
    const text = JSON.stringify(issue)
    const known = this.#keyOfIssue.get(text)
    if (known !== undefined) return known
    const key = fingerprint(issue)
    this.#keyOfIssue.set(text, key)
    return key
  }
}
