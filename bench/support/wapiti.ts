import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Found } from '../../test/range/score.ts'

/** Its default modules but `ssrf`, which asks a server of its makers and waits for the answer. */
const MODULES =
  'blindsql,cookieflags,csp,exec,file,http_headers,permanentxss,redirect,sql,xss' as const

/** What its words are in ours: a flaw may be told by any of the checks. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'SQL Injection': ['sqli.error'],
  'Blind SQL Injection': ['sqli.time'],
  'Cross Site Scripting': ['xss.reflected', 'xss.stored'],
  'Stored Cross Site Scripting': ['xss.stored'],
  'Path Traversal': ['path.traversal'],
  'Command execution': ['cmdi.echo', 'cmdi.time'],
  'Open Redirect': ['redirect.open'],
  'CRLF Injection': ['crlf'],
  'Content Security Policy Configuration': ['csp.policy'],
  'HttpOnly Flag cookie': ['cookie.session', 'cookie.other'],
}
/** One category of four headers; over plain HTTP, and in browsers of today, two of them say nothing. */
const HEADERS: readonly (readonly [pattern: RegExp, check: string])[] = [
  [/^X-Frame-Options/, 'clickjacking'],
  [/^X-Content-Type-Options/, 'header.nosniff'],
]

const Row = z.object({
  method: z.string(),
  path: z.string(),
  parameter: z.string().nullable(),
  info: z.string(),
})
const Report = z.object({ vulnerabilities: z.record(z.string(), z.array(Row)) })

export const hasWapiti = (): boolean =>
  spawnSync('wapiti', ['--version'], { stdio: 'ignore' }).status === 0

const argumentsFor = (url: string, folder: string, report: string): readonly string[] =>
  [
    ['--url', url, '--module', MODULES, '--format', 'json', '--output', report],
    ['--store-session', join(folder, 'session'), '--store-config', join(folder, 'config')],
    ['--flush-session', '--no-bugreport', '--verbose', '0'],
  ].flat()

/** What it reports of a site, in our words: each row under every name it could stand for. */
export async function runWapiti(
  url: string,
  mostMs: number,
): Promise<readonly (readonly Found[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-wapiti-'))
  const report = join(folder, 'report.json')
  try {
    await run('wapiti', argumentsFor(url, folder, report), mostMs)
    const { vulnerabilities } = Report.parse(JSON.parse(await readFile(report, 'utf8')))
    return Object.entries(vulnerabilities).flatMap(([category, rows]) =>
      rows.map(({ method, path, parameter, info }) =>
        checksOf(category, info).map((check_id) => ({
          check_id,
          method,
          path,
          parameter: parameter ?? '',
        })),
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const checksOf = (category: string, info: string): readonly string[] =>
  category === 'HTTP Secure Headers'
    ? HEADERS.filter(([pattern]) => pattern.test(info)).map(([, check]) => check)
    : (CATEGORIES[category] ?? [])

/** Runs a program to its end; what it prints is of no use. Rejects when it fails or takes too long. */
function run(file: string, args: readonly string[], mostMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'ignore', timeout: mostMs })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${file} ended with ${code}`))
    })
  })
}
