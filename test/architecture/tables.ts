import { place, type Source } from './source.ts';

/** Tables by the group whose rows they hold: that of the file in `src/db/rows/` whose `…Tables` interface names them. */
export type Owners = ReadonlyMap<string, string>;

/** Reads who owns which table from the row types. */
export function ownersOf(sources: readonly Source[]): Owners {
  const owners = new Map<string, string>();
  for (const { path, text } of sources) {
    const group = /^src\/db\/rows\/([\w-]+)\.ts$/.exec(path)?.[1];
    const tables = group && /^export interface \w+Tables \{\n([^}]*)\}/m.exec(text)?.[1];
    if (!group || !tables) continue;
    for (const [, table] of tables.matchAll(/^ {2}(\w+): /gm)) {
      if (owners.has(table!)) throw new Error(`${table} is in the row types of both ${owners.get(table!)} and ${group}`);
      owners.set(table!, group);
    }
  }
  return owners;
}

/** The tables of a schema that no group owns. */
export function withoutOwner(schema: string, owners: Owners): string[] {
  const tables = [...schema.matchAll(/^create (?:virtual )?table "?(\w+)/gim)].map(([, table]) => table!);
  return tables.filter((table) => !owners.has(table));
}

/** Writes to tables of another group, a line each. Only `src/db/`, which makes the tables, may write to all of them. */
export function foreignWrites(sources: readonly Source[], owners: Owners): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/db/'))
    .flatMap((source) =>
      source.writes.flatMap(({ table, at }) => {
        const wrong = wrongWith(groupOf(source.path), table, owners);
        return wrong === null ? [] : [`${place(source, at)} ${wrong}`];
      }),
    );
}

function wrongWith(group: string | undefined, table: string | null, owners: Owners): string | null {
  if (table === null) return 'writes to a table that is only known at run time';
  const owner = owners.get(table);
  if (!owner) return `writes to ${table}, which no group owns: name it in src/db/rows/`;
  return owner === group ? null : `writes to ${table}, which belongs to ${owner}`;
}

function groupOf(path: string): string | undefined {
  return path.startsWith('src/queue/') ? 'queue' : /^src\/services\/([\w-]+)\//.exec(path)?.[1];
}
