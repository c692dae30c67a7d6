import { z } from 'zod'

// The account's side of the API as the CLI reads it. Answers may hold more: changes are additive.

export const Key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  allowed_hosts: z.array(z.string()).nullable(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  rotated_to: z.string().nullable(),
})
export type Key = z.infer<typeof Key>
export const KeyList = z.object({ items: z.array(Key) })
export const NewKey = Key.extend({ key: z.string() })
export const RotatedKey = NewKey.extend({ replaces: z.string(), old_key_expires_at: z.string() })
export const Done = z.object({ message: z.string() })

export const Target = z.object({
  id: z.string(),
  host: z.string(),
  proof: z.object({
    dns_txt: z.object({ name: z.string(), value: z.string() }).nullable(),
    file: z.object({ path: z.string(), content: z.string() }),
    meta: z.object({ tag: z.string() }),
  }),
  verified_at: z.string().nullable(),
  verified_by: z.string().nullable(),
})
export type Target = z.infer<typeof Target>
export const TargetPage = z.object({ items: z.array(Target), pages: z.number() })
export const CheckedTarget = Target.extend({
  verified: z.boolean(),
  checked: z.array(z.object({ method: z.string(), result: z.string(), why: z.string() })),
})
