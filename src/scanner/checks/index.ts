import type { Check } from './check.ts'
import exposedVcs from './origin/exposed.vcs.ts'
import openRedirect from './input/redirect.open.ts'
import sqliError from './input/sqli.error.ts'
import xss from './input/xss.reflected.ts'
import session from './passive/cookie.session.ts'
import csp from './passive/csp.policy.ts'
import hsts from './passive/header.hsts.ts'

/** Every check the scanner runs, in report order. test/checks/registry.test.ts holds this to the folder. */
export const CHECKS: readonly Check[] = [hsts, session, csp, exposedVcs, openRedirect, xss, sqliError]
