import { plain } from '../crawl/words.ts'
import {
  CODE_FIELD,
  NO_CODE_FIELD,
  OTHER_BUTTON,
  SENDING_BUTTON,
  USER_FIELD,
} from './login-words.ts'

/** A control of a page, as its HTML or a browser shows it. */
export type LoginControl = Readonly<{
  /** Its place among the controls of the page. */
  mark: number
  /** Which form it belongs to; null outside of all. */
  form: number | null
  /** The `type` of an input, else `submit`, `button`, `select` or `textarea`. */
  type: string
  autocomplete: string
  /** Name, id, label, placeholder; of a button what it says. */
  words: string
  isVisible: boolean
}>

export type Credential = 'username' | 'password' | 'code'
/** What to fill in where, and the button that sends it; null: the Enter key, or the form itself. */
export type LoginStep = Readonly<{
  form: number | null
  fills: readonly Readonly<{ mark: number; what: Credential }>[]
  submit: number | null
}>

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'search', ''])
const SENDING_TYPES: ReadonlySet<string> = new Set(['submit', 'image', 'button'])

/** Whether the page asks for one password: it shows a login, or the login again. */
export const asksForPassword = (controls: readonly LoginControl[]): boolean =>
  groupsOf(controls).some((group) => group.filter(isPassword).length === 1)

export const asksForCode = (controls: readonly LoginControl[]): boolean =>
  controls.some((control) => control.isVisible && isCode(control))

/**
 * The next step of a login on a page, or null where it shows none: user name and password, one after
 * the other on pages that ask so, then a code. What is `done` is not given a second time.
 */
export function chooseStep(
  controls: readonly LoginControl[],
  done: ReadonlySet<Credential>,
): LoginStep | null {
  const groups = groupsOf(controls)
  if (!done.has('password')) {
    const withPassword = groups
      .filter((group) => group.filter(isPassword).length === 1)
      .toSorted((a, b) => rank(b) - rank(a))[0]
    if (withPassword) return passwordStep(withPassword)
    const withUser = done.has('username') ? undefined : groups.find((group) => userOf(group, true))
    if (withUser) return stepOf(withUser, [[userOf(withUser, true), 'username']])
  }
  const withCode = done.has('code') ? undefined : groups.find((group) => group.some(isCode))
  return withCode ? stepOf(withCode, [[withCode.find(isCode), 'code']]) : null
}

type Group = readonly LoginControl[]

function groupsOf(controls: readonly LoginControl[]): readonly Group[] {
  const visible = controls.filter(({ isVisible }) => isVisible)
  return [...Map.groupBy(visible, ({ form }) => form).values()]
}

/** Of several forms with a password the one that also asks who it is; sign-ups say `new-password`. */
const rank = (group: Group): number =>
  (group.some(({ autocomplete }) => autocomplete.includes('new-password')) ? -2 : 0) +
  (userOf(group, false) ? 1 : 0)

const passwordStep = (group: Group): LoginStep =>
  stepOf(group, [
    [userOf(group, false), 'username'],
    [group.find(isPassword), 'password'],
    [group.find(isCode), 'code'],
  ])

function stepOf(
  group: Group,
  wanted: readonly (readonly [control: LoginControl | undefined, what: Credential])[],
): LoginStep {
  const fills = wanted.flatMap(([control, what]) => (control ? [{ mark: control.mark, what }] : []))
  return { form: group[0]?.form ?? null, fills, submit: buttonOf(group)?.mark ?? null }
}

function buttonOf(group: Group): LoginControl | undefined {
  const buttons = group.filter(({ type }) => SENDING_TYPES.has(type))
  const own = buttons.filter(({ words }) => !OTHER_BUTTON.test(plain(words)))
  const named = own.filter(({ words }) => SENDING_BUTTON.test(plain(words)))
  return named.find(isSubmit) ?? named[0] ?? own.find(isSubmit)
}

const isSubmit = ({ type }: LoginControl): boolean => type !== 'button'
const isPassword = (control: LoginControl): boolean =>
  control.type === 'password' && !isCode(control)

function isCode({ type, autocomplete, words }: LoginControl): boolean {
  if (autocomplete.includes('one-time-code')) return true
  const text = plain(words)
  const isTyped = TEXT_TYPES.has(type) || type === 'password'
  return isTyped && CODE_FIELD.test(text) && !NO_CODE_FIELD.test(text)
}

/** `mustSay`: beside no password a field must say that it is for the user name, or stand alone. */
function userOf(group: Group, mustSay: boolean): LoginControl | undefined {
  const fields = group.filter((control) => TEXT_TYPES.has(control.type) && !isCode(control))
  const named =
    fields.find(({ autocomplete }) => /\b(?:username|email)\b/.test(autocomplete)) ??
    fields.find(({ type, words }) => type !== 'search' && USER_FIELD.test(plain(words)))
  if (named) return named
  if (mustSay) return undefined
  const until = group.findIndex(isPassword)
  return fields.findLast((field) => group.indexOf(field) < until) ?? fields[0]
}
