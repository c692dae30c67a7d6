import { start as startHealthy } from './apps/healthy/app.ts'
import { truth as healthyTruth } from './apps/healthy/truth.ts'
import { start as startShop } from './apps/shop/app.ts'
import { truth as shopTruth } from './apps/shop/truth.ts'
import { start as startTiny } from './apps/tiny/app.ts'
import { truth as tinyTruth } from './apps/tiny/truth.ts'
import type { Start } from './kit/app.ts'
import type { Truth } from './truth.ts'

export type Entry = Readonly<{ name: string; start: Start; truth: Truth }>

export const APPS: readonly Entry[] = [
  { name: 'shop', start: startShop, truth: shopTruth },
  { name: 'healthy', start: startHealthy, truth: healthyTruth },
  { name: 'tiny', start: startTiny, truth: tinyTruth },
]
