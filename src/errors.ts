/** Every error the API can answer (tables.md §5): code → status and default text. */
export const ERRORS = {
  unauthorized: { status: 401, text: 'A valid API key is required in the X-Service-Key header.' },
  insufficient_scope: { status: 403, text: 'The API key lacks the scope that this action needs.' },
  rate_limit_exceeded: { status: 429, text: 'Too many requests. Wait and try again.' },
  payload_too_large: { status: 413, text: 'The request body is too large.' },
  unsupported_media_type: { status: 415, text: 'The body must be sent as application/json.' },
  invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  method_not_allowed: { status: 405, text: 'This path does not support that method.' },
  invalid_request: { status: 400, text: 'The request is not valid.' },
  target_not_allowed: { status: 400, text: 'The target may not be scanned.' },
  target_ip_unsupported: { status: 400, text: 'target_ip cannot be used with this scan.' },
  invalid_openapi: { status: 400, text: 'The API description cannot be used.' },
  no_active_plan: { status: 403, text: 'The account has no active plan.' },
  authorization_required: {
    status: 403,
    text: 'Authorization to scan this target is not confirmed. Send "scan_authorized": true if you may.',
  },
  ticket_required: { status: 403, text: 'This action needs a support ticket.' },
  asset_limit_reached: { status: 403, text: 'A limit of the plan is reached.' },
  concurrent_limit: { status: 429, text: 'Too many scans are running at once.' },
  domain_cooldown: { status: 429, text: 'This host was scanned too often in the last minutes.' },
  replace_locked: { status: 409, text: 'The asset was replaced less than 24 hours ago.' },
  not_found: { status: 404, text: 'Not found.' },
  scan_not_completed: { status: 409, text: 'The scan has not completed yet.' },
  scan_not_running: { status: 409, text: 'The scan is not running.' },
  idempotency_in_progress: {
    status: 409,
    text: 'A request with this Idempotency-Key is still being answered.',
  },
  idempotency_mismatch: {
    status: 422,
    text: 'This Idempotency-Key was used with another request body.',
  },
  forbidden: { status: 403, text: 'This request is not allowed here.' },
  unavailable: { status: 503, text: 'A part of the service is not available. Try again shortly.' },
  internal_error: { status: 500, text: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof ERRORS
export type FieldError = Readonly<{ path: string; message: string }>

export type ApiErrorDetails = Readonly<{
  /** Replaces the table's text where the instance can say more. */
  text?: string
  fields?: readonly FieldError[]
  retryAfterS?: number
  /** Additive members of the body, such as `limit` and `resets_at`. */
  extra?: Readonly<Record<string, string | number | boolean>>
  allow?: readonly string[]
}>

/** The one error that verbs throw; the edge maps it to `{error, code, …}` and the table's status. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ApiErrorDetails

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.text ?? ERRORS[code].text)
    this.name = 'ApiError'
    this.code = code
    this.details = details
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError
