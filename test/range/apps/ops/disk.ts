import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const BYTES = 64 * 1024

const TREE: Readonly<Record<string, string>> = {
  'package.json': '{\n  "name": "ops-desk",\n  "version": "1.4.0",\n  "main": "app.js"\n}\n',
  '.env': 'NODE_ENV=production\nPORT=8080\n',
  'app.js': "const http = require('node:http')\nhttp.createServer().listen(8080)\n",
  'public/guide.txt': 'A guide to the desk: ask before you restart.\n',
  'public/notes.txt': 'Some notes: the gate was replaced in May.\n',
  'public/plan': 'plan of the second floor\n',
  'public/manual/intro.txt': 'Intro: what the desk is for.\n',
  'public/manual/tapes.txt': 'Tapes: change them on Mondays.\n',
  'public/logs/boot.log': 'boot started\nboot finished\n',
  'public/logs/cron.log': '03:00 cron tidied up\n04:00 cron counted\n',
  'public/lang/en': 'Help yourself: everything is in the manuals.\n',
  'public/lang/de': 'Hilfe steht in den Handbüchern.\n',
}

export type Disk = Readonly<{
  /** The folder that is meant to be read; its parent holds the project. */
  root: string
  project: string
  /** An empty folder for commands. */
  work: string
  remove(): Promise<void>
}>

/** Lays the files out in a new folder of the system's temporary one. */
export async function makeDisk(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'range-ops-'))
  const [project, work] = [join(folder, 'project'), join(folder, 'work')]
  await mkdir(work)
  for (const [name, text] of Object.entries(TREE)) {
    await mkdir(dirname(join(project, name)), { recursive: true })
    await writeFile(join(project, name), text)
  }
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return { root: join(project, 'public'), project, work, remove }
}

/** The start of a file; null for whatever is none. */
export async function readText(path: string): Promise<string | null> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES), 0, BYTES)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    // No such file, a folder, a name with NUL in it.
    return null
  }
}
