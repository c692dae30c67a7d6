import type { LoginResult } from '../auth/login.ts'
import { findProbe } from './session-probe.ts'
import type { Session } from './session.ts'
import type { UnitContext } from './unit-context.ts'

type LoggedIn = Extract<LoginResult, { kind: 'in' }>
type First =
  | Readonly<{ kind: 'given' }>
  | Readonly<{ kind: 'form'; login: LoggedIn; codeStep: number | null }>
  | Extract<LoginResult, { kind: 'failed' }>

const NO_CREDENTIALS = {
  kind: 'failed',
  message: 'The credentials of the login are not there any more.',
  wasRefused: false,
} as const

/** Before anything else is spent: a scan that runs without its session would report a false green. */
export async function logInFirst({ work, session }: UnitContext): Promise<First> {
  if (work.options.auth_config?.type !== 'form') return { kind: 'given' }
  const auth = work.secrets.auth_config
  if (auth?.type !== 'form' || session === null) return NO_CREDENTIALS
  const { result, codeStep } = await session.logIn(auth, null)
  if (result.kind === 'failed') return result
  session.adopt({ generation: 0, headers: result.headers, probe: null, codeStep })
  return { kind: 'form', login: result, codeStep }
}

/**
 * Finds the page by which the scan sees that it is still logged in, and hands the session to the scan.
 * Answers why the login must be doubted, or null.
 */
export async function watchSession(
  context: UnitContext,
  first: Exclude<First, { kind: 'failed' }>,
  opened: URL,
): Promise<string | null> {
  const { work, world, session } = context
  const auth = work.secrets.auth_config
  if (session === null || auth === null) return null
  const landed = first.kind === 'form' ? new URL(first.login.landed) : opened
  const isIn = (url: URL): boolean => context.scope.isInScope(url) && !context.scope.isExcluded(url)
  const probe = await findProbe(
    { send: context.send, anonymous: session.anonymous },
    [landed, opened].filter(isIn),
    auth.type === 'form' ? [auth.username] : [],
  )
  if (probe === null && first.kind === 'form' && first.login.isPlain) {
    return `The login ended at ${landed.origin}${landed.pathname} as it should, but the site answers there as it does to a visitor.`
  }
  const made = {
    headers: first.kind === 'form' ? first.login.headers : {},
    probe,
    codeStep: first.kind === 'form' ? first.codeStep : null,
  }
  const generation = await world.session.keep(made, 0)
  const kept: Session = { ...made, generation }
  session.adopt(kept)
  return null
}
