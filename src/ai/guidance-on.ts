import { DEFAULT_GUIDANCE, GUIDANCE, GUIDANCE_OF_CHECK, type Guidance } from './guidance.ts'
import type { AdviceInput } from './port.ts'

export const guidanceOn = ({ check_id, cwe_id }: AdviceInput): Guidance =>
  GUIDANCE_OF_CHECK[check_id] ?? GUIDANCE[cwe_id] ?? DEFAULT_GUIDANCE
