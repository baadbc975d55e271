import { hasAny } from '../../../db/carry.ts';
import type { Tx } from '../../../db/open.ts';
import type { ProjectRow } from '../../../db/rows/account.ts';
import { AppError } from '../../../errors.ts';
import type { Plan } from './plan.ts';

interface FreeName {
  name: string;
  /** The project that gives way: the one that a new desk begins with, where nobody has touched it. */
  instead: string | null;
}

const maxNameLength = 200;

/** The name of an imported project; a copy is told from the others by its own. Throws `conflict` where it is taken. */
export async function freeName(tx: Tx, plan: Plan, name: string, asCopy: boolean): Promise<FreeName> {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const wanted = asCopy ? `${name.slice(0, maxNameLength - ending.length)}${ending}` : name;
    const taken = await tx.selectFrom('projects').selectAll().where('name', '=', wanted).executeTakeFirst();
    if (!taken) return { name: wanted, instead: null };
    if (asCopy) continue;
    if (await isUntouched(tx, plan, taken)) return { name, instead: taken.id };
    throw new AppError('conflict', `A project named ${JSON.stringify(name)} exists already (${taken.id}).`, {
      hint: 'Rename that one with projects_update, or import this as a copy: --as-copy. Nothing was changed.',
    });
  }
}

/** Whether a project was never changed and holds nothing. */
async function isUntouched(tx: Tx, { ofProjects }: Plan, { id, created_at, updated_at }: ProjectRow): Promise<boolean> {
  if (updated_at !== created_at) return false;
  const left = [...ofProjects];
  while (left.length > 0) {
    const { table, column } = left.shift()!;
    if (await hasAny(tx, table, column, id)) return false;
  }
  return true;
}
