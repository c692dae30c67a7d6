import type { AdviceInput } from './port.ts'

/** Puts the finding's own place and parameter where a text has `{place}` and `{parameter}`. */
export const fill = (text: string, input: AdviceInput): string =>
  text.replaceAll('{place}', () => placeOf(input)).replaceAll('{parameter}', () => named(input))

export const placeOf = ({ method, path }: AdviceInput): string => `${method} ${path}`

export const named = ({ parameter }: AdviceInput): string =>
  parameter === '' ? 'the value' : `\`${parameter}\``
