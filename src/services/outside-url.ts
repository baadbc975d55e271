import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { dialingProblem } from '../net/guard.ts';

type Policy = Pick<Config, 'production' | 'allowedNetworks'>;

const longestUrl = 2000;

/** Refuses a receiver's address that could never be dialled, when it is given and not hours later. Throws `https_required`, `invalid_input`, `address_refused`. */
export function checkWebhookUrl(url: string, pointer: string, policy: Policy): void {
  check(url, pointer, policy.production, policy, 'Give the public https address of a receiver, without credentials in it.');
}

/** The same for a page to read, which may be http. Throws `invalid_input`, `address_refused`. */
export function checkSourceUrl(url: string, pointer: string, policy: Policy): void {
  check(url, pointer, false, policy, 'Give knowledge ids (doc_…) or http and https addresses of public pages.');
}

function check(url: string, pointer: string, httpsOnly: boolean, { production, allowedNetworks }: Policy, hint: string): void {
  const tooLong = url.length > longestUrl ? { code: 'too_big', message: `A URL may have ${longestUrl} characters at most.` } : null;
  const problem = tooLong ?? dialingProblem(url, { production, allowedNetworks, httpsOnly });
  if (!problem) return;
  const code = problem.code === 'https_required' || problem.code === 'refused_address' ? codes[problem.code] : 'invalid_input';
  throw new AppError(code, `${pointer.slice(1)}: ${problem.message}`, {
    hint,
    errors: [{ pointer, detail: problem.message, code: problem.code }],
  });
}

const codes = { https_required: 'https_required', refused_address: 'address_refused' } as const;
