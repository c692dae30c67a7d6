#!/usr/bin/env node
// The one file that must run on any Node from 20 on: it finds the Node that `npm ci` installed,
// which runs TypeScript as it is, and hands over to it when this one cannot.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
const runsTypeScript = major > 22 || (major === 22 && minor >= 18)

if (runsTypeScript) {
  // Compiled code is kept in the project, where only who may change the code itself can write.
  module.enableCompileCache(
    fileURLToPath(new URL('../node_modules/.cache/palisade', import.meta.url)),
  )
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2))
} else {
  handOver(fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url)))
}

function handOver(node) {
  if (!existsSync(node)) {
    process.stderr.write('palisade: Node 22.18 or newer is needed. Run "npm ci" to get it.\n')
    process.exit(2)
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
