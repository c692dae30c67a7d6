import { EmailMessage } from 'cloudflare:email'

import type { Env } from '../env.ts'
import type { SendMail } from '../services/notify/ports.ts'

/** The platform's mail, or null where the binding is missing. */
export function mailOf(env: Env): SendMail | null {
  // The types promise every binding; a deployment may leave this one out.
  const binding: SendEmail | undefined = env.MAIL
  if (binding === undefined) return null
  return async ({ from, to, raw }) => {
    await binding.send(new EmailMessage(from, to, raw))
  }
}
