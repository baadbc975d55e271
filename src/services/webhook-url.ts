import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { assertDialable } from '../net/guard.ts';

/** Refuses a receiver's address that could never be dialled, when it is given and not hours later. Throws `https_required`, `invalid_input`, `address_refused`. */
export function checkWebhookUrl(
  url: string,
  pointer: string,
  { production, allowedNetworks }: Pick<Config, 'production' | 'allowedNetworks'>,
): void {
  const problem = assertDialable(url, { production, allowedNetworks, httpsOnly: production });
  if (!problem) return;
  const code =
    problem.code === 'https_required' ? 'https_required' : problem.code === 'refused_address' ? 'address_refused' : 'invalid_input';
  throw new AppError(code, `${pointer.slice(1)}: ${problem.message}`, {
    hint: 'Give the public https address of a receiver, without credentials in it.',
    errors: [{ pointer, detail: problem.message, code: problem.code }],
  });
}
