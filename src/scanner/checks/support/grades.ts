import type { CvssVector } from '../../../report/finding.ts'

/** Score 0.0: the row is an observation, of status and severity info (tables.md §1). */
export const OBSERVATION: CvssVector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N'

/** Why a reading of one header or tag is certain; the engine adds whether a second answer agreed. */
export const READ = 'The headers and the markup of the answer were read as browsers read them.'
