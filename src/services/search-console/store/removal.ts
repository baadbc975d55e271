import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { daysOfProject, importsOfProject, keysOfProject, monthsOfProject } from '../queries.ts';
import { dateOf, dayNumber } from './dates.ts';

/** Days are kept for 16 months, as Google does, and a bit: so long that the same days of last year can always be compared. */
export const keptDays = 500;

/** Per transaction, which must not hold the database for more than 20 ms. A day's rows may be some 200 kilobytes, and a month's a megabyte. */
const maxAtOnce = { days: 20, months: 4, imports: 20, keys: 2_000 };

/** Removes some of what is kept of a project's properties, then those; returns whether there may be more. */
export async function removeSearch(tx: Tx, projectId: string): Promise<boolean> {
  if ((await daysOfProject(tx, projectId, maxAtOnce.days)) > 0) return true;
  if ((await monthsOfProject(tx, projectId, maxAtOnce.months)) > 0) return true;
  if ((await importsOfProject(tx, projectId, maxAtOnce.imports)) > 0) return true;
  if ((await keysOfProject(tx, projectId, maxAtOnce.keys)) > 0) return true;
  await tx.deleteFrom('search_syncs').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('search_properties').where('project_id', '=', projectId).execute();
  return false;
}

/** Removes days that are older than is kept, and the months in which they were added up. */
export function searchRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const oldest = dateOf(dayNumber(new Date(now()).toISOString().slice(0, 10)) - keptDays);
    const old = await tx
      .selectFrom('search_days')
      .select(['property', 'grouped_by', 'date'])
      .where('date', '<', oldest)
      .orderBy('date')
      .limit(maxAtOnce.days)
      .execute();
    if (old.length === 0) return false;
    const properties = [...new Set(old.map(({ property }) => property))];
    const dates = [...new Set(old.map(({ date }) => date))];
    const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
    // More than what was read may be of these dates: all of it is as old.
    await tx.deleteFrom('search_months').where('property', 'in', idsIn(properties)).where('month', 'in', idsIn(months)).execute();
    await tx.deleteFrom('search_days').where('property', 'in', idsIn(properties)).where('date', 'in', idsIn(dates)).execute();
    return old.length === maxAtOnce.days;
  };
}
