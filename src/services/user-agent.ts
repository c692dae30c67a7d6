import type { Settings } from '../env.ts'
import { VERSION } from '../version.ts'

/** Who asks: the service says so in every request. */
export const userAgentOf = ({ CONTACT }: Pick<Settings, 'CONTACT'>): string =>
  `Palisade/${VERSION} (+${CONTACT})`
