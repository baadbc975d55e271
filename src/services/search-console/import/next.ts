import { comparedWith, importFor } from '../reports/periods.ts';
import type { HeldImport, Import, Period } from '../store/types.ts';

/** What to ask of an import, and what it cannot tell. A page that decays shows by two periods only. */
export function nextFor({ period, comparison, tables }: Import, others: readonly HeldImport[], isAssumed: boolean): string[] {
  const next = tables.query ? [call('quick_wins', period)] : [];
  if (tables.page) {
    const later = tables.page.previous ? period : laterOf(period, others);
    next.push(later ? call('decay', later) : decayNeeds);
  }
  if (next.length === 0) next.push(call('rows', period));
  if (comparison && isAssumed) next.push(whatWasAssumed);
  return next;
}

const call = (view: string, { since, until }: Period): string =>
  `search_console_query { view: ${view}, since: ${since}, until: ${until}, limit: 5 }`;

/** The later one of two imports that are compared, of which this one is either. */
function laterOf(period: Period, others: readonly HeldImport[]): Period | undefined {
  const withPages = others.filter(({ tables }) => tables.page);
  if (importFor(comparedWith(period, 'previous'), withPages)) return period;
  return withPages.find((other) => importFor(comparedWith(other.period, 'previous'), [{ ...other, period }]))?.period;
}

const decayNeeds =
  'Pages that decay show by two periods: import an export that compares two periods, or one of as many days just before these, then ask with view decay.';

const whatWasAssumed =
  'The export does not say the days that it compares with. If they are not those in comparison, import it again with previousSince and previousUntil.';
