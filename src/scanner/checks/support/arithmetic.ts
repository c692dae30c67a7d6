import type { InputContext } from '../check.ts'
import { fill } from './fill.ts'
import type { Oracle } from './oracle.ts'

/** A sum whose result is the value. */
export const ARITHMETIC = '{value}-{number}+{number}'

/** Or a list of numbers, as a statement has them behind IN: the last takes what is put behind it. */
const NUMBER = /^\d{1,9}(?:, ?\d{1,9}){0,31}$/
export const isNumber = (value: string): boolean => NUMBER.test(value)

/** Whether the page of a number is the usual one for the sum, too: then something computed it. */
export async function isComputed(
  oracle: Oracle,
  { input, random }: InputContext,
): Promise<boolean> {
  const number = String(random(11, 99))
  return (await oracle.ask(fill(ARITHMETIC, { value: input.value, number }))).is === 'usual'
}
