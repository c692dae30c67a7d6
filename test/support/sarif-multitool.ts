import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = `node_modules/@microsoft/sarif-multitool-${process.platform}`
const TOOL = join(FOLDER, 'Sarif.Multitool')
/** Nothing listens there: a rule of the tool would ask for the links of a file. */
const NOWHERE = 'http://127.0.0.1:9'

export const HAS_MULTITOOL = existsSync(TOOL)
// The package holds a plain file, and its install script does not run.
if (HAS_MULTITOOL) chmodSync(TOOL, 0o755)
if (!HAS_MULTITOOL)
  console.info('Tests that need sarif-multitool are skipped: not on this platform.')

export const sarifSchema = (): object =>
  JSON.parse(readFileSync(join(FOLDER, 'sarif-2.1.0.json'), 'utf8'))

/**
 * Errors and warnings of Microsoft's validator with GitHub's rules, each with the name of its file.
 * Its exit code says nothing.
 */
export function multitool(files: readonly string[]): readonly string[] {
  const args = ['validate', ...files, '--rule-kind', 'Sarif;Ghas']
  const { stdout, stderr, error } = spawnSync(TOOL, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
    },
  })
  if (error) throw error
  if (!stdout.includes(`${files.length} files scanned`)) throw new Error(`${stdout}${stderr}`)
  return stdout.split('\n').filter((line) => /: (?:error|warning) /.test(line))
}
