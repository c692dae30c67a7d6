import { BINARY, PLAIN, type Leftover } from '../disk.ts'
import { BASE62, pick } from '../made/random.ts'
import { password } from '../made/tokens.ts'

/** Settings with secrets, each in another of the spellings that loaders of such files take. */
export const ENV_FILES: readonly Leftover[] = [
  {
    path: '/.env',
    type: BINARY,
    cause: 'settings of the framework beside the front page',
    content: () => `APP_NAME="Loft & Lantern"
APP_ENV=production
APP_KEY=base64:${Buffer.from(pick(BASE62, 32)).toString('base64')}
APP_DEBUG=false

DB_CONNECTION=mysql
DB_HOST=db.attic.test
DB_DATABASE=attic
DB_USERNAME=attic
DB_PASSWORD=${password()}
`,
  },
  {
    path: '/.env.production',
    type: PLAIN,
    cause: 'written for a shell: export and single quotes',
    content: () => `# production, do not commit
export NODE_ENV='production'
export SESSION_SECRET='${pick(BASE62, 48)}'
export SMTP_HOST='mail.attic.test'
export SMTP_PASSWORD='${password()}'
`,
  },
  {
    path: '/app/.env',
    type: BINARY,
    cause: 'in the folder of a second application, Windows line ends',
    content: () =>
      [
        'PORT=3000',
        `JWT_SECRET=${pick(BASE62, 40)}`,
        `DATABASE_URL=postgres://booking:${password()}@db.attic.test:5432/booking`,
        'MAIL_FROM=booking@attic.test',
        '',
      ].join('\r\n'),
  },
  {
    path: '/configurator/.env.local',
    type: PLAIN,
    cause: 'local values of a build tool, three lines, spaces around the sign',
    content: () => `# overrides of .env
PRICE_API_URL = https://prices.attic.test/v2
PRICE_API_SECRET = "${pick(BASE62, 36)}"
`,
  },
]
