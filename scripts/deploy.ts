import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { build } from './build.ts'
import { writeWorker } from './worker-folder.ts'

const ROOT = dirname(import.meta.dirname)
const DATABASE = 'palisade'
const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000001'
const OPTIONS = ['--dry-run', '--help', '-h']
const HELP = `Deploys the Worker to Cloudflare: applies the D1 migrations, then uploads.

  npm run deploy                 needs "wrangler login" or CLOUDFLARE_API_TOKEN
  npm run deploy -- --dry-run    bundles into dist/deploy and uploads nothing; works offline`

function wrangler(...args: string[]): number {
  const bin = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin')
  const { status } = spawnSync(process.execPath, [join(bin, 'wrangler.js'), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  })
  return status ?? 1
}

async function deploy(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => !OPTIONS.includes(arg))
  if (unknown) {
    console.error(`Unknown option ${unknown}.\n\n${HELP}`)
    return 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return 0
  }
  await build({ root: ROOT })
  const { config } = await writeWorker(ROOT)
  if (args.includes('--dry-run')) {
    return wrangler('deploy', '--config', config, '--dry-run', '--outdir', 'dist/deploy')
  }
  if (readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').includes(PLACEHOLDER_ID)) {
    console.error(
      `wrangler.toml still has the placeholder database_id. Run "npx wrangler d1 create ${DATABASE}" and put the id there.`,
    )
    return 2
  }
  return (
    wrangler('d1', 'migrations', 'apply', DATABASE, '--remote') ||
    wrangler('deploy', '--config', config)
  )
}

process.exitCode = await deploy(process.argv.slice(2))
