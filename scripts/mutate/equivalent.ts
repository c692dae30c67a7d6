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
  {
    file: 'src/scanner/checks/support/db-error.ts',
    says: 'if (errors.length === 0) is false',
    why: 'It spares the patterns on the other answers where this one shows no error.',
  },
  {
    file: 'src/scanner/checks/support/needles.ts',
    says: 'if (slot === 0) is false',
    why: 'Slot 0 has no needles: it spares the look into it at most characters of a text.',
  },
  {
    file: 'src/scanner/checks/support/needles.ts',
    says: 'if (common < least) is true',
    why: 'Any three characters of a needle find it; the rarest are looked at least often.',
  },
  {
    file: 'src/scanner/checks/support/destination.ts',
    says: 'isRedirect(response) || !isHtml(response) || !response.body.includes(about) is only isRedirect(response) || !isHtml(response)',
    why: 'It spares the walk through pages in which no script can mention it.',
  },
  {
    file: 'src/scanner/checks/support/script.ts',
    says: 'code.length > LIMITS.scriptBytes || !code.toLowerCase().includes(name) is only code.length > LIMITS.scriptBytes',
    why: 'It spares the parser on code without the name.',
  },
  {
    file: 'src/scanner/checks/support/script-navigation.ts',
    says: "expression.type === 'Literal' && typeof expression.value === 'string' is only typeof expression.value === 'string'",
    why: 'No other expression has a value; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/support/execution.ts',
    says: 'kind === null || !body.toLowerCase().includes(name) is only kind === null',
    why: 'It spares the walk through pages without the name.',
  },
  {
    file: 'src/scanner/checks/support/fill.ts',
    says: 'if (known !== undefined) is false',
    why: 'It spares taking the same template apart twice.',
  },
  {
    file: 'src/scanner/checks/support/words-in.ts',
    says: 'if (body !== last.body) is true',
    why: 'It spares a second pass over the same body.',
  },
  {
    file: 'src/scanner/checks/support/markup.ts',
    says: 'tag === null || tag.attributes.has(this.#attribute) is only tag.attributes.has(this.#attribute)',
    why: 'Attributes stand in a start tag; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/support/markup.ts',
    says: 'if (tag === null) is false',
    why: 'A start tag ends once; only the type needs the guard.',
  },
  {
    file: 'src/scanner/checks/support/libraries.ts',
    says: 'if (withHashes.length === 0) is false',
    why: 'It spares the hash where no library is known by one.',
  },
  {
    file: 'src/scanner/checks/support/libraries.ts',
    says: 'if (before !== undefined) is false',
    why: 'It spares making the finder of a feed, or judging an address, twice.',
  },
  {
    file: 'src/scanner/checks/support/libraries.ts',
    says: 'if (answers.size >= MOST_KNOWN) is true',
    why: 'It bounds what is remembered; what was forgotten is worked out again.',
  },
  {
    file: 'src/scanner/checks/support/libraries.ts',
    says: 'if (!text.includes(pattern.hint)) is false',
    why: 'A hint is part of all that its pattern matches: it spares the pattern.',
  },
]
