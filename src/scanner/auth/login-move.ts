import * as login from './login.ts'
import { asksForCode, asksForPassword, chooseStep } from './login-step.ts'
import type { Credential, LoginControl, LoginStep } from './login-step.ts'

/** The page that a login has come to, with or without a browser. */
export type Stand = Readonly<{
  /** With the fragment. */
  url: URL
  controls: readonly LoginControl[]
  status: number
  body: string
}>
export type Rules = Readonly<{
  config: login.FormLogin
  hasCodes: boolean
  /** Where credentials are typed, and nowhere else. */
  origin: string
}>
export type Move =
  | Readonly<{ kind: 'step'; step: LoginStep }>
  | Readonly<{ kind: 'there' }>
  | Readonly<{ kind: 'end'; result: login.LoginResult }>

const end = (result: login.LoginResult): Move => ({ kind: 'end', result })

/**
 * What to do on a page: fill in what it asks for, or see that the login has come to its end. It has
 * succeeded only where the URL says so and the page asks for no password any more.
 */
export function nextMove(stand: Stand, done: ReadonlySet<Credential>, rules: Rules): Move {
  const { url, controls, body } = stand
  const step = chooseStep(controls, done)
  if (done.has('password')) {
    if (asksForPassword(controls)) return end(login.refused(url, body))
    if (asksForCode(controls) && done.has('code')) return end(login.codeRefused(url, body))
    const isThere = login.isLoggedInUrl(url, rules.config)
    if (step === null) return isThere ? { kind: 'there' } : end(login.elsewhere(url, body))
    if (!rules.hasCodes) return isThere ? { kind: 'there' } : end(login.needsCode(url))
  }
  if (step === null) return end(login.noForm(url, stand))
  return url.origin === rules.origin ? { kind: 'step', step } : end(login.leavesHost(url))
}
