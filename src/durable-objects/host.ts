import { DurableObject } from 'cloudflare:workers'

import { clock } from '../runtime.ts'
import { emptyHost, giveBack, observe, share } from '../scanner/engine/host-pace.ts'
import type { HostGrant, HostReport } from '../services/ports.ts'

/**
 * Politeness towards one host over all accounts. Its state lives in memory alone: shares are leases
 * of seconds, and a restart that forgets them also forgot the units that held them.
 */
export class HostDO extends DurableObject {
  #state = emptyHost

  acquire(holder: string, origin: string, wanted: number, cap: number): HostGrant {
    const [state, answer] = share(this.#state, { holder, origin, wanted, cap }, clock.now())
    this.#state = state
    return answer
  }

  report(seen: HostReport): void {
    this.#state = observe(this.#state, seen, clock.now())
  }

  release(holder: string): void {
    this.#state = giveBack(this.#state, holder)
  }
}
