import { DurableObject } from 'cloudflare:workers'

export class HostDO extends DurableObject {}
