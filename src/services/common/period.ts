import { AppError } from '../../errors.ts';

/** A period as clients give it, in ISO 8601: instants, and for `periodIn` days too. */
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
  return inOrder(since === undefined ? undefined : Date.parse(since), until === undefined ? undefined : Date.parse(until));
}

/** The same where an end may be a day of that zone; as `until` the whole day is meant. */
export async function periodIn({ since, until }: PeriodInput, timezone: string): Promise<Period> {
  const { Temporal } = await import('temporal-polyfill');
  const timeOf = (end: string, days: 0 | 1) =>
    end.includes('T') ? Date.parse(end) : Temporal.PlainDate.from(end).add({ days }).toZonedDateTime(timezone).epochMilliseconds - days;
  return inOrder(since === undefined ? undefined : timeOf(since, 0), until === undefined ? undefined : timeOf(until, 1));
}

function inOrder(since = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER): Period {
  const period = { since, until };
  if (period.since <= period.until) return period;
  throw new AppError('invalid_input', 'since: must not be later than until.', {
    hint: 'Swap the two, or leave one out.',
    errors: [{ pointer: '/since', detail: 'must not be later than until', code: 'after_until' }],
  });
}
