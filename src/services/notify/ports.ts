import type { Mail } from '../../notify/mail.ts'
import type { Transport } from '../../scanner/ports.ts'
import type { Deps } from '../deps.ts'

/** Hands a whole message to the platform; throws when it is not taken. */
export type SendMail = (mail: Mail) => Promise<void>

/** What the queue's consumer delivers with. */
export type DeliveryDeps = Deps &
  Readonly<{
    transport: Transport
    /** Null where no mail binding is. */
    sendMail: SendMail | null
    userAgent: string
  }>
