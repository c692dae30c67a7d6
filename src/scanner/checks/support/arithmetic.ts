import type { InputContext } from '../check.ts'
import { fill } from './fill.ts'
import type { Oracle } from './oracle.ts'

/** A sum whose result is the value. */
export const ARITHMETIC = '{value}-{number}+{number}'

const NUMBER = /^\d{1,9}$/
export const isNumber = (value: string): boolean => NUMBER.test(value)

/** Whether the page of a number is the usual one for the sum, too: then something computed it. */
export async function isComputed(
  oracle: Oracle,
  { input, random }: InputContext,
): Promise<boolean> {
  const number = String(random(11, 99))
  return (await oracle.ask(fill(ARITHMETIC, { value: input.value, number }))).is === 'usual'
}
