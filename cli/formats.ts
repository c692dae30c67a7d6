import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Client } from './client.ts'
import { usageError } from './exit.ts'
import type { OptionSpec } from './options.ts'
import { clean } from './render/text.ts'
import type { Terminal } from './terminal.ts'

/** A format: where it is asked for, below the scan's own path, and how its file ends. */
export type Format = Readonly<{ name: string; path: string; extension: string }>

const FORMATS: readonly Format[] = [
  { name: 'pdf', path: 'report', extension: 'pdf' },
  { name: 'docx', path: 'docx', extension: 'docx' },
  { name: 'html', path: 'export/html', extension: 'html' },
  { name: 'md', path: 'export/md', extension: 'md' },
  { name: 'json', path: 'export/json', extension: 'json' },
  { name: 'csv', path: 'export/csv', extension: 'csv' },
  { name: 'sarif', path: 'sarif', extension: 'sarif' },
  { name: 'junit', path: 'export/junit.xml', extension: 'junit.xml' },
  { name: 'burp', path: 'export/burp', extension: 'burp.xml' },
  { name: 'stix', path: 'export/stix', extension: 'stix.json' },
  { name: 'defectdojo', path: 'export/defectdojo.json', extension: 'defectdojo.json' },
  { name: 'zip', path: 'export/zip', extension: 'zip' },
]
export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ')

export const FORMAT_OPTION: OptionSpec = {
  name: 'format',
  value: 'NAME,…',
  multiple: true,
  help: `of ${FORMAT_NAMES}; repeatable`,
}

/** The formats that are named, each once, in the order of the words. */
export function formatsOf(words: readonly string[]): readonly Format[] {
  const names = words.flatMap((word) => word.split(',')).map((name) => name.trim())
  return [...new Set(names)].map((name) => {
    const format = FORMATS.find((format) => format.name === name)
    if (format === undefined) throw usageError(`--format must be one of ${FORMAT_NAMES}.`)
    return format
  })
}

/** Makes the folder of `--out`, or says why it cannot be one. */
export const makeFolder = (path: string): Promise<unknown> => told(mkdir(path, { recursive: true }))

export const fileIn = (folder: string, { extension }: Format): string =>
  join(folder, `report.${extension}`)

/** Fetches a scan in one format and writes it, with a line about it to standard error. */
export async function saveReport(
  world: Readonly<{ client: Client; terminal: Terminal; isQuiet: boolean }>,
  scanId: string,
  format: Format,
  file: string,
): Promise<void> {
  const say = (text: string) => {
    if (!world.isQuiet) world.terminal.err(text)
  }
  const bytes = await fetchReport(world.client, scanId, format, say)
  await told(writeFile(file, bytes))
  say(`Wrote ${clean(file)} (${sizeOf(bytes.length)})\n`)
}

export const fetchReport = (
  client: Client,
  scanId: string,
  format: Format,
  say: (text: string) => void,
): Promise<Uint8Array> =>
  client.report(scanId, format.path, () => say(`The ${format.name} is still being made …\n`))

async function told<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw usageError(`--out cannot be written: ${clean(reason)}`)
  }
}

const sizeOf = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000).toLocaleString('en')} kB`
