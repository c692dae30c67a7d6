import { VERSION } from '../version.ts'
import type { App } from './context.ts'
import { ScanCompleted, SignatureHeaders } from './schemas/scan-completed.ts'

const TAGS = {
  Scans: 'Start, read, follow, list and remove scans.',
  'Bulk and batch': 'Many targets at once; their scans start as slots become free.',
  Schedules: 'Scans that repeat. Needs the Gold plan.',
  Comparison: 'What changed between two scans.',
  Findings: 'The life of findings over scans, and what people decided about them.',
  v1: 'The stable surface for CI: simpler answers over the same scans.',
  Exports: 'Ended scans as files for other tools, and for people.',
  Account: 'The account of the key, its keys and what was done in it.',
  Assets: 'The hosts of the account, and proof that they are yours.',
  Webhooks: 'Who is told when a scan completes, and what came of it.',
  Badge: 'The public security grade of a domain.',
  Service: 'The service itself.',
} as const

// OpenAPI 3.1 names licences by their SPDX identifier; the library's type is still that of 3.0.
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' }

const DESCRIPTION = `Palisade scans websites and web APIs for security weaknesses. Start a scan, then
poll it or follow its event stream. Every request carries the key in
\`X-Service-Key\`. Errors are \`{"error", "code"}\`: branch on \`code\`. Times are UTC.`

/** The OpenAPI 3.1 description of everything that is registered on the app, as JSON. */
export function describeApi(app: App): string {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Palisade API',
      version: VERSION,
      description: DESCRIPTION,
      license: LICENSE,
    },
    servers: [{ url: '/', description: 'This instance.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  })
  return JSON.stringify(document)
}

/** What receivers are sent (API document, Events). */
export function registerWebhooks(app: App): void {
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: 'scan_completed',
    operationId: 'scanCompleted',
    summary: 'A scan has completed',
    description:
      'Sent to the webhook_url of the scan and to the global chat webhook: up to four attempts, ' +
      'at once and then 2, 4 and 8 seconds after the one before, where the receiver cannot be ' +
      'reached or answers 5xx. Chat platforms get a native message without signature.',
    tags: ['Webhooks'],
    security: [],
    request: {
      headers: SignatureHeaders,
      body: { required: true, content: { 'application/json': { schema: ScanCompleted } } },
    },
    responses: {
      '2XX': { description: 'Taken. The body is not read.' },
      '4XX': { description: 'Refused: not sent again.' },
    },
  })
}

export function registerSecuritySchemes(app: App): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Key',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'StreamTicket', {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'From POST /api/scan/{scan_id}/progress-ticket; opens one stream for 60 s.',
  })
}
