import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A script of Node's with its arguments: a file of ours, or a tool. */
export type Step = Readonly<{ name: string; file: string; args: readonly string[] }>
export type StepResult = Readonly<{ name: string; ok: boolean; seconds: number; output: string }>

export const toolFile = (tool: string): string => join('node_modules/.bin', tool)

/** Runs one step under the Node that runs us, whatever `node` the PATH would name. */
export function runStep(step: Step, root: string): Promise<StepResult> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, step.file), ...step.args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        name: step.name,
        ok: code === 0,
        seconds: (performance.now() - startedAt) / 1000,
        output: Buffer.concat(chunks).toString().trim(),
      }),
    )
  })
}

export type StepsOptions = Readonly<{
  root: string
  atOnce: number
  /** Shows what good steps said too; that of bad ones is always shown. */
  isLoud?: boolean
  print(line: string): void
}>

/** Runs the steps, `atOnce` side by side, and tells each as it ends. Answers those that failed. */
export async function runSteps(
  steps: readonly Step[],
  options: StepsOptions,
): Promise<readonly StepResult[]> {
  const waiting = [...steps]
  const failed: StepResult[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step, options.root)
      if (!result.ok) failed.push(result)
      options.print(lineOf(result))
      const isShown = options.isLoud === true || !result.ok
      if (isShown && result.output !== '') options.print(result.output)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, work))
  return failed
}

const lineOf = ({ ok, name, seconds }: StepResult): string =>
  `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s`
