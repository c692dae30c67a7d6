import type { Check } from './check.ts'
import cmdiEcho from './input/cmdi.echo.ts'
import cmdiTime from './input/cmdi.time.ts'
import codeEval from './input/code.eval.ts'
import redirectOpen from './input/redirect.open.ts'
import sqliBoolean from './input/sqli.boolean.ts'
import sqliError from './input/sqli.error.ts'
import sqliTime from './input/sqli.time.ts'
import sqliUnion from './input/sqli.union.ts'
import ssti from './input/ssti.ts'
import xssReflected from './input/xss.reflected.ts'
import exposedVcs from './origin/exposed.vcs.ts'
import cookieSession from './passive/cookie.session.ts'
import cspPolicy from './passive/csp.policy.ts'
import headerHsts from './passive/header.hsts.ts'

/** Every check the scanner runs, in report order. test/checks/registry.test.ts holds this to the folder. */
export const CHECKS: readonly Check[] = [
  headerHsts,
  cookieSession,
  cspPolicy,
  exposedVcs,
  redirectOpen,
  xssReflected,
  sqliError,
  sqliBoolean,
  sqliUnion,
  sqliTime,
  cmdiEcho,
  cmdiTime,
  ssti,
  codeEval,
]
