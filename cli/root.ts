import { dirname } from 'node:path'

/** The project's own folder, wherever the command was started. */
export const ROOT = dirname(import.meta.dirname)
