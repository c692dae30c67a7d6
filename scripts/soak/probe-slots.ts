import { z } from 'zod'
import type { Instance } from '../../test/support/e2e-instance.ts'
import type { Capped } from './caps.ts'
import { startSilent } from './target.ts'

const AT_ONCE = 8
const Refusal = z.looseObject({ code: z.string() })

/** Every account is asked for one scan more than its cap: exactly the last one must be refused. */
export async function probeSlots(
  instance: Instance,
  members: readonly (Capped & Readonly<{ key: string }>)[],
): Promise<readonly string[]> {
  const site = await startSilent()
  const queue = [...members]
  const wrong: string[] = []
  const lane = async (): Promise<void> => {
    for (let member = queue.pop(); member !== undefined; member = queue.pop()) {
      const codes: string[] = []
      for (let nth = 0; nth <= member.cap; nth += 1) {
        const body = { target: `${site.url}p/${nth}`, scan_authorized: true }
        const reply = await instance.api('POST', '/api/v1/scan', body, { key: member.key })
        codes.push(reply.status === 202 ? 'taken' : Refusal.parse(reply.body).code)
      }
      const expected = [...Array.from({ length: member.cap }, () => 'taken'), 'concurrent_limit']
      if (codes.join() !== expected.join()) wrong.push(`account ${member.id}: ${codes.join(', ')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await site.close()
  return wrong
}
