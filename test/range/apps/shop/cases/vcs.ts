import { createHash } from 'node:crypto'
import { get, type Reply, type Route } from '../../../kit/app.ts'
import { page } from '../../../store/layout.ts'

const COMMIT = createHash('sha1').update('the first commit of the shop').digest('hex')
const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
[remote "origin"]
\turl = https://git.shop.example/kettle-and-kite.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
`

const file = (body: string | Buffer, type = 'application/octet-stream'): Reply => ({
  headers: { 'content-type': type },
  body,
})

/** A Git index, version 2, with one entry and the checksum that ends it. */
function gitIndex(): Buffer {
  const name = 'server.js'
  const entry = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8)
  entry.writeUInt32BE(0o100644, 24)
  createHash('sha1').update('server').digest().copy(entry, 40)
  entry.writeUInt16BE(name.length, 60)
  entry.write(name, 62)
  const head = Buffer.from('DIRC\0\0\0\x02\0\0\0\x01', 'latin1')
  const content = Buffer.concat([head, entry])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

/** The repository was copied to the web root with everything else. */
export const vcsRoutes: readonly Route[] = [
  get('/.git/HEAD', () => file('ref: refs/heads/main\n')),
  get('/.git/config', () => file(CONFIG)),
  get('/.git/index', () => file(gitIndex())),
  get('/.git/refs/heads/main', () => file(`${COMMIT}\n`)),
  get('/.git/logs/HEAD', () =>
    file(
      `${'0'.repeat(40)} ${COMMIT} A Maker <maker@shop.example> 1700000000 +0000\tcommit: first\n`,
    ),
  ),
  get('/.git/*', () => page('Forbidden', '<p>No listing.</p>', { status: 403 })),
]
