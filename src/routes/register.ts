import { assetRoutes } from './assets.ts'
import { auditLogRoutes } from './audit-log.ts'
import { accountCsvRoutes } from './account-csv.ts'
import { badgeRoutes } from './badge.ts'
import { batchRoutes } from './batch.ts'
import { bulkRoutes } from './bulk.ts'
import { compareRoutes } from './compare.ts'
import type { App } from './context.ts'
import { docsRoutes } from './docs.ts'
import { findingRoutes } from './findings.ts'
import { emailLogRoutes } from './email-log.ts'
import { healthRoutes } from './health.ts'
import { integrationRoutes } from './integrations.ts'
import { keyRoutes } from './keys.ts'
import { meRoutes } from './me.ts'
import { scheduledScanRoutes, scheduleRoutes } from './schedules.ts'
import { reportBulkRoutes } from './report-bulk.ts'
import { retestRoutes } from './retest.ts'
import { scanCoverageRoutes } from './scan-coverage.ts'
import { scanExportRoutes } from './scan-exports.ts'
import { scanFromOpenApiRoutes } from './scan-from-openapi.ts'
import { scanProgressRoutes } from './scan-progress.ts'
import { scanUrlRoutes } from './scan-urls.ts'
import { scanAbortRoutes } from './scans-abort.ts'
import { scanDeleteRoutes } from './scans-delete.ts'
import { scanListRoutes } from './scans-list.ts'
import { scanPatchRoutes } from './scans-patch.ts'
import { scanReadRoutes } from './scans-read.ts'
import { scanStartRoutes } from './scans-start.ts'
import { v1GateRoutes } from './v1/gate.ts'
import { v1ListRoutes } from './v1/list.ts'
import { v1ReadRoutes } from './v1/read.ts'
import { v1StartRoutes } from './v1/start.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every resource, static paths before parameterised ones: the first registered route wins. */
export function registerRoutes(app: App): void {
  for (const register of RESOURCES) register(app)
}

const RESOURCES: readonly ((app: App) => void)[] = [
  healthRoutes,
  docsRoutes,
  badgeRoutes,
  meRoutes,
  integrationRoutes,
  webhookRoutes,
  emailLogRoutes,
  bulkRoutes,
  batchRoutes,
  scheduleRoutes,
  scheduledScanRoutes,
  keyRoutes,
  assetRoutes,
  auditLogRoutes,
  compareRoutes,
  scanStartRoutes,
  accountCsvRoutes,
  scanFromOpenApiRoutes,
  scanListRoutes,
  scanReadRoutes,
  scanPatchRoutes,
  findingRoutes,
  retestRoutes,
  scanAbortRoutes,
  scanDeleteRoutes,
  scanProgressRoutes,
  scanUrlRoutes,
  scanCoverageRoutes,
  scanExportRoutes,
  reportBulkRoutes,
  v1StartRoutes,
  v1ListRoutes,
  v1ReadRoutes,
  v1GateRoutes,
]
