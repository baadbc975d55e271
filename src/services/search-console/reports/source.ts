import type { SearchQuestion } from '../../../../schema/search-console.ts';
import { AppError } from '../../../errors.ts';
import type { Comparison, GroupedBy, HeldImport, Period, Property, SearchStore } from '../store/types.ts';
import { heldDays, heldImport, type Given, type Held } from './held.ts';
import { propertyOf, type Owner } from './property.ts';
import { comparedWith, importFor, isHeld, notHeld, periodOfDays, type Compare } from './periods.ts';

interface Source {
  now: Held;
  /** Null where it is not held, or not wanted. */
  before: Held | null;
  comparison: Period | Comparison | null;
}

/** What answers: days that were synced, else the import of that period. `also`: tables that are wanted besides. Throws `period_not_held`, `invalid_input`. */
export async function sourceFor(
  given: Given & { search: SearchStore },
  property: Property,
  table: GroupedBy,
  question: SearchQuestion,
  compare: Compare,
  also: readonly GroupedBy[] = [],
): Promise<Source> {
  const { search } = given;
  const days = await search.heldDays(property, table);
  const period = periodOfDays(question, days);
  if (period) {
    const all = new Map([[table, new Set(days)]]);
    for (const other of ['day', ...also] as const) if (!all.has(other)) all.set(other, new Set(await search.heldDays(property, other)));
    const of = (span: Period): Held => {
      const whole = [...all].filter(([, held]) => isHeld(span, held)).map(([name]) => name);
      return heldDays(given, property, span, new Set(whole));
    };
    const comparison = compare === 'none' ? null : comparedWith(period, compare);
    const before = comparison && of(comparison);
    return { now: of(period), before: before?.has(table) ? before : null, comparison };
  }
  const imports = await search.imports(property);
  const meant = importFor(question, imports);
  if (!meant) throw notHeld(question, days, imports);
  return { now: heldImport(given, property, meant), ...importedBefore(given, property, meant, table, imports, compare) };
}

/** What answers where no period is named; null where nothing is held, or it is not said of which property: search_console_query tells. */
export async function heldNow(
  given: Given & { search: SearchStore },
  project: Owner,
  table: GroupedBy,
  also: readonly GroupedBy[] = [],
): Promise<{ property: Property; now: Held } | null> {
  try {
    const property = await propertyOf(given.search, project);
    const { now } = await sourceFor(given, property, table, {}, 'none', also);
    return now.has(table) ? { property, now } : null;
  } catch (error) {
    if (error instanceof AppError && untold.has(error.code)) return null;
    throw error;
  }
}

const untold = new Set<string>(['integration_required', 'conflict', 'period_not_held']);

/** The export's own comparison, else an import of the period that is compared with. */
function importedBefore(
  given: Given,
  property: Property,
  meant: HeldImport,
  table: GroupedBy,
  imports: readonly HeldImport[],
  compare: Compare,
): Pick<Source, 'before' | 'comparison'> {
  if (compare === 'none') return { before: null, comparison: null };
  const own = meant.tables[table]?.comparison;
  if (own) return { before: heldImport(given, property, meant, own), comparison: own };
  const comparison = comparedWith(meant.period, compare);
  const other = importFor(comparison, imports);
  return { before: other ? heldImport(given, property, other) : null, comparison };
}
