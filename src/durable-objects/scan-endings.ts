import type { ScanError } from '../report/report.ts'
import type { Ending } from '../scanner/engine/scan-state.ts'

const failed = (code: ScanError['code'], message: string): Ending => ({
  status: 'failed',
  error: { code, message },
})

export const ABORTED = failed('aborted', 'The scan was aborted on request.')
export const TOO_LATE = failed('deadline_exceeded', 'The scan did not end within its time budget.')
