import { gunzipSync, gzipSync, strFromU8, strToU8 } from 'fflate'

import { LIMITS } from '../limits.ts'
import type { Report } from '../report/report.ts'
import type { KeptPlaces } from '../scanner/engine/kept-place.ts'

export const reportKey = (accountId: string, scanId: string): string =>
  `results/${accountId}/${scanId}.json.gz`

const rowsKey = (accountId: string, scanId: string): string =>
  `results/${accountId}/${scanId}.csv.gz`

const placesKey = (accountId: string, scanId: string): string =>
  `results/${accountId}/${scanId}.places.json.gz`

/** Reports in R2 as gzipped JSON. A report is written once by its scan and never changes. */
export function makeReportStore(bucket: R2Bucket) {
  return {
    async put(accountId: string, scanId: string, report: Report): Promise<string> {
      const bytes = gzipSync(strToU8(JSON.stringify(report)))
      if (bytes.byteLength > LIMITS.reportBytes) throw new Error('The report is too large to keep')
      const key = reportKey(accountId, scanId)
      await bucket.put(key, bytes, { httpMetadata: { contentType: 'application/json' } })
      return key
    },
    async get(accountId: string, scanId: string): Promise<Report | null> {
      const object = await bucket.get(reportKey(accountId, scanId))
      if (object === null) return null
      const bytes = new Uint8Array(await object.arrayBuffer())
      // oxlint-disable-next-line no-unsafe-type-assertion -- only `put` above writes these keys
      return JSON.parse(strFromU8(gunzipSync(bytes))) as Report
    },
    /** The rows of a report as the CSV of an account reads them: gzipped text. */
    async putRows(accountId: string, scanId: string, bytes: Uint8Array): Promise<void> {
      await bucket.put(rowsKey(accountId, scanId), bytes)
    },
    async rows(accountId: string, scanId: string): Promise<ReadableStream<string> | null> {
      const object = await bucket.get(rowsKey(accountId, scanId))
      return object === null ? null : textOf(object.body)
    },
    /** Where each finding was seen, for a re-test. */
    async putPlaces(accountId: string, scanId: string, places: KeptPlaces): Promise<void> {
      await bucket.put(placesKey(accountId, scanId), gzipSync(strToU8(JSON.stringify(places))))
    },
    async places(accountId: string, scanId: string): Promise<KeptPlaces> {
      const object = await bucket.get(placesKey(accountId, scanId))
      if (object === null) return {}
      const bytes = new Uint8Array(await object.arrayBuffer())
      // oxlint-disable-next-line no-unsafe-type-assertion -- only `putPlaces` writes these keys
      return JSON.parse(strFromU8(gunzipSync(bytes))) as KeptPlaces
    },
    async delete(accountId: string, scanId: string): Promise<void> {
      const keys = [reportKey, rowsKey, placesKey].map((keyOf) => keyOf(accountId, scanId))
      await bucket.delete(keys)
    },
  }
}

const textOf = (gzipped: ReadableStream<Uint8Array>): ReadableStream<string> =>
  gzipped
    // oxlint-disable-next-line no-unsafe-type-assertion -- bytes; the platform's type asks for less
    .pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
    .pipeThrough(new TextDecoderStream())
