/** A change that makes no difference to what a check reports, and why that is so. */
export type Equivalent = Readonly<{ file: string; says: string; why: string }>

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/scanner/checks/input/xxe.ts',
    says: 'if (carrier === null) is false',
    why: 'appliesTo has asked the same; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/page/exposed.backup.ts',
    says: 'script === null || script.source.marker.test(context.baseline.first.response.body) is only script.source.marker.test(context.baseline.first.response.body)',
    why: 'appliesTo has asked the same; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/origin/info.securitytxt.ts',
    says: 'if (first === undefined) is false',
    why: 'Both places have answered by then; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/origin/https.redirect.ts',
    says: "isProbeError(error) && (error.kind === 'unreachable' || error.kind === 'timeout') is only error.kind === 'unreachable' || error.kind === 'timeout'",
    why: 'No other error has a kind: it is thrown on either way.',
  },
  {
    file: 'src/scanner/checks/origin/https.redirect.ts',
    says: 'if (!isProbeError(error)) is false',
    why: 'No other error has a kind: it is thrown on at the end.',
  },
]
