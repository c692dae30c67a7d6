import { setTimeout as delay } from 'node:timers/promises'
import { get, type Route } from '../../../kit/app.ts'
import { hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode } from '../../../kit/html.ts'
import { seeded } from '../../../kit/seeded.ts'
import { param } from '../../../kit/values.ts'
import { page, printed } from '../layout.ts'

const PASSWD = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
ann:x:1000:1000:Ann:/home/ann:/bin/sh`
/** Manuals by the word that leads to them, wherever it stands in what was asked for. */
const MANUALS: readonly (readonly [word: string, text: string])[] = [
  ['passwd', `PASSWD(5)\n\nOne line an account. Example:\n\n${PASSWD}`],
  [
    'id',
    'ID(1)\n\nPrints user and group ids. Example:\n\n# id\nuid=0(root) gid=0(root) groups=0(root)',
  ],
]
const MOST_DELAY_MS = 3000
const TAPE_MS = 1000
const HELD_MS = 2000

/** Pages that look like the output of commands or like files of the system, and slow ones. */
export function manualTwins(): readonly Route[] {
  const random = seeded(20_261_121)
  return [
    hub(page, '/manuals', 'Manuals', [
      link('/man?topic=id', 'Manual page of id'),
      link('/docs/passwd?field=shell', 'The file /etc/passwd'),
      link('/sessions?of=root', 'Who is logged in'),
      link('/say?text=hi', 'Say'),
      link('/raid?disks=4*2', 'Size of an array'),
      link('/status?host=gate', 'Status of the gate'),
      link('/tape?reel=7', 'Tape'),
      link('/held?note=thanks', 'Notes to the desk'),
      link('/poll?wait=1', 'News, when there is some'),
      link('/wiki/desk', 'Wiki'),
    ]),
    get('/man', (request) => {
      const topic = param(request, 'topic')
      const found = MANUALS.find(([word]) => topic.includes(word))
      return printed('Manual', found?.[1] ?? 'No manual entry.')
    }),
    get('/docs/passwd', (request) =>
      printed('Accounts', `You asked for ${param(request, 'field')}.\n/etc/passwd:\n${PASSWD}`),
    ),
    get('/sessions', (request) =>
      printed('Sessions', `uid=0(root) gid=0(root) pts/0\n${param(request, 'of')} was asked for`),
    ),
    get('/say', (request) => printed('Say', param(request, 'text'))),
    get('/raid', (request) => {
      const size = /(\d{1,9}) ?[x*] ?(\d{1,9})/.exec(param(request, 'disks'))
      if (size === null) return printed('Array', 'There is no array in this.')
      return printed('Array', `The array holds ${Number(size[1]) * Number(size[2])} TB.`)
    }),
    get('/status', async (request) => {
      // Mostly quick, sometimes slow, whatever is asked.
      await delay(random() ** 3 * MOST_DELAY_MS)
      return printed('Status', `${param(request, 'host')} is up.`)
    }),
    get('/tape', async () => {
      await delay(TAPE_MS)
      return printed('Tape', 'The tape was wound back.')
    }),
    get('/held', async (request) => {
      // A tar pit: what looks like an attack waits, however long the attack meant to.
      if (/[;|&$`'"<>]/.test(param(request, 'note'))) await delay(HELD_MS)
      return printed('Notes', 'Thank you for your note.')
    }),
    get('/poll', async (request) => {
      const wait = /^[0-3]$/.exec(param(request, 'wait'))
      await delay(Number(wait?.[0] ?? 0) * 1000)
      return printed('News', 'There is none.')
    }),
    // A catch-all: everything below it answers 200, whether it exists or not.
    get('/wiki/*', () => page('Wiki', `<p>${encode('This article is not written yet.')}</p>`)),
  ]
}
