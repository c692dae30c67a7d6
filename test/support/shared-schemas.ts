import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The schemas that the project is held to lie beside it and are no part of it. */
export const SCHEMAS = resolve(process.env['PALISADE_SHARED'] ?? '../shared', 'schemas')
export const HAS_SCHEMAS = existsSync(SCHEMAS)
if (!HAS_SCHEMAS) console.info('Tests that need the shared schemas are skipped: there are none.')
