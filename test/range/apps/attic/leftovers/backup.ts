import { BINARY, PLAIN, type Leftover } from '../disk.ts'
import { zip } from '../made/archives.ts'
import { vimSwap } from '../made/swap.ts'

const source = (name: string, table: string): string => `<?php
require_once __DIR__ . '/inc/database.php';
// ${name}: what visitors see
$rows = $database->query('SELECT * FROM ${table} WHERE visible = 1')->fetchAll();
if (isset($_POST['name']) && check_token($_POST['token'])) {
    save_request($database, $_POST['name']);
}
echo render('${name}', ['rows' => $rows]);
`

/**
 * Copies of pages. The front server hands the known scripts to PHP and everything else to the
 * disk: so even a copy that still ends in .php arrives as source.
 */
export const BACKUP_FILES: readonly Leftover[] = [
  {
    path: '/index.php.bak',
    type: BINARY,
    cause: 'copy by hand',
    content: () => source('index', 'offers'),
  },
  {
    path: '/login.php~',
    type: 'application/x-trash',
    cause: 'copy of an editor',
    content: () => source('login', 'users'),
  },
  {
    path: '/.login.php.swp',
    type: BINARY,
    cause: 'swap file of Vim',
    content: () => vimSwap('/srv/www/attic/login.php', source('login', 'users')),
  },
  {
    path: '/products.php.old',
    type: PLAIN,
    cause: 'kept before a change',
    content: () => source('products', 'products'),
  },
  {
    path: '/products.php.save',
    type: PLAIN,
    cause: 'emergency copy of nano',
    content: () => source('products', 'products'),
  },
  {
    path: '/products%20-%20Copy.php',
    type: BINARY,
    cause: 'copy of a file manager',
    content: () => source('products', 'products'),
  },
  {
    path: '/contact.php.1',
    type: BINARY,
    cause: 'numbered copy',
    content: () => source('contact', 'messages'),
  },
  {
    path: '/shop.zip',
    type: 'application/zip',
    cause: 'the folder /shop/, packed beside itself',
    content: () =>
      zip({
        'shop/lamp.php': source('lamp', 'products'),
        'shop/inc/rebate.php': '<?php return 12;\n',
      }),
  },
]
