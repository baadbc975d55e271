import type { Store } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import { createDays } from './days.ts';
import { createImports } from './imports.ts';
import { sumMonths } from './months.ts';
import type { Property, SearchStore } from './types.ts';

/** What is kept of Search Console: days that Google's API told, and what was imported. */
export function createSearchStore(given: { store: Store; system: Pick<System, 'now' | 'pause' | 'turns'> }): SearchStore {
  const { store } = given;
  const properties = () => store.db.selectFrom('search_properties').select(['number', 'project_id', 'name']);
  return {
    ...createDays(given),
    ...createImports(given),
    sumMonths: (property) => sumMonths(given, property),

    open: (projectId, name) =>
      store.write(async (tx) => {
        const row = { project_id: projectId, name, changes: 0 };
        await tx
          .insertInto('search_properties')
          .values(row)
          .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
          .execute();
        const made = tx.selectFrom('search_properties').select(['number', 'project_id', 'name']);
        return toProperty(await made.where('project_id', '=', projectId).where('name', '=', name).executeTakeFirstOrThrow());
      }),

    async find(projectId, name) {
      const row = await properties().where('project_id', '=', projectId).where('name', '=', name).executeTakeFirst();
      return row && toProperty(row);
    },

    async properties(projectId) {
      return (await properties().where('project_id', '=', projectId).orderBy('name').execute()).map(toProperty);
    },
  };
}

function toProperty({ number, project_id, name }: { number: number; project_id: string; name: string }): Property {
  return { number, projectId: project_id, name };
}
