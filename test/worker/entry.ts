import { enterLocalMode } from '../../src/runtime.ts'

// Loopback is a target here, as in the local mode; the rest is the Worker that is deployed.
enterLocalMode()

export { AccountDO, default, HostDO, ScanDO } from '../../src/index.ts'
