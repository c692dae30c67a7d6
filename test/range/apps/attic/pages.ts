import { ADDRESS_PAGES, ADDRESS_SCRIPT, ADDRESS_TWINS } from './cases/address.ts'
import { DB_ERROR_PAGES, DB_ERROR_TWINS } from './cases/dberror.ts'
import { OLD_LIBRARIES, RIGHT_LIBRARIES } from './cases/library.ts'
import { FIREBASE, SECRET_FILES, SECRET_PAGES, SECRET_TWINS, keyGuide } from './cases/secret.ts'
import { MAP_FILES } from './cases/sourcemap.ts'
import { TRACE_PAGES, TRACE_TWINS } from './cases/trace.ts'
import type { WebFile } from './disk.ts'
import { link, linkList, page, prose, type SitePage } from './layout.ts'
import { rsaPublicPem } from './made/keys.ts'
import { AREA_LINKS } from './twins/areas.ts'
import { HARMLESS_PAGES } from './twins/pages.ts'

/** Scripts and data of the site, without those that are there for their maps. */
export const SCRIPT_FILES: readonly WebFile[] = [
  ...SECRET_FILES.map(({ file }) => file),
  ...SECRET_TWINS.map(({ file }) => file),
  FIREBASE,
  ADDRESS_SCRIPT,
  ...OLD_LIBRARIES.map(({ file }) => file),
  ...RIGHT_LIBRARIES.map(({ file }) => file),
]

const ALL_FILES = [...SCRIPT_FILES, ...MAP_FILES]
const scripts = ALL_FILES.filter(({ type }) => type === 'text/javascript')
const documents = ALL_FILES.filter(({ path }) => path.startsWith('/config/'))
const tags = scripts.map(({ path }) => `<script src="${path}" defer></script>`).join('\n')

const pagesOf = (cases: readonly Readonly<{ page: SitePage }>[]): readonly SitePage[] =>
  cases.map((each) => each.page)

const ROOMS: readonly SitePage[] = [
  prose('/shop/lamp.php', 'Lamps', 'Lanterns of brass, mended and polished.'),
  prose('/shop/chair.php', 'Chairs', 'No two alike.'),
  prose('/app/index.php', 'Our app', 'See your piece in your room.'),
  prose('/configurator/oven.php', 'Configure an oven', 'Green tiles or white ones.'),
  prose('/help.php', 'Help', 'Ask us.'),
  prose('/lessons/joins.php', 'Lessons: joins', 'Dovetail before glue.'),
  prose('/ideas/lamp.php', 'A lamp of a plough', 'Heavy, but it stands.'),
  prose('/ideas/door.php', 'A table of a door', 'Mind the handle.'),
]

const SERVICE = [
  ...pagesOf(TRACE_PAGES),
  ...pagesOf(DB_ERROR_PAGES),
  ...pagesOf(ADDRESS_PAGES),
  ...pagesOf(SECRET_PAGES),
]
const KNOWLEDGE = [
  ...pagesOf(TRACE_TWINS),
  ...pagesOf(DB_ERROR_TWINS),
  ...pagesOf(ADDRESS_TWINS),
  ...pagesOf(HARMLESS_PAGES.filter(({ isHidden }) => isHidden !== true)),
  keyGuide(rsaPublicPem()),
  prose(
    '/changelog.php',
    'Changelog of this site',
    'We left jQuery v1.8.1, Bootstrap v3.3.6 and AngularJS v1.2.0 behind, and lodash 4.17.4 with them.',
  ),
]

const offered = [
  ['/downloads/prices.pdf', 'Prices'],
  ['/downloads/catalogue.zip', 'Catalogue, packed'],
  ['/papers/oak.pdf', 'On oak'],
  ['/media/workshop.mp4', 'The workshop, a film'],
  ['/.env.example', 'Settings of our open booking program'],
  ['/lessons/backup.sql', 'Lesson 3'],
  ['/id_rsa.pub', 'Our key'],
  ['/public.pem', 'Our key, other form'],
] as const

const FRAME: readonly SitePage[] = [
  {
    path: '/index.php',
    label: 'Home',
    reply: () => page('Furniture from attics', linkList(ROOMS), { head: tags }),
  },
  {
    path: '/products.php',
    label: 'Furniture',
    reply: () => page('Furniture', `${linkList(ROOMS)}<img src="/img/loft.svg" alt="">`),
  },
  {
    path: '/service.php',
    label: 'Service',
    reply: () => page('Service', linkList(SERVICE) + linkList(AREA_LINKS)),
  },
  {
    path: '/knowledge.php',
    label: 'Knowledge',
    reply: () =>
      page(
        'Knowledge',
        linkList(KNOWLEDGE) +
          linkList(offered.map(([path, label]) => ({ path, label }))) +
          linkList(documents.map(({ path }) => ({ path, label: `Data: ${path}` }))),
      ),
  },
  {
    path: '/login.php',
    label: 'Customers',
    reply: () =>
      page(
        'Customers',
        `<form action="/login.php" method="post"><input name="email" type="email">
<input name="password" type="password"><button>Log in</button></form>${link('/logout.php', 'Log out')}`,
      ),
  },
  {
    path: '/contact.php',
    label: 'Contact',
    reply: () =>
      page(
        'Contact',
        `<form action="/contact.php" method="post"><input name="name"><textarea name="message"></textarea>
<button>Write</button></form>`,
      ),
  },
]

const home: SitePage = {
  path: '/',
  label: 'Home',
  reply: () =>
    page(
      'Loft & Lantern',
      `<p>We find it, mend it and bring it.</p>${linkList(FRAME)}${linkList(ROOMS)}`,
      { head: tags },
    ),
}

/** Every page of the site; areas, listings and files have their own routes. */
export const SITE_PAGES: readonly SitePage[] = [
  home,
  ...FRAME,
  ...ROOMS,
  ...SERVICE,
  ...KNOWLEDGE,
  ...pagesOf(HARMLESS_PAGES.filter(({ isHidden }) => isHidden === true)),
]
