import { DurableObject } from 'cloudflare:workers'

export class ScanDO extends DurableObject {}
