const LONGEST = 300

/** What a log may say of a fault: later lines of a database error hold the values of its statement. */
export const logLine = (fault: unknown): string =>
  String(fault).split('\n', 1)[0]?.slice(0, LONGEST) ?? ''
