import { createRequire } from 'node:module'

/**
 * Miniflare, by `require`: to import it, Node first reads its six megabytes for the names that it
 * exports, which takes a third of a second at every start.
 */
// oxlint-disable-next-line no-unsafe-type-assertion -- what `import` would give
const miniflare = createRequire(import.meta.url)('miniflare') as typeof import('miniflare')

export const { Log, LogLevel, Miniflare, MiniflareCoreError, convertV4MiniflareOptions } = miniflare
