import { generateKeyPairSync } from 'node:crypto'

import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/passive/secret.in_client.ts'
import { KEY_STARTS, LOGIN_SCHEMES } from '../../src/scanner/payloads/secrets.ts'
import { testCheck } from '../support/check-tester.ts'
import { hex, key, letters, providerKey, SHAPES } from '../support/made-secrets.ts'
import { html, type Reply } from '../support/site.ts'

const typed = (type: string, body: string): { url: string; site: Reply } => ({
  url: 'https://shop.test/app',
  site: { headers: { 'content-type': type }, body },
})
const script = (body: string) => typed('text/javascript', `var config={key:"${body}"};`)

const PEM = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
const RSA = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
  type: 'pkcs1',
  format: 'pem',
})
/** The token of GitHub's documentation, whose checksum is right. */
const GITHUB = ['ghp_', 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ', '0mLq17'].join('')
const AWS_ID = `AKIA${key(16, 'QZ7XW2KJ5MRT4VNP')}`
const AWS_SECRET = key(40, 'aK3dQ9zRw7TbX2mPv5LcY8nHs4GjF6+/eUiO1')
const jwt = (payload: object): string =>
  [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(key(43))
    .join('.')
const IAT = 1_700_000_000
const YEAR_S = 31_536_000
const FOREVER = jwt({ sub: 'deploy', iat: IAT })
const address = (scheme: string, password = 'h7Kq2pXz', host = 'db.shop.internal') =>
  `${scheme}://report:${password}@${host}:5432/main`
const answeredAt = (seconds: number, body: string): { url: string; site: Reply } => ({
  url: 'https://shop.test/app',
  site: {
    headers: {
      'content-type': 'text/javascript',
      date: new Date(seconds * 1000).toUTCString(),
    },
    body: `var token="${body}"`,
  },
})
const PROSE = '<p>How tokens are made, and why they must stay on the server.</p>'.repeat(20)

/** Written out: a case that is made from the table would vanish with its row. */
const SCHEMES =
  'http https ftp ftps sftp mongodb mongodb+srv mysql mysqlx mariadb postgres postgresql redis rediss amqp amqps ldap ldaps smtp smtps'.split(
    ' ',
  )

it('has a case for every start and every scheme', () => {
  expect([...KEY_STARTS].toSorted()).toEqual(Object.keys(SHAPES).toSorted())
  expect([...LOGIN_SCHEMES].toSorted()).toEqual(SCHEMES.toSorted())
})

testCheck(check, {
  clean: {
    'a page without secrets': { site: html('<p>hello</p>') },
    'keys that are made for pages': script(`pk_live_${key(24)}`),
    'a key for tests': script(`sk_test_${key(24)}`),
    'a key of one letter': script(`sk_live_${'a'.repeat(24)}`),
    'a key that counts': script(`glpat-0123456789abcdefghij`),
    'a token with a wrong checksum': script(`${GITHUB.slice(0, -1)}8`),
    'a key id without its secret': script(AWS_ID),
    'a key id beside the hash of a commit': script(`${AWS_ID} ${hex(40)}`),
    'a key id of the manual': script(`AKIAIOSFODNN7EXAMPLE ${AWS_SECRET}`),
    'a secret of the manual': script(`${AWS_ID} ${AWS_SECRET.slice(0, 33)}EXAMPLE`),
    'a key that is none': script(
      `-----BEGIN PRIVATE KEY-----\\n${key(64)}\\n-----END PRIVATE KEY-----`,
    ),
    'a public key': script(
      String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })),
    ),
    'a key of Google that is none': script(`AIza${'x'.repeat(35)}`),
    'a key of Google of two letters': script(`AIza${'xy'.repeat(17)}x`),
    'a session that ends tonight': script(jwt({ sub: '7', iat: IAT, exp: IAT + 3600 })),
    'a token that has ended': answeredAt(
      IAT + YEAR_S,
      jwt({ sub: 'deploy', iat: IAT, exp: IAT + YEAR_S }),
    ),
    'a token whose end is no number': script(jwt({ iat: IAT, exp: 'never' })),
    'a token that does not say when it was made': script(jwt({ exp: IAT + 10 * YEAR_S })),
    ...Object.fromEntries(
      ['anon', 'anonymous', 'public', 'guest'].map((role) => [
        `a token for everybody: ${role}`,
        script(jwt({ role, iat: IAT, exp: IAT + 10 * YEAR_S })),
      ]),
    ),
    'no token inside': script(`eyJ${letters(30)}.eyJ${letters(30)}.${key(43)}`),
    'a token for the one who asked': typed('application/json', JSON.stringify({ token: FOREVER })),
    'an address with blanks to fill in': script('postgres://user:password@db.shop.internal/main'),
    'an address of an example': script(address('mysql', 'h7Kq2pXz', 'db.example.com')),
    'a password that is struck out': script(address('ftp', '****')),
    'a password of one letter': script(address('sftp', 'zzzzzzzz')),
    'an address of this machine': script(address('redis', 'h7Kq2pXz', 'localhost')),
    'an address of a template': script('mongodb://root:${PASSWORD}@db.shop.internal/'),
    'a password that is the name': script('ftp://reports:reports@files.shop.internal/'),
    'a scheme that opens nothing': script(address('urn')),
    'an address without a password': script('https://shop.test:8080/@me and //a.b/c:d'),
    'what was sent comes back': {
      url: `https://shop.test/?next=${encodeURIComponent('/')}&key=sk_live_${key(24)}`,
      site: { headers: { 'content-type': 'text/javascript' }, body: `q="sk_live_${key(24)}"` },
    },
    'words that begin like keys': script('hf_notice_of_the_site midapi_service_call self_hf_abc'),
  },
  found: {
    'a key behind a comment that switches other tools off': {
      ...script(`/* secretlint-disable */ ${providerKey('hf_')}`),
    },
    ...Object.fromEntries(
      Object.entries({
        'a secret without its id': `AWS_SECRET_ACCESS_KEY=${AWS_SECRET}`,
        'a login of this machine': `${address('https', 'h7Kq2pXz', '127.0.0.1')} `,
        'a database of this machine': `${address('postgres', 'h7Kq2pXz', 'localhost')} `,
        'a key for tests': `sk_test_${key(24)}`,
        'a token with a wrong checksum': `${GITHUB.slice(0, -1)}8`,
        'a private key that is none': `-----BEGIN PRIVATE KEY-----\nMI${key(118)}\n-----END PRIVATE KEY-----`,
      }).map(([name, text]) => [
        `a key beside ${name}`,
        { ...script(`${providerKey('hf_')} ${text}`), match: providerKey('hf_'), sightings: 1 },
      ]),
    ),
    ...Object.fromEntries(
      ['gho_', 'ghu_', 'ghs_', 'ghr_'].map((start) => [
        `a token of GitHub that begins with ${start}`,
        { ...script(GITHUB.replace('ghp_', start)), sightings: 1 },
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(SHAPES).map((start) => [
        `a key that begins with ${start}`,
        { ...script(providerKey(start)), match: providerKey(start), confidence: 'likely' as const },
      ]),
    ),
    ...Object.fromEntries(
      SCHEMES.map((scheme) => [
        `a password in an address of ${scheme}`,
        { ...script(address(scheme)), match: `${address(scheme).split(':5432')[0]}` },
      ]),
    ),
    'a token with its checksum': {
      ...script(GITHUB),
      match: GITHUB,
      confidence: 'confirmed',
      discriminators: ['github:976b57ee'],
    },
    'a key id and its secret': {
      ...script(`${AWS_ID}",secret:"${AWS_SECRET}`),
      match: AWS_SECRET,
      note: /beside the key id AKIA/,
      confidence: 'likely',
    },
    'a private key': {
      ...typed('text/plain', String(PEM)),
      confidence: 'confirmed',
      match: String(PEM).trim(),
    },
    'a private key of the old form, in a script': {
      ...script(String(RSA).trim().replaceAll('\n', '\\n')),
      confidence: 'confirmed',
    },
    'a key of Google': { ...script(`AIza${key(35)}`), confidence: 'likely', note: /Google/ },
    'a key of Google for a map in the page': {
      ...script(`https://maps.googleapis.com/maps/api/js?key=AIza${key(35)}`),
      confidence: 'possible',
      reason: /made for pages/,
    },
    'a key of Google before the settings of Firebase': {
      ...script(`AIza${key(35)}", authDomain: "shop-web`),
      confidence: 'possible',
    },
    'a token that never ends': { ...script(FOREVER), match: FOREVER, confidence: 'possible' },
    'a token for a role of the staff': {
      ...script(jwt({ role: 'editor', iat: IAT, exp: IAT + 10 * YEAR_S })),
      confidence: 'possible',
    },
    'a token that ends in a year': {
      ...answeredAt(IAT + 60, jwt({ sub: 'deploy', iat: IAT, exp: IAT + YEAR_S })),
      confidence: 'likely',
      reason: /valid for months/,
    },
    'a token that ends in a year, in an answer without a date': {
      ...script(jwt({ sub: 'deploy', iat: IAT, exp: IAT + YEAR_S })),
      confidence: 'possible',
    },
    'a password for a host of tests': {
      ...script(address('postgres', 'h7Kq2pXz', 'db.shop.test')),
      match: /h7Kq2pXz/,
      confidence: 'likely',
    },
    'in a page': {
      site: html(`<script>k="${providerKey('sk_live_')}"</script>`),
      confidence: 'likely',
    },
    'in data': {
      ...typed('application/json', `{"k":"${providerKey('glpat-')}"}`),
      confidence: 'likely',
    },
    'in XML': { ...typed('text/xml', `<k>${providerKey('npm_')}</k>`), confidence: 'likely' },
    'in an article that explains it': {
      site: html(`<article>${PROSE}<pre>curl ${providerKey('sk_live_')}</pre>${PROSE}</article>`),
      confidence: 'possible',
      reason: /example/,
    },
    'comments switch nothing off': {
      ...script(`/* secretlint-disable */ ${providerKey('rk_live_')}`),
      confidence: 'likely',
    },
    'the same key twice is one, others are others': {
      ...script([GITHUB, GITHUB, providerKey('hf_'), AWS_ID, AWS_SECRET].join(' ')),
      sightings: 3,
    },
    'a token in the script of a page': {
      site: html(`<script>token="${FOREVER}"</script>`),
      match: FOREVER,
      confidence: 'possible',
    },
    'in a script that writes an article': {
      ...script(`<article>${PROSE}${providerKey('sk_live_')}${PROSE}</article>`),
      confidence: 'likely',
    },
    'no more than twenty of two kinds': {
      ...script(
        Array.from(
          { length: 12 },
          (_, n) => `${address('ftp', `${key(8)}${n}`)} AIza${key(33)}${n + 10} `,
        ).join(' '),
      ),
      sightings: 20,
    },
    'a short password': { ...script('ftp://report:q7K@files.shop.internal/'), match: /q7K/ },
    'no more than twenty': {
      ...script(Array.from({ length: 30 }, (_, n) => address('ftp', `${key(8)}${n}`)).join(' ')),
      sightings: 20,
    },
  },
  skipped: {
    'a style': typed('text/css', `/* ${GITHUB} */`),
    'a picture': typed('image/png', GITHUB),
    'a page that is missing': { site: html(GITHUB, { status: 404 }) },
    'an empty answer': typed('text/plain', ''),
  },
})
