import type { Leftover } from '../disk.ts'
import { BACKUP_FILES } from './backup.ts'
import { DUMP_FILES } from './dump.ts'
import { ENV_FILES } from './env.ts'
import { KEY_FILES } from './keys.ts'
import { LOG_FILES } from './log.ts'

export const LEFTOVERS: readonly Leftover[] = [
  ...ENV_FILES,
  ...LOG_FILES,
  ...DUMP_FILES,
  ...KEY_FILES,
  ...BACKUP_FILES,
]
