import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { PROFILES } from '../src/report/report.ts'
import { SEVERITIES } from '../src/report/severity.ts'
import { ROOT } from './root.ts'

const CheckFacts = z.object({
  phase: z.string(),
  id: z.string(),
  title: z.string(),
  category: z.string(),
  severity: z.enum(SEVERITIES),
  owasp: z.string(),
  owasp2021: z.string(),
  cwe: z.string(),
  cvss: z.string(),
  cvss_score: z.number(),
  maxRequests: z.number(),
  profile: z.enum(PROFILES),
  optIn: z.boolean().optional(),
  needs: z.array(z.string()).optional(),
  probes: z.array(z.string()),
  description: z.string(),
  remediation: z.string(),
  references: z.array(z.string()),
})
export type CheckFacts = z.infer<typeof CheckFacts>

/** Every check of this version, as the build wrote it down; builds when there is nothing yet. */
export async function readCatalogue(): Promise<readonly CheckFacts[]> {
  const { build } = await import('../scripts/build.ts')
  await build({ root: ROOT })
  const text = await readFile(join(ROOT, 'dist/checks.json'), 'utf8')
  return z.array(CheckFacts).parse(JSON.parse(text))
}
