import { DurableObject } from 'cloudflare:workers'

export class AccountDO extends DurableObject {}
