import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { addManual } from '../../../support/documents.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { blog, refreshPosts, startBlog } from '../../site/posts/support.ts';
import { create, dayAfter, list, plan, projectOf } from './support.ts';

const on = (keyword: string, more = {}) => ({ date: dayAfter(5), keyword, ...more });

/** As a manual says it: written out. */
const onSynchronization = `# Synchronization of KeePass databases

## How changes are merged

Synchronization of a KeePass database merges the changes of two copies into one, entry by entry, without asking anybody. The older version of
every entry stays in its history, and synchronization of databases never removes what is there.

## When databases are synchronized

A KeePass database is synchronized each time it is saved, so that phone and laptop hold the same passwords at any hour. Triggers start the
synchronization of databases when KeePass is opened, and they can wait until a network is there.

## Where the databases lie

A folder that both devices can reach holds the KeePass databases for synchronization, and each device opens them by their address in that folder.
A plugin brings databases to a server over SFTP, and synchronization then works like that with a folder at home.

## How long synchronization takes

The synchronization of large KeePass databases takes a second or two, because the program reads both files as a whole and writes one. Two people
who change one entry at once see the later change after synchronization, and the other in the history of the database.
`;

test('a planned slot names what is near to its keyword: planned, being written, and on the site', async () => {
  const { app, site } = await startBlog(blog());
  await addManual(app.desk);
  await refreshPosts(app);
  const slot = await plan(app, on('git worktree', { title: 'Git, several times' }));
  const { id } = (await app.desk.call('articles_create', { keyword: 'connection pool', writer: 'agent' })) as { id: string };
  const { slots } = await create(app, [
    on('git-worktree(1)'),
    on('connection pools of undici'),
    on('sourdough bread at home'),
    on('volcanoes'),
  ]);
  expect(slots.map(({ similar }) => similar)).toEqual([
    [{ type: 'slot', id: slot.id, keyword: 'git worktree', title: 'Git, several times' }],
    [
      { type: 'post', url: `${site.url}/blog/pools`, keyword: 'connection pools', title: 'Connection Pools' },
      { type: 'article', id, keyword: 'connection pool', title: null },
    ],
    [{ type: 'post', url: `${site.url}/blog/bread`, keyword: 'sourdough bread', title: 'Sourdough Bread' }],
    undefined,
  ]);
});

test('a word cut short is the whole word: for the documents that tell of it, and for what is near', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: onSynchronization });
  const { slots } = await create(app, [
    on('synchronize passwords', { targetWordCount: 250 }),
    on('sync passwords'),
    on('how to sync keepass databases', { targetWordCount: 250 }),
  ]);
  expect(slots.map(({ nearTo }) => nearTo?.keyword)).toEqual([undefined, 'synchronize passwords', undefined]);
  expect(slots[2]).not.toHaveProperty('warnings');
});

test('the three nearest are named, and the nearest before it in the same request', async () => {
  const app = await createTestApp();
  await create(
    app,
    ['bisecting', 'git bisect in large teams', 'git bisect run scripts', 'git bisect run', 'bread'].map((keyword) => on(keyword)),
  );
  const past = { ...on('bisect'), date: '2020-01-01' };
  const { slots } = await create(app, [past, on('git bisect'), on('bisect'), on('rye'), on('rye flour')]);
  const told = slots.map(({ similar }) => similar?.map(({ keyword }) => keyword));
  expect(told).toEqual([['git bisect run', 'bisecting', 'git bisect in large teams'], ['bisecting'], undefined, undefined]);
  // What is refused is near to nothing.
  expect(slots.map(({ nearTo }) => nearTo)).toEqual([
    undefined,
    { date: dayAfter(5), keyword: 'git bisect' },
    undefined,
    { date: dayAfter(5), keyword: 'rye' },
  ]);
});

test('who will write is told, where a slot does not name who', async () => {
  const app = await createTestApp();
  expect(await create(app, [on('rye')])).toMatchObject({ writer: 'extractive' });
  const { id } = await projectOf(app);
  await app.desk.call('projects_update', { id, articleDefaults: { writer: 'agent' } });
  expect(await create(app, [on('bread'), on('volcanoes', { writer: 'extractive' })])).toMatchObject({ writer: 'agent' });
  expect(await create(app, [on('oats', { writer: 'extractive' })])).not.toHaveProperty('writer');
  expect((await list(app)).data.map(({ keyword, writer }) => [keyword, writer])).toEqual([
    ['rye', 'agent'],
    ['bread', 'agent'],
    ['volcanoes', 'extractive'],
    ['oats', 'extractive'],
  ]);
});

test('what failed, what is planned elsewhere and what was deleted is not near', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  await app.desk.call('articles_create', { keyword: 'connection pool', writer: 'agent' });
  await rowsOf(app.home).update('articles', { status: 'failed' });
  const { id: projectId } = await projectOf(app);
  const { id: other } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
  await create(app, [on('connection pool sizes')], { projectId: other });
  const { slots } = await create(app, [on('connection pools for teams')], { projectId });
  await app.desk.call('calendar_delete', { id: slots[0]!.id });
  expect((await create(app, [on('connection pool timeouts')], { projectId })).slots[0]).not.toHaveProperty('similar');
});

test('twelve slots among thousands of articles are planned quickly, and answered in few words', async () => {
  const app = await createTestApp();
  const { id: project_id } = await projectOf(app);
  const article = { project_id, article_type: 'guide', status: 'ready', writer: 'extractive', request: '{}', version: 1 };
  const subjects = ['pumps', 'valves', 'gears', 'wheels', 'belts', 'chains', 'axles', 'brakes'];
  const articles = Array.from({ length: 2500 }, (_, n) => {
    const keyword = `${subjects[n % 8]} and ${subjects[(n * 3 + 1) % 8]} number ${n}`;
    return { ...article, id: `art_${n}`, job_id: `job_${n}`, keyword, created_at: n, updated_at: n };
  });
  await rowsOf(app.home).insert('articles', articles);
  await create(app, [on('bread')]);
  const began = performance.now();
  const answer = await create(
    app,
    Array.from({ length: 12 }, (_, n) => on(`${subjects[n % 8]} for ${n} ${subjects[(n + 2) % 8]}`)),
  );
  expect(performance.now() - began).toBeLessThan(2000);
  expect(answer.slots).toHaveLength(12);
  for (const { similar = [] } of answer.slots) expect(similar.length).toBeLessThanOrEqual(3);
  expect(encode(JSON.stringify(answer)).length).toBeLessThanOrEqual(3500);
});
