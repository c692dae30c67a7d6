import type { Check } from './check.ts'
import redirectOpen from './input/redirect.open.ts'
import sqliBoolean from './input/sqli.boolean.ts'
import sqliError from './input/sqli.error.ts'
import xssReflected from './input/xss.reflected.ts'
import exposedVcs from './origin/exposed.vcs.ts'
import bannerVersion from './passive/banner.version.ts'
import clickjacking from './passive/clickjacking.ts'
import cookieOther from './passive/cookie.other.ts'
import cookieSession from './passive/cookie.session.ts'
import cspPolicy from './passive/csp.policy.ts'
import headerCrossOrigin from './passive/header.cross_origin.ts'
import headerHsts from './passive/header.hsts.ts'
import headerNosniff from './passive/header.nosniff.ts'
import headerPermissions from './passive/header.permissions.ts'
import headerReferrer from './passive/header.referrer.ts'
import insecureForm from './passive/insecure.form.ts'
import jslibVulnerable from './passive/jslib.vulnerable.ts'
import leakDberror from './passive/leak.dberror.ts'
import leakPrivateIp from './passive/leak.private_ip.ts'
import leakStacktrace from './passive/leak.stacktrace.ts'
import mixedContent from './passive/mixed.content.ts'
import scriptIntegrity from './passive/script.integrity.ts'
import secretInClient from './passive/secret.in_client.ts'

/** Every check the scanner runs, in report order. test/checks/registry.test.ts holds this to the folder. */
export const CHECKS: readonly Check[] = [
  headerHsts,
  mixedContent,
  insecureForm,
  cookieSession,
  cookieOther,
  cspPolicy,
  clickjacking,
  headerNosniff,
  headerReferrer,
  headerPermissions,
  headerCrossOrigin,
  scriptIntegrity,
  jslibVulnerable,
  secretInClient,
  leakStacktrace,
  leakDberror,
  bannerVersion,
  leakPrivateIp,
  exposedVcs,
  redirectOpen,
  xssReflected,
  sqliError,
  sqliBoolean,
]
