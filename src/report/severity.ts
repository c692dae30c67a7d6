export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/** tables.md §1: what each word promises about the proof behind a row. */
export const CONFIDENCES = ['confirmed', 'likely', 'possible'] as const
export type Confidence = (typeof CONFIDENCES)[number]

export const STATUSES = ['vulnerable', 'warning', 'safe', 'info'] as const
export type RowStatus = (typeof STATUSES)[number]

/** How severe: 0 is critical. Sorts most severe first. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity)
export const confidenceRank = (confidence: Confidence): number => CONFIDENCES.indexOf(confidence)
export const isAtLeast = (severity: Severity, threshold: Severity): boolean =>
  severityRank(severity) <= severityRank(threshold)
