/**
 * Quotes, brackets and the marks of template languages around a word: what breaks a statement, a
 * template, a command or markup shows here, and what encodes or refuses it too. Computes nothing. The
 * backslash comes last: there it also takes the quote that closes the value.
 */
export const TRIAGE_TEXT = `{word}'"\`)]}<q>\${{<%#{\\`
