import { AppError } from '../../errors.ts';
import type { OutboundResponse } from '../../system.ts';
import { parseJson, record, text } from '../json.ts';

/** How much of a provider's message is passed on, in characters. */
const maxLength = 300;
/** Longer waits are not taken seriously. */
const maxRetryAfterSeconds = 3600;

/** An unusable answer; `why` continues the sentence. */
export function notUnderstood(why: string): AppError {
  return new AppError('provider_failed', `The image provider did not answer properly: ${why.replace(/\.$/, '')}.`, {
    hint: 'Try again later, or choose another model.',
  });
}

/** The error for an answer other than 200. The provider's message is data: cleaned, cut to 300 characters, and without the key. */
export function failureOf({ status, headers, body }: OutboundResponse, apiKey: string | undefined): AppError {
  const { message, code } = errorIn(body);
  const said = reportText(message, apiKey);
  const detail = (sentence: string) => (said === '' ? `${sentence} (status ${status}).` : `${sentence} (status ${status}): ${said}`);
  // Waiting does not refill an account.
  if (status === 402 || code === 'insufficient_quota' || code === 'billing_hard_limit_reached') {
    return new AppError('provider_refused', detail('The image provider wants to be paid first'), { hint: 'See to the account there.' });
  }
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const retryAfterSeconds = seconds > 0 ? Math.min(Math.ceil(seconds), maxRetryAfterSeconds) : undefined;
    return new AppError('rate_limited', detail('The image provider was asked too often'), { retryAfterSeconds, hint: 'Try again later.' });
  }
  if (status === 401 || status === 403) {
    return new AppError('provider_refused', detail('The image provider refused the key'), {
      hint: 'Check the key, and whether it may use this model.',
    });
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return new AppError('provider_refused', detail('The image provider refused'), { hint: 'Check the model and the address of the API.' });
  }
  return new AppError('provider_failed', detail('The image provider did not answer properly'), { hint: 'Try again later.' });
}

/** OpenAI's error format and the shorter ones in use: `{ error: { message, code } }`, `{ error }`, `{ message }`, `{ detail }`. */
function errorIn(body: Buffer): { message: string; code: unknown } {
  // A proxy's error page is no JSON and tells nothing.
  const outer = record(parseJson(body.toString('utf8')));
  const inner = typeof outer['error'] === 'object' && outer['error'] !== null ? record(outer['error']) : outer;
  const message = [inner['message'], outer['error'], outer['detail']].find((one) => typeof one === 'string');
  return { message: text(message), code: inner['code'] };
}

function reportText(message: string, apiKey: string | undefined): string {
  const shown = (apiKey ? message.replaceAll(apiKey, '…') : message)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    // Some providers repeat the key they were sent, or part of it.
    .replace(/\b(?:sk|pk|key)-[\w*.-]{6,}/gi, '…')
    .trim();
  return shown.length > maxLength ? `${shown.slice(0, maxLength - 1).toWellFormed()}…` : shown;
}
