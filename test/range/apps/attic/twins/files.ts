import { BINARY, PLAIN, type WebFile } from '../disk.ts'
import { zip } from '../made/archives.ts'
import { opensshPublicKey, rsaPublicPem } from '../made/keys.ts'

type Twin = Readonly<{ file: WebFile; why: string }>
const file = (path: string, type: string, content: WebFile['content'], why: string): Twin => ({
  file: { path, type, content },
  why,
})

// Self-signed, of a key that was thrown away: a certificate is public by nature.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUbL6Z3j6LuJkk3XTyHA0oNif56+4wCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKYXR0aWMudGVzdDAeFw0yNjExMjEyMTAwNTNaFw0zNjExMTgy
MTAwNTNaMBUxEzARBgNVBAMMCmF0dGljLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARj10PczzFl8G+rz+bdowwqUg3TWu6CkJKdP6SQ1s5XLiEFkPQu6ff+
4EiI5xtJnl/9HtcE7BGEk8EEhcRI1h8To1MwUTAdBgNVHQ4EFgQUpL3HPibWbtfl
QIGUZbgP6t9ranswHwYDVR0jBBgwFoAUpL3HPibWbtflQIGUZbgP6t9ranswDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA872CpHfwhTPJXBWp+mvr7
cw0UKg7KGx05K0suTuiavAIgRw3cU8jxPaVhUqujXEux1mSI1D4g+2OoGV3qEwEE
Wy0=
-----END CERTIFICATE-----
`
const LESSON = `-- Lesson 3: a table for your books.
-- CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
-- INSERT INTO books (title) VALUES ('On Oak');
-- Try it yourself, then open lesson 4.
`

/** Files with the names of leftovers and nothing in them that should stay inside. */
export const HARMLESS_FILES: readonly Twin[] = [
  file(
    '/.env.example',
    PLAIN,
    () => 'APP_KEY=\nDB_HOST=localhost\nDB_PASSWORD=change-me\nMAIL_PASSWORD=<your password>\n',
    'documented example without a secret',
  ),
  file('/lessons/backup.sql', 'application/sql', () => LESSON, 'a lesson, only comments'),
  file('/id_rsa.pub', BINARY, opensshPublicKey, 'public half of a key'),
  file('/public.pem', PLAIN, rsaPublicPem, 'public key'),
  file('/server.pem', PLAIN, () => CERTIFICATE, 'certificate'),
  file(
    '/lessons/.npmrc',
    PLAIN,
    () => 'save-exact=true\n//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n',
    'the token is named, not written',
  ),
  file('/lessons/error.log', PLAIN, () => '', 'empty'),
  file(
    '/downloads/catalogue.zip',
    'application/zip',
    () => zip({ 'catalogue/oak.txt': 'Oak table, 1890' }),
    'offered for download by a page',
  ),
]

export const HARMLESS_PICTURE: WebFile = {
  path: '/press/loft.svg',
  type: 'image/svg+xml',
  content: () => '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>',
}
