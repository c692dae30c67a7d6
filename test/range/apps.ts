import { start as startAttic } from './apps/attic/app.ts'
import { truth as atticTruth } from './apps/attic/truth.ts'
import { start as startDepot } from './apps/depot/app.ts'
import { truth as depotTruth } from './apps/depot/truth.ts'
import { start as startDesk } from './apps/desk/app.ts'
import { truth as deskTruth } from './apps/desk/truth.ts'
import { start as startForum } from './apps/forum/app.ts'
import { truth as forumTruth } from './apps/forum/truth.ts'
import { start as startGate } from './apps/gate/app.ts'
import { truth as gateTruth } from './apps/gate/truth.ts'
import { start as startKiosk } from './apps/kiosk/app.ts'
import { truth as kioskTruth } from './apps/kiosk/truth.ts'
import { start as startLedger } from './apps/ledger/app.ts'
import { truth as ledgerTruth } from './apps/ledger/truth.ts'
import { MINIS } from './apps/minis/entries.ts'
import { start as startOps } from './apps/ops/app.ts'
import { truth as opsTruth } from './apps/ops/truth.ts'
import { start as startPress } from './apps/press/app.ts'
import { truth as pressTruth } from './apps/press/truth.ts'
import { start as startHealthy } from './apps/healthy/app.ts'
import { truth as healthyTruth } from './apps/healthy/truth.ts'
import { start as startShop } from './apps/shop/app.ts'
import { truth as shopTruth } from './apps/shop/truth.ts'
import { start as startTiny } from './apps/tiny/app.ts'
import { truth as tinyTruth } from './apps/tiny/truth.ts'
import type { Start } from './kit/app.ts'
import type { Truth } from './truth.ts'

export type Entry = Readonly<{
  name: string
  start: Start
  truth: Truth
  /** Options of its scan, beside the target. */
  options?: Readonly<Record<string, string>>
}>

const API = { scan_type: 'api' } as const

export const APPS: readonly Entry[] = [
  { name: 'shop', start: startShop, truth: shopTruth },
  { name: 'healthy', start: startHealthy, truth: healthyTruth },
  { name: 'tiny', start: startTiny, truth: tinyTruth },
  { name: 'attic', start: startAttic, truth: atticTruth },
  { name: 'desk', start: startDesk, truth: deskTruth },
  { name: 'forum', start: startForum, truth: forumTruth },
  { name: 'gate', start: startGate, truth: gateTruth },
  { name: 'ops', start: startOps, truth: opsTruth },
  { name: 'press', start: startPress, truth: pressTruth },
  { name: 'depot', start: startDepot, truth: depotTruth, options: API },
  { name: 'kiosk', start: startKiosk, truth: kioskTruth, options: API },
  { name: 'ledger', start: startLedger, truth: ledgerTruth, options: API },
  ...MINIS,
]
