import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outsideTheDoors } from './architecture/doors.ts';
import { crowded, cycles, forbiddenImports } from './architecture/rules.ts';
import { readSource, readSources } from './architecture/source.ts';
import { foreignWrites, ownersOf, withoutOwner } from './architecture/tables.ts';

const top = new URL('..', import.meta.url).pathname;
const sources = readSources(top, ['schema', 'tools', 'src']);
const tests = readSources(top, ['test']);
const owners = ownersOf(sources);

describe('the house as it stands', () => {
  test('is read: a test over no files would always pass', () => {
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['schema/common.ts', 'tools/index.ts', 'src/app.ts', 'src/bin.js']),
    );
  });

  test('imports nothing it may not', () => {
    expect(forbiddenImports([...sources, ...tests])).toEqual([]);
  });

  test('has no cycles', () => {
    expect(cycles(sources)).toEqual([]);
  });

  test('has no room with more than an eighth of its lines', () => {
    expect(crowded(sources)).toEqual([]);
  });

  test('reaches for time, chance, the environment and the network only through their doors', () => {
    expect(outsideTheDoors(sources)).toEqual([]);
  });

  test('gives every table to one group', () => {
    expect(withoutOwner(readFileSync(`${top}test/snapshots/schema.sql`, 'utf8'), owners)).toEqual([]);
  });

  test('writes to a table in its own group only', () => {
    expect(foreignWrites(sources, owners)).toEqual([]);
    const written = new Set(sources.flatMap(({ writes }) => writes.map(({ table }) => table)));
    // The door to full text is given the names of its tables.
    expect([...owners.keys()].filter((table) => !written.has(table) && !table.endsWith('_fts'))).toEqual([]);
  });
});

describe('what is planted in it is found', () => {
  /** What is wrong with one file, when it stands in the house with this text. */
  const wrongWith = (path: string, text: string) => {
    const planted = [readSource(path, text)];
    return [...forbiddenImports(planted, [...sources, ...planted]), ...outsideTheDoors(planted), ...foreignWrites(planted, owners)];
  };

  test.each([
    ['src/language/planted.ts', "import { createServices } from '../services/index.ts';", 'but language may import nothing of ours'],
    ['src/language/planted.ts', "import { Id } from '../../schema/common.ts';", 'but language may import nothing of ours'],
    ['src/language/planted.ts', "import { type Id } from '../../schema/common.ts';", 'but language may import nothing of ours'],
    [
      'src/services/knowledge/planted.ts',
      "const { catalogue } = await import('../../../tools/index.ts');",
      'imports tools/index.ts, but knowledge may import',
    ],
    ['src/services/knowledge/planted.ts', "export * from '../../jobs/index.ts';", 'imports src/jobs/index.ts, but knowledge may import'],
    [
      'src/services/deliveries/planted.ts',
      "import type { KnowledgeBase } from '../knowledge/index.ts';",
      'imports src/services/knowledge/index.ts, but deliveries may import',
    ],
    [
      'src/services/articles/planted.ts',
      "import type { KnowledgeBase } from '../knowledge/knowledge.ts';",
      'imports src/services/knowledge/knowledge.ts past the door, src/services/knowledge/index.ts',
    ],
    ['test/services/planted.test.ts', "import Engine from 'better-sqlite3';", 'imports better-sqlite3, which belongs to test/db'],
    ['test/bench/planted.ts', "const { default: Engine } = await import('better-sqlite3');", 'which belongs to test/db'],
    ['src/app.ts', "import { createVault } from './services/account/vault.ts';", 'past the door, src/services/account/index.ts'],
    [
      'src/markdown/planted.ts',
      "import { headings } from '../writing/sources/headings.ts';",
      'but markdown may import language, documents',
    ],
    ['src/threads/planted.ts', "import { readDocument } from '../documents/reading.ts';", 'but threads may import system, errors'],
    ['src/writing/sources/planted.ts', "import { compose } from '../compose/compose.ts';", 'but sources may import'],
    [
      'src/faces/planted.ts',
      "type Services = import('../services/index.ts').Services;",
      'imports src/services/index.ts, but faces may import',
    ],
    ['tools/planted.ts', "import { createServices } from '../src/services/index.ts';", 'types of services'],
    ['src/webhooks/verify.ts', "import { AppError } from '../errors.ts';", 'but verify may import nothing of ours'],
    ['src/services/knowledge/planted.ts', "import { z } from 'zod';", 'imports zod, which belongs to schema'],
    ['src/faces/planted.ts', "import { Client } from 'undici';", 'imports undici, which belongs to net'],
    ['src/jobs/planted.ts', "const load = createRequire(import.meta.url); load('kysely');", 'imports kysely, which belongs to db'],
    ['src/app.ts', "import fs from 'fs';", 'imports fs without node:'],
    ['src/app.ts', "import { gone } from './gone.ts';", 'imports src/gone.ts, which is not there'],
    ['src/app.ts', 'await import(`./${name}.ts`);', 'imports what is only known at run time'],
    ['src/planted.ts', "import './errors.ts';", 'stands in no room'],
  ])('%s: %s', (path, text, wrong) => {
    expect(wrongWith(path, `\n${text}`)).toEqual([expect.stringContaining(wrong)]);
    expect(wrongWith(path, `\n${text}`)[0]).toMatch(`${path}:2 `);
  });

  test.each([
    ['process.env.HOME', 'the environment'],
    ["globalThis.process['env']", 'the environment'],
    ['const { env } = process', 'the environment'],
    ['Date.now()', 'the clock'],
    ['const clock = Date.now', 'the clock'],
    ['new Date()', 'the clock'],
    ['performance?.now()', 'the clock'],
    ["import { performance as watch } from 'node:perf_hooks'", 'the clock'],
    ['setTimeout(work, 5)', 'timers'],
    ['const later = globalThis.setImmediate', 'timers'],
    ["import { setTimeout as sleep } from 'node:timers/promises'", 'timers'],
    ['Math.random()', 'chance'],
    ["import { randomUUID } from 'node:crypto'", 'chance'],
    ["import * as anyName from 'node:crypto'", 'chance'],
    ['crypto.randomUUID()', 'chance'],
    ["await fetch('https://example.com')", 'the network'],
    ["await import('node:tls')", 'the network'],
    ["import { connect } from 'node:net'", 'the network'],
    ["console.log('here')", 'the console'],
  ])('src/services/knowledge/planted.ts: %s', (text, door) => {
    expect(wrongWith('src/services/knowledge/planted.ts', text)).toEqual([expect.stringContaining(`reaches for ${door} by`)]);
  });

  test.each([
    ["tx.updateTable('articles').set({ publish_held: 0 })", 'articles, which belongs to articles'],
    ["tx.insertInto('jobs')", 'jobs, which belongs to account'],
    ["tx.replaceInto('events')", 'events, which belongs to deliveries'],
    ["tx.deleteFrom('work as waiting')", 'work, which belongs to queue'],
    ['await sql`delete from deliveries where id = ${id}`.execute(tx)', 'deliveries, which belongs to deliveries'],
    ['await sql<Row>`UPDATE deliveries indexed by here set x = 1`.execute(tx)', 'deliveries, which belongs to deliveries'],
    ['await sql`insert or replace into media (token) values (1)`.execute(tx)', 'media, which belongs to articles'],
    ["sql.raw('delete from projects')", 'projects, which belongs to account'],
    ["tx.insertInto('gone')", 'gone, which no group owns'],
    ['tx.deleteFrom(table)', 'a table that is only known at run time'],
    ['await sql`update ${sql.table(name)} set x = 1`.execute(tx)', 'a table that is only known at run time'],
  ])('src/services/knowledge/planted.ts: %s', (text, table) => {
    expect(wrongWith('src/services/knowledge/planted.ts', text)).toEqual([expect.stringContaining(`writes to ${table}`)]);
  });

  test('a write from a room that keeps no tables', () => {
    expect(wrongWith('src/jobs/planted.ts', "tx.deleteFrom('jobs')")).toEqual([expect.stringContaining('writes to jobs')]);
  });

  test('a table without an owner', () => {
    expect(withoutOwner('CREATE TABLE jobs (id);\ncreate virtual table stray using fts5 (x);', owners)).toEqual(['stray']);
  });

  test.each([
    "// Date.now() and import '../jobs/index.ts' in a comment",
    "const text = 'fetch(url) new Date() process.env';",
    'const text = `setTimeout ${"Math.random()"}`;',
    'const at = new Date(millis);',
    "import type { IncomingMessage } from 'node:http';",
    "import { createHash } from 'node:crypto';",
    'interface Way { fetch: Dial; setTimeout(ms: number): void }',
    'robots.fetch(url); robots.console;',
    'let timer: ReturnType<typeof setTimeout>;',
    "tx.selectFrom('articles').innerJoin('jobs', 'jobs.id', 'articles.job_id')",
    'await sql`insert into documents (id) values (1) on conflict do update set id = excluded.id`.execute(tx)',
    "const hint = 'delete from articles, or update jobs';",
  ])('what only looks alike is left alone: %s', (text) => {
    expect(wrongWith('src/services/knowledge/planted.ts', text)).toEqual([]);
  });

  test('a room that has outgrown an eighth of the lines', () => {
    const inside = sources.filter(({ path }) => path.startsWith('src/'));
    const lines = inside.reduce((sum, { text }) => sum + text.split('\n').length, 0);
    const long = readSource('src/crawl/planted.ts', '\n'.repeat(Math.ceil(lines / 7)));
    expect(crowded([...sources, long])).toEqual([expect.stringMatching(/^crawl: \d+ lines$/)]);
  });

  test('a cycle, over types too', () => {
    const there = readSource('src/language/there.ts', "import type { Here } from './here.ts';");
    const between = readSource('src/language/between.ts', "export { there } from './there.ts';");
    const here = readSource('src/language/here.ts', "const { there } = await import('./between.ts');");
    expect(cycles([...sources, there, between, here])).toContain(
      'src/language/there.ts → src/language/here.ts → src/language/between.ts → src/language/there.ts',
    );
  });
});
