import { spawnSync } from 'node:child_process'

/** Of Debian's libxml2-utils; .ci/run installs it. */
export const HAS_XMLLINT = spawnSync('xmllint', ['--version']).status === 0
if (!HAS_XMLLINT) console.info('Tests that need xmllint are skipped: it is not installed.')

/** What xmllint has against a document; empty when nothing. It reads no network. */
export function xmllint(document: Uint8Array, ...args: readonly string[]): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--huge', ...args, '-'], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? '' : stderr || `xmllint ended with ${status}`
}
