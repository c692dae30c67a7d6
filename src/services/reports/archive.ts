import type { DocumentInput } from '../../exporters/document/context.ts'
import type { ExportOptions } from '../../exporters/exporter.ts'
import { PARTS } from '../../exporters/parts.ts'
import { zipOf, type ArchivedFile } from '../../exporters/zip.ts'
import type { Deps } from '../deps.ts'
import type { ScanRecord } from '../scans/record.ts'
import { exportName } from './key.ts'

/**
 * Every format of a scan in one archive. Each is taken as it was made before; one that was not is
 * made now, one after the other, and left for who asks for it alone.
 */
export async function archiveOf(
  deps: Pick<Deps, 'exports' | 'fonts'>,
  scan: ScanRecord,
  input: DocumentInput,
  options: Pick<ExportOptions, 'docsUrl'>,
): Promise<Uint8Array> {
  const files: ArchivedFile[] = []
  for (const part of PARTS) {
    const key = deps.exports.keyOf(scan.accountId, scan.id, exportName(scan, part, options))
    const stored = await deps.exports.get(key)
    if (stored !== null) {
      files.push({ extension: part.extension, bytes: await new Response(stored).bytes() })
      continue
    }
    const bytes = await part.make(input, options, deps.fonts)
    await deps.exports.put(key, bytes)
    files.push({ extension: part.extension, bytes })
  }
  return zipOf(input.report, files)
}
