import type { CweId, OwaspId } from '../report/finding.ts'
import type { Confidence, Severity } from '../report/severity.ts'

/** What advice is made from: no body, no header, no secret of the target goes in. */
export type AdviceInput = Readonly<{
  check_id: string
  title: string
  category: string
  severity: Severity
  confidence: Confidence
  cvss_score: number
  cwe_id: CweId
  owasp_id: OwaspId
  method: string
  /** Path template, without query. */
  path: string
  parameter: string
  location: string
  remediation: string
  instances_count: number
}>

export type Advice = Readonly<{
  /** 0-100: how exploitable, for ranking. */
  triage_score: number
  remediation: string
  narrative: string
  /** Which adviser made it. */
  source: 'rules' | 'model'
}>

/** What changed between two scans, without a byte of either target. */
export type DiffInput = Readonly<{
  isSameTarget: boolean
  added: readonly DiffIssue[]
  fixed: readonly DiffIssue[]
  unchanged: readonly DiffIssue[]
}>
export type DiffIssue = Pick<AdviceInput, 'title' | 'severity'>

export type DiffSummary = Readonly<{ text: string; source: 'rules' | 'model' }>

export type Adviser = Readonly<{
  advise(inputs: readonly AdviceInput[]): Promise<readonly Advice[]>
  /** One or two sentences on what changed; never empty. */
  describeDiff(input: DiffInput): Promise<DiffSummary>
}>
