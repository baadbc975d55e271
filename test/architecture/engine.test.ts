import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { beyond, type Breach } from './breaches.ts';
import * as engine from './engine.ts';
import { rule } from './examples.ts';
import * as old from './old-places.ts';
import { readSources } from './source.ts';

const top = new URL('../..', import.meta.url).pathname;
const sources = readSources(top, ['src']);
const tests = readSources(top, ['test']);
const schema = readFileSync(`${top}test/snapshots/schema.sql`, 'utf8');

test('a list of old places only gets shorter', () => {
  const one: Breach = { entry: 'src/a.ts: find: says rowid', line: 'src/a.ts:7 says rowid, in find' };
  expect(beyond([one], [one.entry])).toEqual([]);
  expect(beyond([one, one], [one.entry])).toEqual([one.line]);
  expect(beyond([], [one.entry])).toEqual([`take off the list of old places: ${one.entry}`]);
});

describe('2. SQL is in words that both engines know, where it can be found', () => {
  const said = (text: string, what: string) => [`const rows = sql\`${text}\`;`, `says ${what}`] as const;
  const fine = (text: string) => [`const rows = sql\`${text}\`;`] as const;
  rule({
    over: sources,
    judges: [engine.sqlElsewhere, engine.foreignWords],
    old: [...old.sqlElsewhere, ...old.foreignWords],
    caught: [
      ["import { sql } from 'kysely';", 'takes raw sql'],
      ["import { sql as raw, type RawBuilder } from 'kysely';", 'takes raw sql'],
      ["import * as kysely from 'kysely';", 'takes raw sql'],
      ["const rows = db.executeQuery(CompiledQuery.raw('select 1'));", 'takes raw sql'],
      ["import { sql } from 'kysely';", 'takes raw sql', 'src/services/articles/batches/queries.ts'],
      said('select id from work indexed by work_in_line', 'indexed by'),
      said('select value from json_each(${list}) as given', 'JSON'),
      said("select tags ->> '$[0]' as tag from documents", 'JSON'),
      said('select ROWID from documents', 'rowid'),
      said('select a.id from a cross join b on b.id = a.id', 'cross join'),
      said('select iif(a, b, c) as d', 'iif'),
      said('select max(0, ${now} - coalesce(min(at), 0)) as lag from lanes', 'min or max of two'),
      said('select id from work where token is ${token}', 'is with a value'),
      said('select id from work where token is not other.token', 'is with a value'),
      said('select count(*) as n from (select 1 from work where (id > 0) limit ${limit})', 'a derived table without a name'),
      said('select n from a join (${rows}) on true', 'a derived table without a name'),
      said('select document_id as documentId from passages', 'a camelCase name without quotes'),
      said('select octet_length(body) as size from events', 'a function of SQLite'),
      said("select id from work where key glob 'a*'", 'glob'),
      said('pragma user_version', 'pragma'),
      said('select id from work order by key collate nocase', 'collate'),
      said('select id from work where +kind = ${kind}', 'a plus before a column'),
      ['const rows = sql`select ${sql`iif(a, b, c)`} as d`;', 'says iif'],
      ['const rows = sql<Row>`select iif(a, b, c) as d`;', 'says iif', 'src/queue/planted.ts'],
      ["const from = sql.raw('a cross join b');", 'says cross join'],
      ["const n = eb.fn('ifnull', ['a', 'b']);", 'says a function of SQLite'],
      ["const rows = tx.selectFrom('work').where('token', 'is', token);", 'says is with a value'],
    ],
    alone: [
      ["import { sql } from 'kysely';", 'src/services/knowledge/queries.ts'],
      ["import { sql } from 'kysely';", 'src/queue/planted.ts'],
      ["import type { RawBuilder } from 'kysely';"],
      ["const rows = sql`select value from json_each('[]') indexed by x`;", 'src/db/planted.ts'],
      fine('select min(coalesce(a, b)) as least from work where ${rows}'),
      fine('select min(least(a, b)) from (select a, b from (select 1 as a) as one) as two'),
      fine('select n from (${rows}) as counted join ${table} on true'),
      fine('select id from work where a is null and b is not null and c is not distinct from (select d from e)'),
      fine("select 'the json_each of rowid, cross join' as text -- indexed by nothing"),
      fine('select document_id as "documentId" from passages where id in ${idsIn(ids)}'),
      fine('select a + b as sum, -a as less from work where a = +1 and b > a + b'),
      ["const text = 'the rowid is indexed by json_each';"],
      ["const rows = tx.selectFrom('work').where('token', 'is', null).where('a', 'is not', null);"],
    ],
  });
});

describe('3. the engine stays in src/db', () => {
  rule({
    over: sources,
    judges: [engine.engineElsewhere],
    old: old.engineElsewhere,
    caught: [
      ["const isFull = code === 'SQLITE_FULL';", 'says SQLITE_FULL'],
      ['const lasting = /^SQLITE_(?:CANTOPEN|CORRUPT)/;', 'says SQLITE_'],
      ['const codes = { SQLITE_BUSY: 1 };', 'says SQLITE_BUSY'],
      ['const sqlite = open(home);', 'says sqlite'],
      ["handle.pragma('optimize');", 'says pragma'],
      ['await run(`PRAGMA ${name}`);', 'says PRAGMA'],
      ["type Handle = import('better-sqlite3').Database;", 'says better-sqlite3'],
      ['let fault: SqliteError;', 'says SqliteError'],
    ],
    alone: [
      ["const isFull = code === 'SQLITE_FULL';", 'src/db/planted.ts'],
      ["const hint = 'SQLite keeps it in one file.';"],
      ['/* pragma, SQLITE_FULL */ const pragmatic = true;'],
    ],
  });
});

describe('6. tables are plain', () => {
  const wrongWith = (statement: string) => engine.notPlain(statement).map(({ entry }) => entry);

  test('holds, but for old places', () => {
    expect(beyond(engine.notPlain(schema), old.notPlain)).toEqual([]);
  });

  test.each([
    ['create trigger work_gone after delete on work begin\n  select 1;\nend;', 'trigger work_gone'],
    ['CREATE VIRTUAL TABLE places using rtree (id, x, y);', 'virtual table places'],
    ['create view waiting as select 1;', 'view waiting'],
    [
      'create table a (id text primary key, b integer not null generated always as (coalesce(c, d)) virtual) strict;',
      'generated column a.b',
    ],
    ['create table a (id text primary key, b integer as (c + 1)) strict;', 'generated column a.b'],
    ['create table a (rowid integer primary key, b text) strict;', 'column a.rowid'],
    ['create table a (b text) strict;', 'table a has no primary key'],
  ])('catches %s', (statement, entry) => {
    expect(wrongWith(statement)).toEqual([entry]);
  });

  test.each([
    'create table a (\n  id text primary key,\n  -- Generated always as (its rowid).\n  b integer not null default 0\n) strict, without rowid;',
    'create table a (b text, c integer, primary key (b, c)) strict;',
    "create virtual table passages_fts using fts5 (title, content='');",
    'create index a_by_b on a (b is null) where b is null;',
  ])('leaves alone %s', (statement) => {
    expect(wrongWith(statement)).toEqual([]);
  });
});

describe('7. what holds over all processes is in no memory', () => {
  rule({
    over: sources,
    judges: [engine.remembered],
    old: old.remembered,
    caught: [
      ['let running = 0;', 'remembers running'],
      ['export let last: string | null = null;', 'remembers last'],
      ['const hosts = new Map<string, number>();', 'remembers hosts', 'src/crawl/planted.ts'],
      ['const seen = new WeakSet();', 'remembers seen'],
      ["const open = new Set(['a']); export const close = () => open.delete('a');", 'remembers open'],
      ['const counts = { all: 0 }; export const count = () => { counts.all += 1; };', 'remembers counts'],
      ['const list: string[] = []; export const add = (one: string) => list.push(one);', 'remembers list'],
    ],
    alone: [
      ["const kinds = new Set(['a', 'b']);"],
      ["const names = new Map([['a', 1]]); export const nameOf = (key: string) => names.get(key);"],
      ['export function count() { let n = 0; const seen = new Map(); n += 1; return seen.set(n, 1); }'],
      ['const kept = new Map();', 'src/language/planted.ts'],
    ],
  });
});

describe('9. full text has one door', () => {
  rule({
    over: sources,
    judges: [engine.fullTextElsewhere],
    old: old.fullTextElsewhere,
    caught: [
      ['const rows = sql`select id from words where words match ${query}`;', 'says match'],
      ['const rows = sql`select -bm25(words, 2.0) as score from words`;', 'says bm25'],
      ["tx.selectFrom('passages_fts').selectAll();", 'says passages_fts'],
      ['let rows: Tables["passages_fts"];', 'says passages_fts', 'src/db/planted.ts'],
      ["tx.selectFrom('words').where('words', 'match', query);", 'says match'],
      ['const made = `create virtual table words using ${"fts5"} (words)`;', 'says fts5'],
    ],
    alone: [
      ['const rows = sql`select id from a where a match b and bm25(passages_fts)`;', 'src/db/full-text.ts'],
      ['const rows = sql`select id from a where a match b`;', 'src/db/full-text/rank.ts'],
      ['interface Tables { passages_fts: Row }', 'src/db/rows/planted.ts'],
      ["const score = bm25(words); const hint = 'These match the query.'; text.match(/a/);"],
    ],
  });
});

describe('10. tests see rows through test/support/rows.ts', () => {
  rule({
    judges: [engine.testsBesideRows],
    old: old.testsBesideRows,
    over: tests,
    path: 'test/services/planted.test.ts',
    caught: [
      ["import Database from 'better-sqlite3';", 'takes better-sqlite3'],
      ["import type { Database } from 'better-sqlite3';", 'takes better-sqlite3', 'test/support/planted.ts'],
      ["const { default: Database } = await import('better-sqlite3');", 'takes better-sqlite3'],
      ["import { openKysely } from '../../src/db/dialect.ts';", 'takes src/db/dialect.ts'],
      ["import { newestVersion } from '../../src/db/migrations/index.ts';", 'takes src/db/migrations/index.ts'],
    ],
    alone: [
      ["import Database from 'better-sqlite3';", 'test/db/planted.test.ts'],
      ["import { newestVersion } from '../../src/db/migrations/index.ts';", 'test/support/planted.ts'],
      ["import type { Tables } from '../../src/db/tables.ts';"],
      ['const text = "import Database from \'better-sqlite3\';";'],
    ],
  });
});
