import type { SearchQuestion } from '../../../../schema/search-console.ts';
import { AppError } from '../../../errors.ts';
import { datesOf, daysOf, moved } from '../store/dates.ts';
import type { HeldImport, Period } from '../store/types.ts';

/** The default, in days. */
export const defaultDays = 28;

/** The same weekdays a year ago: 52 weeks. */
const yearDays = 364;

/** How many periods an error names. */
const maxNamed = 6;

export type Compare = NonNullable<SearchQuestion['compare']>;

/** The period that a question means, of days that are held; undefined if they do not hold it. Throws `invalid_input` if it ends before it begins. */
export function periodOfDays({ since, until }: Pick<SearchQuestion, 'since' | 'until'>, days: readonly string[]): Period | undefined {
  if (since !== undefined && until !== undefined && since > until) throw endsBefore();
  const last = until ?? days.at(-1);
  if (last === undefined) return undefined;
  const first = since ?? moved(last, 1 - defaultDays);
  const held = new Set(days);
  if (since === undefined) {
    const some = datesOf({ since: first, until: last });
    const gap = some.findLastIndex((date) => !held.has(date));
    return gap === some.length - 1 ? undefined : { since: some[gap + 1]!, until: last };
  }
  return first <= last && isHeld({ since: first, until: last }, held) ? { since: first, until: last } : undefined;
}

export const isHeld = (period: Period, held: ReadonlySet<string>): boolean => datesOf(period).every((date) => held.has(date));

/** The import that a question means: that of its period, the newest where it names none. */
export function importFor(
  { since, until }: Pick<SearchQuestion, 'since' | 'until'>,
  imports: readonly HeldImport[],
): HeldImport | undefined {
  return imports.find(({ period }) => (since === undefined || period.since === since) && (until === undefined || period.until === until));
}

/** What a period is compared with. */
export function comparedWith(period: Period, compare: Exclude<Compare, 'none'>): Period {
  const days = compare === 'year' ? yearDays : daysOf(period);
  return { since: moved(period.since, -days), until: moved(period.until, -days) };
}

/** Throws naming what is held instead. */
export function notHeld(
  { since, until }: Pick<SearchQuestion, 'since' | 'until'>,
  days: readonly string[],
  imports: readonly HeldImport[],
): AppError {
  const spans = [...spansOf(days).map((span) => `days ${nameOf(span)}`), ...imports.map(({ period }) => `import ${nameOf(period)}`)];
  const named = spans.length > maxNamed ? [...spans.slice(0, maxNamed), `${spans.length - maxNamed} more`] : spans;
  return new AppError(
    'period_not_held',
    `${since ?? '…'} to ${until ?? '…'} is not held. Held: ${named.join('; ') || 'nothing of that kind'}.`,
    {
      hint: 'Ask for a period that is held; search_console_sync or search_console_import brings others.',
    },
  );
}

const nameOf = ({ since, until }: Period): string => `${since} to ${until}`;

/** Days that follow one another, the latest first. */
function spansOf(days: readonly string[]): Period[] {
  const spans: Period[] = [];
  for (const date of days) {
    const last = spans[0];
    if (last && moved(last.until, 1) === date) last.until = date;
    else spans.unshift({ since: date, until: date });
  }
  return spans;
}

function endsBefore(): AppError {
  return new AppError('invalid_input', 'since: must not be later than until.', {
    hint: 'Swap the two, or leave one out.',
    errors: [{ pointer: '/since', detail: 'must not be later than until', code: 'after_until' }],
  });
}
