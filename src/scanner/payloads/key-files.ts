import type { FileKind } from './exposed-file.ts'

/** Private keys and files that programs keep passwords and tokens in. */
export const KEY_FILES: FileKind = {
  names: [
    'id_rsa',
    '.ssh/id_rsa',
    '.ssh/id_ed25519',
    'server.key',
    'private.key',
    'privkey.pem',
    'key.pem',
    '.htpasswd',
    '.npmrc',
    '.aws/credentials',
    '.git-credentials',
    'service-account.json',
  ],
  formats: [
    {
      what: 'a private key',
      marker:
        /^\s*-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED) )?PRIVATE KEY-----(?=\s+(?:[\w-]+: [^\n]*\n\s*)*[A-Za-z0-9+/=]{30})/,
    },
    {
      what: 'password hashes',
      marker: /^(?:#[^\n]*\n)*[\w.@-]{1,64}:(?=\$(?:apr1|2[aby]|1|5|6)\$|\{SHA\}[A-Za-z0-9+/]{20})/,
    },
    {
      what: 'a token of a package registry',
      marker: /^[^\n]{0,200}:_auth(?:Token)?\s*=(?=\s*["']?[^\s$"'{<][^\s$]{7})/m,
    },
    {
      what: 'keys of Amazon Web Services',
      marker: /^\s*aws_secret_access_key\s*=(?=\s*[A-Za-z0-9+/]{30})/m,
    },
    {
      what: 'a password of a code host',
      marker: /^https?:\/\/[^:@\s/]{1,100}:(?=[^@\s/$][^@\s/]{3,200}@[\w.-]+)/m,
    },
    {
      what: 'the key of a service account',
      marker: /"private_key"\s*:(?=\s*"-----BEGIN (?:RSA )?PRIVATE KEY-----)/,
    },
  ],
}
