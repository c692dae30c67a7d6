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

/** Errors and warnings of Microsoft's validator with GitHub's rules. Its exit code says nothing. */
export function multitool(file: string): readonly string[] {
  const { stdout, stderr, error } = spawnSync(
    TOOL,
    ['validate', file, '--rule-kind', 'Sarif;Ghas'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
        HTTP_PROXY: NOWHERE,
        HTTPS_PROXY: NOWHERE,
      },
    },
  )
  if (error) throw error
  if (!stdout.includes('Analysis completed')) return [`No analysis: ${stdout}${stderr}`]
  return stdout.split('\n').filter((line) => /: (?:error|warning) /.test(line))
}
