import type { Check } from './check.ts'
import cmdiEcho from './input/cmdi.echo.ts'
import cmdiTime from './input/cmdi.time.ts'
import codeEval from './input/code.eval.ts'
import crlf from './input/crlf.ts'
import pathTraversal from './input/path.traversal.ts'
import redirectOpen from './input/redirect.open.ts'
import sqliBoolean from './input/sqli.boolean.ts'
import sqliError from './input/sqli.error.ts'
import sqliTime from './input/sqli.time.ts'
import sqliUnion from './input/sqli.union.ts'
import ssti from './input/ssti.ts'
import xssReflected from './input/xss.reflected.ts'
import xxe from './input/xxe.ts'
import exposedVcs from './origin/exposed.vcs.ts'
import httpsRedirect from './origin/https.redirect.ts'
import infoSecuritytxt from './origin/info.securitytxt.ts'
import tlsCertificateDates from './origin/tls.certificate.dates.ts'
import tlsCertificateName from './origin/tls.certificate.name.ts'
import tlsCertificateSelfsigned from './origin/tls.certificate.selfsigned.ts'
import tlsCertificateStrength from './origin/tls.certificate.strength.ts'
import tlsCipher from './origin/tls.cipher.ts'
import tlsProtocol from './origin/tls.protocol.ts'
import apiUndocumentedMethod from './page/api.undocumented_method.ts'
import corsCredentials from './page/cors.credentials.ts'
import dirListing from './page/dir.listing.ts'
import exposedBackup from './page/exposed.backup.ts'
import exposedDump from './page/exposed.dump.ts'
import exposedEnv from './page/exposed.env.ts'
import exposedKeys from './page/exposed.keys.ts'
import exposedLog from './page/exposed.log.ts'
import exposedSourcemap from './page/exposed.sourcemap.ts'
import hostHeader from './page/host.header.ts'
import httpMethods from './page/http.methods.ts'
import clickjacking from './passive/clickjacking.ts'
import cookieOther from './passive/cookie.other.ts'
import cookieSession from './passive/cookie.session.ts'
import cspPolicy from './passive/csp.policy.ts'
import headerCrossOrigin from './passive/header.cross_origin.ts'
import headerHsts from './passive/header.hsts.ts'
import headerNosniff from './passive/header.nosniff.ts'
import headerPermissions from './passive/header.permissions.ts'
import headerReferrer from './passive/header.referrer.ts'
import httpsForm from './passive/https.form.ts'
import infoDberror from './passive/info.dberror.ts'
import infoPrivateIp from './passive/info.private_ip.ts'
import infoServer from './passive/info.server.ts'
import infoStacktrace from './passive/info.stacktrace.ts'
import jslibVulnerable from './passive/jslib.vulnerable.ts'
import mixedContent from './passive/mixed.content.ts'
import secretInClient from './passive/secret.in_client.ts'
import sriIntegrity from './passive/sri.integrity.ts'
import xssDom from './script/xss.dom.ts'
import xssStored from './stored/xss.stored.ts'

/** Every check the scanner runs, in report order. test/checks/registry.test.ts holds this to the folder. */
export const CHECKS: readonly Check[] = [
  httpsRedirect,
  tlsProtocol,
  tlsCipher,
  tlsCertificateDates,
  tlsCertificateName,
  tlsCertificateSelfsigned,
  tlsCertificateStrength,
  headerHsts,
  mixedContent,
  httpsForm,
  cookieSession,
  cookieOther,
  cspPolicy,
  clickjacking,
  headerNosniff,
  headerReferrer,
  headerPermissions,
  headerCrossOrigin,
  sriIntegrity,
  jslibVulnerable,
  secretInClient,
  infoStacktrace,
  infoDberror,
  infoServer,
  infoPrivateIp,
  exposedVcs,
  exposedEnv,
  exposedKeys,
  exposedDump,
  exposedLog,
  exposedBackup,
  exposedSourcemap,
  dirListing,
  corsCredentials,
  hostHeader,
  httpMethods,
  infoSecuritytxt,
  redirectOpen,
  crlf,
  pathTraversal,
  xxe,
  xssReflected,
  xssDom,
  xssStored,
  sqliError,
  sqliBoolean,
  sqliUnion,
  sqliTime,
  cmdiEcho,
  cmdiTime,
  ssti,
  codeEval,
  apiUndocumentedMethod,
]
