import { constants, existsSync } from 'node:fs'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

// Miniflare serves the binding BROWSER with a Chrome that it would download into a cache folder. It
// takes what it finds there: a script that starts the Chromium of this machine.

const MARK = '# written by scripts/setup-browser.ts'
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const PARENT_WATCH = '/usr/bin/setpriv'
/** Without it, a Chromium that fails to start makes Miniflare delete the folder and download. */
const INSTALLED = '.miniflare-install-complete'
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-component-update',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-pings',
  // Pages have no network of their own: WebRTC must not find one.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=512',
]
export const NO_CHROMIUM =
  'No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROME_PATH, or start one with a debugging port and set CHROME_WS_URL.'

export type BrowserSetup = Readonly<
  { kind: 'ready'; executable: string; wrapper: string } | { kind: 'none'; message: string }
>

/**
 * Makes Miniflare, where its cache home is `cacheHome`, start the Chromium of this machine: that of
 * CHROME_PATH, or the first of the usual places. Nothing is ever downloaded.
 */
export async function setUpBrowser(
  cacheHome: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<BrowserSetup> {
  if (process.platform !== 'linux') return { kind: 'none', message: NO_CHROMIUM }
  const executable = await chromiumOf(env['CHROME_PATH'])
  if (executable === null) return { kind: 'none', message: NO_CHROMIUM }
  const folder = join(cacheHome, '.wrangler', 'chrome', `linux-${await versionAskedFor()}`)
  const wrapper = join(folder, 'chrome-linux64', 'chrome')
  if (await isSomebodyElses(wrapper)) return { kind: 'ready', executable: wrapper, wrapper }
  await mkdir(dirname(wrapper), { recursive: true })
  await writeFile(wrapper, scriptFor(executable), { mode: 0o755 })
  await writeFile(join(folder, INSTALLED), '')
  return { kind: 'ready', executable, wrapper }
}

async function chromiumOf(given: string | undefined): Promise<string | null> {
  for (const path of given ? [given] : PLACES) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

/** Part of the path that Miniflare looks at; it never compares it with what is there. */
async function versionAskedFor(): Promise<string> {
  const source = await readFile(createRequire(import.meta.url).resolve('miniflare'), 'utf8')
  const version = /\bBROWSER_VERSION\s*=\s*"([\d.]+)"/.exec(source)?.[1]
  if (version === undefined) throw new Error('This miniflare does not say which Chrome it wants.')
  return version
}

const isSomebodyElses = async (path: string): Promise<boolean> =>
  existsSync(path) && !(await readFile(path)).subarray(0, 200).includes(MARK)

/** Root has no sandbox. Who kills the parent without a word leaves no browser behind. */
function scriptFor(executable: string): string {
  const flags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...FLAGS]
  const watch = existsSync(PARENT_WATCH) ? `${PARENT_WATCH} --pdeathsig KILL ` : ''
  return `#!/bin/sh\n${MARK}\nexec ${watch}"${executable}" ${flags.join(' ')} "$@"\n`
}

if (import.meta.main) {
  const home = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const setup = await setUpBrowser(home)
  console.log(
    setup.kind === 'ready' ? `${setup.wrapper} starts ${setup.executable}` : setup.message,
  )
  process.exitCode = setup.kind === 'ready' ? 0 : 1
}
