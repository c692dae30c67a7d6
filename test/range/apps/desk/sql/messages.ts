import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Dialect } from './dialects.ts'

export type Row = Readonly<Record<string, SQLOutputValue>>

export type WorkerOptions = Readonly<{
  dialect: Dialect
  /** Most milliseconds that one statement may sleep in sum; then it is cancelled. */
  sleepMs: number
}>
export type Statement = Readonly<{
  sql: string
  values: readonly SQLInputValue[]
  /** Several statements after another, without values. */
  isScript: boolean
}>
export type Result = Readonly<{ rows: readonly Row[] }> | Readonly<{ error: string }>
