import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { manual } from '../../../support/scenario.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { create, dayAfter, list, update } from './support.ts';

const thin = (message: unknown) => ({ code: 'insufficient_sources', message });
const unknown = thin('No document has any of its words.');

test('warns of keywords for whose articles the documents say too little, as the article itself would', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const { slots, refused } = await create(app, [
    { date: '2020-01-01', keyword: 'sourdough bread' },
    { date: '2026-05-04', keyword: 'pressure cookers' },
    { date: '2026-05-05', keyword: 'connection pool', targetWordCount: 250 },
    { date: '2026-05-06', keyword: 'connection pool sizes', targetWordCount: 5000 },
  ]);
  expect(refused).toMatchObject([{ index: 0 }]);
  expect(slots.map(({ warnings }) => warnings)).toEqual([
    [unknown],
    undefined,
    [thin(expect.stringMatching(/^The sources hold \d+ quotable words .* are needed\. Nearest: Connection pools › Sizing a pool\.$/))],
  ]);
  const written = (keyword: string) => app.desk.call('articles_create', { keyword, targetWordCount: 250 });
  await expect(written('pressure cookers')).rejects.toMatchObject({ code: 'insufficient_sources' });
  expect(await written('connection pool')).toMatchObject({ status: 'queued' });
});

test('finds a name that documents write with capitals as people type it', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual.replaceAll(/(?:a )?connection pool/gi, 'PoolKeeper') });
  const { slots } = await create(app, [{ date: '2026-05-05', keyword: 'poolkeeper size', targetWordCount: 250 }]);
  expect(slots[0]).not.toHaveProperty('warnings');
  expect(await app.desk.call('articles_create', { keyword: 'poolkeeper size', targetWordCount: 250 })).toMatchObject({
    status: 'queued',
  });
});

test('tells which section of the documents carries a slot, and of a thin one which is nearest and what it lacks', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const { slots } = await create(app, [
    { date: '2026-05-04', keyword: 'sizing a connection pool', targetWordCount: 250 },
    { date: '2026-05-05', keyword: 'latency of kettles' },
    { date: '2026-05-06', keyword: 'latency of the keep-alive timeout' },
    { date: '2026-05-07', keyword: 'sourdough bread' },
  ]);
  expect(slots.map(({ source, warnings }) => [source, warnings?.[0]!.message.replace(/^The sources .* are needed\. /, '')])).toEqual([
    ['Connection pools › Sizing a pool', undefined],
    [undefined, 'No source speaks of “kettles”. Nearest: Connection pools › Watching a pool.'],
    [undefined, 'Nearest: Connection pools › Closing a pool, without “latency”.'],
    [undefined, unknown.message],
  ]);
  const [carried, thinOne] = slots;
  const again = await update(app, { id: thinOne!.id, keyword: 'closing a connection pool', targetWordCount: 250 });
  expect(again).toMatchObject({ source: 'Connection pools › Closing a pool', warnings: [] });
  expect(await update(app, { id: carried!.id, keyword: 'sourdough' })).not.toHaveProperty('source');
});

test('names the section that has the keyword in its heading, not a part of it', async () => {
  const app = await createTestApp();
  const loads = 'The server loads what you changed, and the monitor shuts the machine down before the battery is empty. '.repeat(12);
  const markdown = `# Notes\n\n## Automatic shutdowns for low batteries\n\n### Reloading the server\n\n${loads}\n\n### Starting the monitor\n\n${loads}`;
  await app.desk.call('knowledge_create', { markdown });
  const asked = ['automatic shutdowns for low batteries', 'reloading the server'];
  const { slots } = await create(app, asked.map((keyword, at) => ({ date: dayAfter(at + 1), keyword, targetWordCount: 250 }))); // prettier-ignore
  expect(slots.map(({ source, warnings }) => source ?? warnings![0]!.message.replace(/^.* Nearest: |\.$/g, ''))).toEqual([
    'Notes › Automatic shutdowns for low batteries',
    'Notes › Reloading the server',
  ]);
});

test('six weeks cost few tokens too where documents say something on each slot, and on some too little', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const slots = Array.from({ length: 30 }, (_, index) => ({
    date: dayAfter(1 + Math.floor(index * 1.4)),
    keyword: `${index % 3 === 0 ? 'kettles and latency' : 'sizing a connection pool'}, number ${index}`,
    targetWordCount: 250,
  }));
  const answer = await create(app, slots);
  expect(answer.slots.filter(({ source }) => source !== undefined)).toHaveLength(20);
  expect(answer.slots.filter(({ warnings }) => warnings !== undefined)).toHaveLength(10);
  // Keywords of a plan are not near to one another, as these are.
  const apart = answer.slots.map(({ similar: _similar, nearTo: _nearTo, ...slot }) => slot);
  expect(encode(JSON.stringify({ ...answer, slots: apart })).length).toBeLessThan(3_000);
});

test('judges slots in a dry run as when they are planned, and plans nothing', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const slots = [
    { date: '2020-01-01', keyword: 'idle sockets' },
    { date: '2026-05-04', keyword: 'sizing a connection pool', title: 'Sizes', targetWordCount: 250 },
    { date: '2026-05-05', keyword: 'size of connection pools', targetWordCount: 250 },
    { date: '2026-05-06', keyword: 'sourdough bread' },
  ];
  const tried = await create(app, slots, { dryRun: true });
  expect((await list(app)).data).toEqual([]);
  const planned = await create(app, slots);
  expect(tried).toEqual({ ...planned, slots: planned.slots.map(({ id: _id, ...slot }) => slot) });
  expect(planned.slots).toMatchObject([
    { source: 'Connection pools › Sizing a pool' },
    { nearTo: slots[1] && {} },
    { warnings: [unknown] },
  ]);
  await expect(create(app, slots.slice(0, 1), { dryRun: true })).rejects.toMatchObject({ code: 'invalid_input' });
});
