import { AppError } from '../../errors.ts';

/** A period as clients give it, in ISO 8601. */
export interface PeriodInput {
  since?: string;
  until?: string;
}

/** Inclusive at both ends, in milliseconds since the epoch. */
export interface Period {
  since: number;
  until: number;
}

/** A missing end means no limit. Throws `invalid_input` if it ends before it begins. */
export function periodOf({ since, until }: PeriodInput): Period {
  const period = {
    since: since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
    until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
  };
  if (period.since <= period.until) return period;
  throw new AppError('invalid_input', 'since: must not be later than until.', {
    hint: 'Swap the two, or leave one out.',
    errors: [{ pointer: '/since', detail: 'must not be later than until', code: 'after_until' }],
  });
}
