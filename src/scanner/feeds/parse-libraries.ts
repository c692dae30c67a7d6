import { z } from 'zod'

import type { CweId } from '../../report/finding.ts'
import {
  ADVISORY_SEVERITIES,
  type Library,
  type LibraryAdvisory,
  type VersionPattern,
} from '../feeds.ts'
import { boundPattern } from './bounded-pattern.ts'

// The format of the repository of RetireJS, as far as we read it. Bounds are far above what it has.
const Text = z.string().max(2000)
const Patterns = z.array(Text).max(100).default([])
const Vulnerability = z.object({
  atOrAbove: Text.optional(),
  below: Text.optional(),
  excludes: z.array(Text).max(100).default([]),
  severity: z.enum(ADVISORY_SEVERITIES).catch('medium'),
  cwe: z.array(Text).max(20).default([]),
  identifiers: z
    .object({
      summary: z.string().max(20_000).optional(),
      CVE: z.array(Text).max(50).default([]),
      githubID: Text.optional(),
      retid: z.union([Text, z.number()]).optional(),
    })
    .default({ CVE: [] }),
})
const Entry = z.object({
  vulnerabilities: z.array(Vulnerability).max(500).default([]),
  extractors: z
    .object({
      uri: Patterns,
      filename: Patterns,
      filecontent: Patterns,
      filecontentreplace: Patterns,
      hashes: z.record(z.string().max(64), Text).default({}),
    })
    .prefault({}),
})
const Repository = z.record(z.string().min(1).max(100), Entry)
const MOST_LIBRARIES = 2000

export type RawRepository = z.input<typeof Repository>
export type ParsedLibraries = Readonly<{
  libraries: readonly Library[]
  /** Patterns that could not be made safe, and so are left out. */
  refused: number
}>

/** A feed's text as libraries; null when it is no JSON of the format, or holds no library at all. */
export function parseLibraries(text: string): ParsedLibraries | null {
  try {
    const parsed = Repository.safeParse(JSON.parse(text))
    return parsed.success ? makeLibraries(parsed.data) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

type Entries = z.output<typeof Repository>

/** Throws on a table that does not fit: only our own is given to it. */
export const librariesOf = (table: RawRepository): readonly Library[] =>
  makeLibraries(Repository.parse(table))?.libraries ?? []

function makeLibraries(repository: Entries): ParsedLibraries | null {
  const entries = Object.entries(repository)
  if (entries.length > MOST_LIBRARIES) return null
  let refused = 0
  const patterns = (
    sources: readonly string[],
    compile: (source: string) => VersionPattern | null,
  ) =>
    sources.flatMap((source) => {
      const pattern = compile(source)
      if (pattern === null) refused += 1
      return pattern ?? []
    })
  const libraries = entries.flatMap(([name, { vulnerabilities, extractors }]): Library[] => {
    if (vulnerabilities.length === 0) return []
    return [
      {
        name,
        uri: patterns(extractors.uri, inAddress),
        fileName: patterns(extractors.filename, (source) => inAddress(`^(?:${source})$`)),
        content: [
          ...patterns(extractors.filecontent, inContent),
          ...patterns(extractors.filecontentreplace, replaced),
        ],
        hashes: new Map(Object.entries(extractors.hashes)),
        advisories: vulnerabilities.map(advisoryOf),
      },
    ]
  })
  return libraries.length === 0 ? null : { libraries, refused }
}

/** Without so much text to look for first, a pattern would run over every file. */
const LEAST_HINT = 4
const VERSION = '[0-9][0-9.a-z_-]{1,30}'

const inAddress = (source: string): VersionPattern | null =>
  boundPattern(source.replaceAll('§§version§§', VERSION))

function inContent(source: string, version?: string): VersionPattern | null {
  const pattern = boundPattern(source.replaceAll('§§version§§', VERSION), version)
  return pattern === null || pattern.hint.length < LEAST_HINT ? null : pattern
}

/** `/pattern/$1.$2/`: the version is put together from groups. */
function replaced(text: string): VersionPattern | null {
  const [, source, version] = /^\/([\s\S]+)\/([^/]{1,50})\/$/.exec(text) ?? []
  return source === undefined || version === undefined ? null : inContent(source, version)
}

function advisoryOf(raw: z.output<typeof Vulnerability>): LibraryAdvisory {
  const { CVE, githubID, summary } = raw.identifiers
  const cwe = raw.cwe.find(isCwe) ?? null
  return {
    atOrAbove: raw.atOrAbove ?? null,
    below: raw.below ?? null,
    excludes: raw.excludes,
    ids: [...CVE, ...(githubID === undefined ? [] : [githubID])],
    cwe,
    severity: raw.severity,
    summary: summary ?? '',
  }
}

const isCwe = (text: string): text is CweId => /^CWE-\d{1,5}$/.test(text)
