import type { Config } from '../../config.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { dialingProblem } from '../../net/guard.ts';

type Policy = Pick<Config, 'production' | 'allowedNetworks'>;

const maxUrlLength = 2000;

/** Refuses a receiver's URL that could never be dialled when it is given, not hours later. Throws `https_required`, `invalid_input`, `address_refused`. */
export function checkWebhookUrl(url: string, pointer: string, policy: Policy): void {
  // The URL is stored and shown as given, but the parser would drop these characters.
  if (/[\s\p{Cc}]/u.test(url)) {
    const message = 'A URL may hold no white space or control characters, also none around it.';
    throw refusal('invalid_input', pointer, { code: 'invalid_url', message }, 'Send the bare address; a space in its path is written %20.');
  }
  check(
    url,
    pointer,
    policy.production,
    policy,
    policy.production
      ? 'Give the public https address of a receiver, without credentials in it, or have its network named in COPYDESK_ALLOWED_NETWORKS.'
      : 'Give the address of a receiver with http:// or https://, without credentials in it.',
  );
}

/** The same for a page to read, which may use http. Throws `invalid_input`, `address_refused`. */
export function checkSourceUrl(url: string, pointer: string, policy: Policy): void {
  check(url, pointer, false, policy, 'Give knowledge ids (doc_…) or http and https addresses of public pages.');
}

/** The same for a page that is read and not cited. */
export function checkPageUrl(url: string, pointer: string, policy: Policy): void {
  check(url, pointer, false, policy, 'Give the http or https address of a public page.');
}

/** The same for a site or feed. */
export function checkSiteUrl(url: string, pointer: string, policy: Policy): void {
  check(url, pointer, false, policy, 'Give the http or https address of a public site, without credentials in it.');
}

function check(url: string, pointer: string, httpsOnly: boolean, { production, allowedNetworks }: Policy, hint: string): void {
  const tooLong = url.length > maxUrlLength ? { code: 'too_big', message: `A URL may have ${maxUrlLength} characters at most.` } : null;
  const problem = tooLong ?? dialingProblem(url, { production, allowedNetworks, httpsOnly });
  if (!problem) return;
  const code = problem.code === 'https_required' || problem.code === 'address_refused' ? problem.code : 'invalid_input';
  throw refusal(code, pointer, problem, hint);
}

function refusal(as: ErrorCode, pointer: string, { code, message }: { code: string; message: string }, hint: string): AppError {
  return new AppError(as, `${pointer.slice(1)}: ${message}`, { hint, errors: [{ pointer, detail: message, code }] });
}
