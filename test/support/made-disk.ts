export const PASSWD =
  'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n'
/** What lies on the disk of the made-up server; the application serves /srv/app/files. */
export const DISK: Readonly<Record<string, string>> = {
  '/etc/passwd': PASSWD,
  '/etc/group': 'root:x:0:\ndaemon:x:1:\n',
  '/windows/win.ini': '; for 16-bit app support\r\n[fonts]\r\n',
  '/windows/system32/drivers/etc/hosts': '# Copyright (c) 1993-2009 Microsoft Corp.\r\n',
  '/srv/app/files/a.txt': 'Lamps and chairs.\n',
  '/srv/app/files/lamps/a.txt': 'Lamps.\n',
  '/srv/app/package.json': '{"name":"shop","dependencies":{}}',
  '/srv/app/package-lock.json': '{"name":"shop","lockfileVersion":3}',
  '/srv/app/get.php': '<?php readfile("files/" . $_GET["file"]);',
  '/srv/app/index.php': '<?php echo "shop";',
}
export const FOLDER = '/srv/app/files'
export const without = (...paths: readonly string[]) =>
  Object.fromEntries(Object.entries(DISK).filter(([path]) => !paths.includes(path)))

export function resolve(path: string): string {
  const kept: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') kept.pop()
    else if (step !== '' && step !== '.') kept.push(step)
  }
  return `/${kept.join('/')}`
}
export const join = (value: string) => resolve(value.startsWith('/') ? value : `${FOLDER}/${value}`)
