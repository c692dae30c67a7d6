import type { Env } from './env.ts'

export { AccountDO } from './durable-objects/account.ts'
export { HostDO } from './durable-objects/host.ts'
export { ScanDO } from './durable-objects/scan.ts'

export default {
  fetch: () => new Response('Palisade'),
} satisfies ExportedHandler<Env>
