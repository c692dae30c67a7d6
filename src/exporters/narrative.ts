import type { Finding } from '../report/finding.ts'

/** The narrative as documents tell it: what a language model wrote says so (decisions 35). */
export const narrativeOf = ({ ai_pentest_narrative, ai_source }: Finding): string | null =>
  ai_pentest_narrative !== null && ai_source === 'model'
    ? `${ai_pentest_narrative} (generated)`
    : ai_pentest_narrative
