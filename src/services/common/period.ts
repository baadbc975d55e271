import { AppError } from '../../errors.ts';

/** A stretch of time as a client says it, in ISO 8601. */
export interface PeriodInput {
  since?: string;
  until?: string;
}

/** Both ends belong to it, in milliseconds since the epoch. */
export interface Period {
  since: number;
  until: number;
}

/** Open ends reach as far as time does. Throws `invalid_input` where it ends before it begins. */
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
