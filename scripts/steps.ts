import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A tool of node_modules/.bin with its arguments. */
export type Step = Readonly<{ name: string; tool: string; args: readonly string[] }>
export type StepResult = Readonly<{ name: string; ok: boolean; seconds: number; output: string }>

/** Runs one tool under the Node that runs us, whatever `node` the PATH would name. */
export function runStep(step: Step, root: string): Promise<StepResult> {
  const startedAt = performance.now()
  const tool = join(root, 'node_modules/.bin', step.tool)
  const child = spawn(process.execPath, [tool, ...step.args], {
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

/** Runs the steps, `atOnce` side by side, and tells each as it ends. True when all are well. */
export async function runSteps(
  steps: readonly Step[],
  options: Readonly<{ root: string; atOnce: number; print(line: string): void }>,
): Promise<boolean> {
  const waiting = [...steps]
  let allOk = true
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step, options.root)
      allOk &&= result.ok
      options.print(lineOf(result))
      if (!result.ok && result.output !== '') options.print(result.output)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, work))
  return allOk
}

const lineOf = ({ ok, name, seconds }: StepResult): string =>
  `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s`
