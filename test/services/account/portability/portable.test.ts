import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOfAll, portables } from '../../../support/planted.ts';

const schema = readFileSync(new URL('../../../snapshots/schema.sql', import.meta.url), 'utf8');
const tables = [...schema.matchAll(/^create (?:virtual )?table "?(\w+)/gim)].map(([, name]) => name!);

test('every table goes with an export or stays behind for a reason, and one group says so', () => {
  const named = portables.flatMap(({ carried = [], left = {} }) => [...carried.map(({ table }) => table as string), ...Object.keys(left)]);
  expect(named.toSorted()).toEqual(tables.toSorted());
  for (const [table, reason] of portables.flatMap(({ left = {} }) => Object.entries(left)))
    expect(reason, table).toMatch(/^[A-Z].{10,}\.$/);
});

test('every column that stays behind is one, and has its reason', async () => {
  const plan = await planOfAll();
  for (const { table, without = {}, columns } of plan.tables) {
    for (const [column, reason] of Object.entries(without)) {
      expect(schema, `${table}.${column}`).toMatch(new RegExp(`\\b${column} (?:text|integer|real|blob)`));
      expect(columns.map(({ name }) => name)).not.toContain(column);
      expect(reason, `${table}.${column}`).toMatch(/^[A-Z].{3,}\.$/);
    }
  }
});

test('secrets are in no column that goes along', async () => {
  const plan = await planOfAll();
  const columns = plan.tables.flatMap(({ table, columns: all }) => all.map(({ name }) => `${table}.${name}`));
  // The tokens of pictures are no secret: they stand in what is published. What was erased is known by its hash alone.
  const suspicious = columns.filter((name) => /secret|token(?!s)|ciphertext|hash$|password|api_key/.test(name));
  expect(suspicious.toSorted()).toEqual([
    'ai_answers.hash',
    'articles.image_token',
    'link_erased.hash',
    'media.token',
    'optimizations.page_hash',
  ]);
});

test('each table stands behind those that it refers to', async () => {
  const { tables: all } = await planOfAll();
  for (const [at, { table, references }] of all.entries())
    for (const one of references)
      expect(
        all.slice(0, at + 1).map((other) => other.table as string),
        table,
      ).toContain(one.table);
});

test('what the types of rows say of a column is known at run time, too', async () => {
  const rows = new URL('../../../../src/db/rows/', import.meta.url);
  const text = readdirSync(rows)
    .map((name) => readFileSync(new URL(name, rows), 'utf8').replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, ''))
    .join('\n');
  const fieldsOf = (name: string) =>
    [...(new RegExp(`interface ${name}\\b[^{]*{([^}]*)}`).exec(text)?.[1] ?? '').matchAll(/(\w+): ([^;]+);/g)].map((one) => one.slice(1));
  const interfaces = new Map([...text.matchAll(/interface (\w+Tables) /g)].flatMap(([, name]) => fieldsOf(name!) as [string, string][]));
  const said = { json: /\bJson\b/, bit: /\bBit\b/, time: /\bMillis\b/ };
  for (const { table, columns } of (await planOfAll()).tables) {
    const types = new Map(fieldsOf(interfaces.get(table)!) as [string, string][]);
    for (const { name, meaning } of columns.filter((one) => one.meaning !== 'id')) {
      const expected = Object.entries(said).find(([, type]) => type.test(types.get(name)!))?.[0];
      expect(meaning, `${table}.${name} in src/db/meanings.ts`).toBe(expected);
    }
  }
});
