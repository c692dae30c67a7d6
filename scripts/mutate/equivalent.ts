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
    file: 'src/scanner/checks/passive/info.dberror.ts',
    says: 'if (!DB_ERROR_WORDS.some((word) => words.has(word))) is false',
    why: 'It spares the patterns on pages without their words; db-error.test.ts proves a word for each.',
  },
  {
    file: 'src/scanner/checks/passive/info.private_ip.ts',
    says: 'if (!mayHold(text)) is false',
    why: 'It spares the patterns on texts in which no address begins.',
  },
  {
    file: 'src/scanner/checks/passive/info.stacktrace.ts',
    says: '!format.hints.some((hint) => found.has(hint)) || seen.has(format.language) is only seen.has(format.language)',
    why: 'Every frame, or the head before it, holds a hint: it spares the patterns on pages without one.',
  },
  {
    file: 'src/scanner/checks/passive/info.stacktrace.ts',
    says: 'if (headAt === -1) is false',
    why: 'A slice from -1 is at most the last character, in which there is no frame.',
  },
  {
    file: 'src/scanner/payloads/sql.ts',
    says: "without ' '",
    why: 'It is what makes the condition no SQL; without it the word "undefined" does that.',
  },
  {
    file: 'src/scanner/payloads/sql.ts',
    says: "without ' {left} '",
    why: 'It is what makes the condition no SQL; without it the word "undefined" does that.',
  },
  {
    file: 'src/scanner/checks/script/xss.dom.ts',
    says: 'if (seen === null) is false',
    why: 'The first visits are fewer than a page may have; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/script/xss.dom.ts',
    says: "source.parameter === 'postMessage' && seen.keys.length > 0 is only seen.keys.length > 0",
    why: 'Keys are asked of a message alone, and the visit that sends such a message has no other source.',
  },
  {
    file: 'src/scanner/checks/script/xss.dom.ts',
    says: '!again.isCalled || control?.isCalled !== false || document === null is only !again.isCalled || control?.isCalled !== false',
    why: 'A page that came to no document calls nothing; only the type needs the guard.',
  },
]
