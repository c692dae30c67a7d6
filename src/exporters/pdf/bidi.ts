const RTL = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
/** Right-to-left letters with the blanks and marks between them. */
const RUN = new RegExp(String.raw`[${RTL}](?:[${RTL}\p{M}\s\p{P}]*[${RTL}\p{M}])?`, 'gu')
const ANY = new RegExp(`[${RTL}]`, 'u')

/**
 * Sets runs of right-to-left letters in the order they are seen from the left. Letters are not
 * joined and nested directions are not resolved: the report says so.
 */
export const inVisualOrder = (text: string): string =>
  ANY.test(text) ? text.replace(RUN, (run) => Array.from(run).toReversed().join('')) : text
