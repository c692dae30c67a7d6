import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/page/exposed.keys.ts'
import { secretsIn } from '../../src/scanner/checks/support/exposed-file.ts'
import { KEY_FILES } from '../../src/scanner/payloads/key-files.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/'
const at = (name: string, body: string, type = 'application/octet-stream') => ({
  url,
  site: files({ [`/${name}`]: text(body, type) }),
})
const DATA = 'MIIEowIBAAKCAQEAzU7r1d2Q8l3mVbNcXyZsPqRtGh4J5K6L7M8N9O0PaQbRcSdT'
const pem = (kind: string, data = DATA) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${data}\n-----END ${kind}PRIVATE KEY-----\n`

testCheck(check, {
  clean: {
    'nothing there': { url, site: MISSING, requests: KEY_FILES.names.length },
    'every path answers with a key': { url, site: text(pem('')) },
    'a page about keys': { url, site: files({ '/id_rsa': html(pem('RSA ')) }) },
    forbidden: { url, site: files({ '/id_rsa': { ...text(pem('RSA ')), status: 403 } }) },
    'a public key': at('server.key', pem('').replaceAll('PRIVATE', 'PUBLIC')),
    'a certificate': at('key.pem', `-----BEGIN CERTIFICATE-----\n${DATA}\n`),
    'a key that was taken out': at('private.key', pem('', '…')),
    'a list of names and times': at('.htpasswd', 'ann: 9 to 5\nbob: 5 to 9\n'),
    'a registry without a token': at('.npmrc', 'registry=https://npm.shop.test/\n'),
    'a token that was taken out': at('.npmrc', '//npm.shop.test/:_authToken=\n'),
    'a token that the environment gives': at(
      '.npmrc',
      '//npm.shop.test/:_authToken=${NPM_TOKEN}\n',
    ),
    'a quoted token that the environment gives': at(
      '.npmrc',
      '//npm.shop.test/:_authToken="${NPM_TOKEN}"\n',
    ),
    'a password that the environment gives': at(
      '.git-credentials',
      'https://ann:$GIT_PASSWORD@git.shop.test\n',
    ),
    'settings without keys': at('.aws/credentials', '[default]\nregion = eu-west-1\n'),
    'addresses without passwords': at('.git-credentials', 'https://git.shop.test\n'),
    'another JSON file': at('service-account.json', '{"type":"service_account"}'),
  },
  found: {
    'a key of RSA': {
      ...at('id_rsa', pem('RSA ')),
      match: '-----BEGIN RSA PRIVATE KEY-----',
      confidence: 'confirmed',
      note: /a private key/,
    },
    'a key with a password': at(
      '.ssh/id_rsa',
      `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${DATA}`,
    ),
    'a key of OpenSSH': at('.ssh/id_ed25519', pem('OPENSSH ')),
    'the key of a server, as text': {
      url,
      site: files({ '/server.key': text(pem('EC ')) }),
    },
    'a key of no kind': at('private.key', pem('')),
    'an encrypted key': at('privkey.pem', pem('ENCRYPTED ')),
    'an old key': at('key.pem', pem('DSA ')),
    'hashes of passwords': {
      ...at('.htpasswd', 'ann:$apr1$h7Kq2LmP$Zz0ccccccccccccccccccc\n'),
      match: 'ann:',
      note: /password hashes/,
    },
    'a token for packages': {
      ...at('.npmrc', 'registry=x\n//npm.shop.test/:_authToken=npm_a1b2c3d4e5f6\n'),
      note: /package registry/,
    },
    'keys of a cloud': {
      ...at('.aws/credentials', `[default]\naws_secret_access_key = ${DATA.slice(0, 40)}\n`),
      note: /Amazon/,
    },
    'a password in an address': {
      ...at('.git-credentials', 'https://ann:h7Kq2LmPz@git.shop.test\n'),
      match: 'https://ann:',
    },
    'the key of an account': {
      ...at(
        'service-account.json',
        `{"type":"service_account","private_key": "${pem('').replaceAll('\n', '\\n')}"}`,
        'application/json',
      ),
      match: '"private_key":',
    },
    'pages instead of 404, and a key': {
      url,
      site: files({ '/id_rsa': text(pem('OPENSSH ')) }, html('<h1>Shop</h1>')),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) => (nth < 4 ? files({ '/id_rsa': text(pem('')) })(request) : MISSING),
      confidence: 'likely',
    },
  },
  skipped: { 'a page': { url: 'https://shop.test/app', site: html('<p>app</p>') } },
})

it.each([
  ['lines of a key', pem('RSA '), DATA],
  ['a password', 'DB_PASSWORD="h7Kq2LmPz"\n', 'h7Kq2LmPz'],
  ['a token in JSON', '{"api_token": "npm_a1b2c3d4"}', 'npm_a1b2c3d4'],
  ['a hash', 'ann:$2y$10$abcdefghijklmnopqrstuv\n', '$2y$10$abcdefghijklmnopqrstuv'],
  ['a password in an address', 'DATABASE_URL=pg://ann:h7Kq2LmPz@db/shop', 'h7Kq2LmPz'],
])('hides %s', (_, body, secret) => {
  expect(secretsIn(body)).toContain(secret)
})

it('hides no addresses of the site', () => {
  expect(secretsIn('APP_URL=https://shop.test/\n')).toEqual([])
})
