import { link, page, prose, type SitePage } from '../layout.ts'

type PageTwin = Readonly<{ page: SitePage; why: string; isHidden?: boolean }>

/** Pages at the addresses of leftovers; a browser shows them as what they are. */
export const HARMLESS_PAGES: readonly PageTwin[] = [
  {
    page: prose(
      '/journal/access.log',
      'Journal: the log at the access to the loft',
      'It is of oak, from 1890, and closes with a latch. On 02/Mar/2026 Anna oiled it.',
    ),
    why: 'an article with the name of a log',
  },
  {
    page: {
      path: '/journal/database.sql',
      label: 'Journal: our catalogue of wood',
      reply: () =>
        page(
          'Our catalogue of wood',
          '<p>We keep it in a table: <code>CREATE TABLE wood (name TEXT)</code>. Then <code>INSERT INTO wood</code>, day by day.</p>',
        ),
    },
    why: 'an article with the name of a dump',
  },
  {
    page: {
      path: '/journal/.env',
      label: 'Journal: what belongs into an env file',
      reply: () =>
        page(
          'What belongs into an env file',
          '<article><pre>APP_ENV=local\nDB_PASSWORD=correct-horse</pre><p>And never into the web root.</p></article>',
        ),
    },
    why: 'an article with the name of a settings file',
  },
  {
    page: {
      path: '/ideas/',
      label: 'Index of ideas',
      reply: () =>
        page(
          'Index of ideas',
          `<p>Ideas of our customers:</p><ul><li>${link('/ideas/lamp.php', 'A lamp of a plough')}</li><li>${link('/ideas/door.php', 'A table of a door')}</li></ul>`,
        ),
    },
    why: 'a page titled Index of ideas',
  },
  {
    page: {
      path: '/guides/folders/',
      label: 'Guide: folders that show themselves',
      reply: () =>
        page(
          'Folders that show themselves',
          `<article><p>A web server without an index page may show this instead:</p>
<pre>Index of /holiday
Parent Directory
beach.jpg   2019-07-02 10:11  1.2M
tent.jpg    2019-07-03 08:40  900K</pre><p>Others write Directory listing for /holiday/. ${link('/help.php', 'Ask us')} how to switch it off.</p></article>`,
        ),
    },
    why: 'an article about listings, at the address of a folder',
  },
  {
    page: {
      path: '/press/',
      label: 'Press pictures',
      reply: () =>
        page(
          'Press pictures',
          `<table><tr><th>Name</th><th>Size</th></tr><tr><td>${link('/press/loft.svg', 'loft.svg')}</td><td>1 kB</td></tr></table>${link('/', 'Up')}`,
        ),
    },
    why: 'a page of downloads, made by hand',
  },
  {
    page: {
      path: '/help.php.bak',
      label: 'Help, earlier edition',
      reply: () =>
        page('Help', '<p>Ask us. This edition is run by PHP, not shown as its source.</p>'),
    },
    why: 'the server runs it: a page, not the source',
    isHidden: true,
  },
]
