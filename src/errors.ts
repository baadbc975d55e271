/** One problem with one input field. `pointer` is a JSON Pointer (RFC 6901) into the input. */
export interface FieldError {
  pointer: string;
  detail: string;
  code: string;
}

/**
 * Every error code a client can receive, with its HTTP status, and whether the same call may succeed later, unchanged. Codes are stable:
 * they are only ever added.
 */
export const errorTable = {
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  invalid_input: { status: 400, title: 'The input is not valid', retryable: false },
  https_required: { status: 400, title: 'An https URL is required', retryable: false },
  project_required: { status: 400, title: 'Say which project', retryable: false },
  unauthorized: { status: 401, title: 'A valid API key is required', retryable: false },
  insufficient_scope: { status: 403, title: 'The API key may not do this', retryable: false },
  approval_required: { status: 403, title: 'A person must approve this', retryable: false },
  host_not_allowed: { status: 403, title: 'The Host header is not allowed', retryable: false },
  origin_not_allowed: { status: 403, title: 'The Origin header is not allowed', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  method_not_allowed: { status: 405, title: 'The method is not allowed here', retryable: false },
  request_timeout: { status: 408, title: 'The request took too long to arrive', retryable: true },
  conflict: { status: 409, title: 'The state does not allow this', retryable: false },
  plan_stale: { status: 409, title: 'The plan is out of date', retryable: false },
  page_changed: { status: 409, title: 'The page has changed', retryable: false },
  attempt_in_progress: { status: 409, title: 'An attempt is under way', retryable: true },
  idempotency_key_in_use: { status: 409, title: 'The first request with this key is under way', retryable: true },
  idempotency_answer_not_kept: { status: 409, title: 'Done before; the answer was not kept', retryable: false },
  precondition_failed: { status: 412, title: 'It has changed meanwhile', retryable: false },
  payload_too_large: { status: 413, title: 'The body is too large', retryable: false },
  uri_too_long: { status: 414, title: 'The address is too long', retryable: false },
  unsupported_media_type: { status: 415, title: 'The body must be JSON', retryable: false },
  insufficient_sources: { status: 422, title: 'The sources do not carry an article', retryable: false },
  integration_required: { status: 422, title: 'An integration is required', retryable: false },
  site_required: { status: 422, title: 'A site is required', retryable: false },
  renderer_required: { status: 422, title: 'A browser is required', retryable: false },
  cap_reached: { status: 422, title: 'The monthly cap is reached', retryable: false },
  competitors_required: { status: 422, title: 'Competitors are required', retryable: false },
  period_not_held: { status: 422, title: 'The period is not held', retryable: false },
  filtered_export: { status: 422, title: 'The export is filtered', retryable: false },
  other_property: { status: 422, title: 'The export is of another property', retryable: false },
  prices_missing: { status: 422, title: 'Prices are missing', retryable: false },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request', retryable: false },
  unreadable_source: { status: 422, title: 'The source cannot be read', retryable: false },
  address_refused: { status: 422, title: 'The address may not be dialled', retryable: false },
  fetch_failed: { status: 422, title: 'The address could not be fetched', retryable: true },
  draft_rejected: { status: 422, title: 'The draft cannot be taken', retryable: false },
  draft_timeout: { status: 422, title: 'No draft came in time', retryable: false },
  provider_refused: { status: 422, title: 'The provider refused', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  headers_too_large: { status: 431, title: 'The headers are too large', retryable: false },
  internal: { status: 500, title: 'Something went wrong here', retryable: true },
  provider_failed: { status: 502, title: 'The provider did not answer properly', retryable: true },
  unavailable: { status: 503, title: 'Not available right now', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof errorTable;

export interface AppErrorOptions {
  /** What the caller can do next, in one sentence. */
  hint?: string;
  errors?: FieldError[];
  /** What to go on with in place of what was named, as the operation would answer it. */
  instead?: object;
  /** For `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The only error meant for callers. Anything else that is thrown is a bug and is reported as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly instead: object | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint;
    this.errors = options.errors;
    this.instead = options.instead;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A provider will not answer just this request; others it may. */
export class Declined extends AppError {}

/** An RFC 9457 problem object, the form of every error on every face. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId?: string;
  retryable: boolean;
  hint?: string;
  errors?: FieldError[];
  instead?: object;
}

export function problemOf(error: AppError, requestId?: string): Problem {
  const { status, title, retryable } = errorTable[error.code];
  return {
    type: `urn:copydesk:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(requestId !== undefined && { requestId }),
    retryable,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.errors !== undefined && { errors: error.errors }),
    ...(error.instead !== undefined && { instead: error.instead }),
  };
}

/** What ails the database. `conflict`: a rule of it, such as a key that must be unique. */
export type Fault = 'busy' | 'conflict' | 'corrupt' | 'full' | 'unavailable';

/** The database could not do what it was asked; the message says why, in words for people. */
export class StoreFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, why: string, options: { cause?: unknown } = {}) {
    super(why, options);
    this.name = 'StoreFault';
    this.fault = fault;
  }
}

/** The fault, if the database cannot be used; undefined for any other error. */
export function storageFault(thrown: unknown): StoreFault | undefined {
  const fault = causeOf(thrown, (error) => (error instanceof StoreFault ? error : undefined));
  return fault?.fault === 'conflict' ? undefined : fault;
}

/** The command line as it must be typed here: the `copydesk` of a checkout is on nobody's path. */
export const copydesk = import.meta.url.endsWith('.ts') ? 'npx copydesk' : 'copydesk';

/** What helps where the file itself is broken: waiting does not. */
export const restoreHint = `Whoever runs the desk stops it and puts the last good backup in its place: ${copydesk} restore <folder>`;

/** Converts anything thrown into an `AppError`. A foreign error becomes the cause; its message is never shown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const storage = storageFault(thrown);
  if (storage !== undefined) {
    return new AppError('unavailable', `The database cannot be used: ${storage.message}.`, {
      hint: storage.fault === 'corrupt' ? restoreHint : 'Try again later: the desk goes on by itself once whoever runs it has mended that.',
      cause: thrown,
    });
  }
  return new AppError('internal', 'An unexpected fault occurred; it has been logged.', {
    hint: 'Try again. If it happens again, report it with the request id.',
    cause: thrown,
  });
}

/** The `code` of a Node or undici error, searched along its chain of causes. */
export function causeCode(thrown: unknown): string | undefined {
  return causeOf(thrown, (error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined));
}

function causeOf<Found>(thrown: unknown, find: (error: Error) => Found | undefined): Found | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) {
    const found = find(error);
    if (found !== undefined) return found;
  }
  return undefined;
}
