export { AccountDO, HostDO, ScanDO } from './index.ts'
export { default } from './index.ts'
