import { isApiError } from '../../errors.ts'
import { renderPdf } from '../../exporters/documents.ts'
import type { DocumentInput } from '../../exporters/document/context.ts'
import { partOf } from '../../exporters/parts.ts'
import { adviseScan } from '../advice/advise-scan.ts'
import type { Deps } from '../deps.ts'
import type { ScanRecord } from '../scans/record.ts'
import { isDeleted, ownScan } from '../scans/record.ts'
import { archiveOf } from './archive.ts'
import { documentInput } from './input.ts'
import type { ExportOrder } from './ports.ts'

/**
 * Makes the file of an order and leaves it, or leaves word that it cannot be made. Runs again without
 * harm. `isRepeated`: an earlier try ended without a word, so this one would too.
 */
export async function makeFile(deps: Deps, order: ExportOrder, isRepeated: boolean): Promise<void> {
  const { exports, now, log } = deps
  if (await exports.has(order.key)) return
  const fail = (code: 'internal_error' | 'unavailable') =>
    exports.setState(order.key, { kind: 'failed', at: now(), code })
  if (isRepeated) return fail('unavailable')
  try {
    await exports.put(order.key, await render(deps, order))
  } catch (error) {
    log('export_failed', {
      key: order.key,
      message: error instanceof Error ? error.message : String(error),
    })
    // A scan that is gone leaves nothing behind, not even that it failed.
    if (isApiError(error) && error.code === 'not_found') return eraseOrder(deps, order)
    return fail(isApiError(error) ? 'unavailable' : 'internal_error')
  }
  if (!(await areThere(deps, order))) await eraseOrder(deps, order)
}

/** The file of an order and, of a single scan, what it was made of. */
async function eraseOrder({ exports }: Deps, order: ExportOrder): Promise<void> {
  await exports.delete(order.key)
  const [scanId, ...others] = order.scan_ids
  if (scanId !== undefined && others.length === 0) await exports.erase(order.account_id, scanId)
}

async function render(deps: Deps, order: ExportOrder): Promise<Uint8Array> {
  const { format, options } = order
  const [first, ...others] = await subjectsOf(deps, order)
  if (first === undefined) throw new Error('An order without scans')
  if (others.length > 0) {
    return renderPdf([first.input, ...others.map(({ input }) => input)], deps.fonts)
  }
  const part = partOf(format)
  return part === undefined
    ? archiveOf(deps, first.scan, first.input, options)
    : part.make(first.input, options, deps.fonts)
}

type Subject = Readonly<{ scan: ScanRecord; input: DocumentInput }>

async function subjectsOf(deps: Deps, order: ExportOrder): Promise<readonly Subject[]> {
  const subjects: Subject[] = []
  for (const scanId of order.scan_ids) {
    // The file is to hold what the model says, so it is asked before (API document L192).
    const scan = await adviseScan(deps, await ownScan(deps, order.account_id, scanId))
    subjects.push({ scan, input: await documentInput(deps, scan) })
  }
  return subjects
}

async function areThere(deps: Deps, order: ExportOrder): Promise<boolean> {
  for (const scanId of order.scan_ids) {
    if (await isDeleted(deps, order.account_id, scanId)) return false
  }
  return true
}
