import { BINARY, PLAIN, type Leftover } from '../disk.ts'
import { ecPrivatePem, htpasswd, opensshPrivateKey, rsaPrivatePem } from '../made/keys.ts'
import { awsKeyId, awsSecret, npmToken } from '../made/tokens.ts'

/** The home folder of whoever deploys became the document root. */
export const KEY_FILES: readonly Leftover[] = [
  { path: '/id_rsa', type: BINARY, cause: 'RSA key, PKCS #1', content: rsaPrivatePem },
  {
    path: '/.ssh/id_ed25519',
    type: BINARY,
    cause: 'Ed25519 key in the format of OpenSSH',
    content: opensshPrivateKey,
  },
  {
    path: '/server.key',
    type: 'application/pgp-keys',
    cause: 'EC key of the TLS certificate, SEC 1',
    content: ecPrivatePem,
  },
  { path: '/.htpasswd', type: PLAIN, cause: 'hashes of two passwords', content: htpasswd },
  {
    path: '/.npmrc',
    type: BINARY,
    cause: 'token of the package registry',
    content: () =>
      `registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=${npmToken()}\n`,
  },
  {
    path: '/.aws/credentials',
    type: BINARY,
    cause: 'access key of the cloud account',
    content: () =>
      `[default]\naws_access_key_id = ${awsKeyId()}\naws_secret_access_key = ${awsSecret()}\n`,
  },
]
