import * as z from 'zod'

import { LIMITS } from '../../../limits.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { parsedScript } from '../script-syntax.ts'
import { looksLikeUrl } from '../urls.ts'
import { linksOfCode } from './scripts.ts'

const SourceMap = z.object({
  mappings: z.string(),
  sourcesContent: z.array(z.string().nullable()),
})

/** Addresses in the sources that a source map brings along (ECMA-426). */
export function* sourceMapLinks({ kind, exchange }: Page): Iterable<Link> {
  const { request, response } = exchange
  if (kind !== 'json' || !response.body.includes('"sourcesContent"')) return
  let room: number = LIMITS.scriptBytes
  for (const source of sourcesOf(response.body)) {
    room -= source.length
    if (room < 0) return
    for (const link of linksOfCode(source, parsedScript(source), request.url)) {
      // Where such a source runs is not known: only what is complete can be used.
      if (looksLikeUrl(link.reference)) yield { ...link, source: 'script:map' }
    }
  }
}

function sourcesOf(body: string): readonly string[] {
  try {
    const map = SourceMap.safeParse(JSON.parse(body))
    return map.success ? map.data.sourcesContent.flatMap((source) => source ?? []) : []
  } catch {
    // A map that was cut does not parse, and holds no whole source.
    return []
  }
}
