import { expect, test } from 'vitest';
import type { PromptCandidates } from '../../../schema/prompt-explorer.ts';
import type { AddedTopic } from '../../../schema/topics.ts';
import { startOfTests } from '../../support/clock.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

const explore = async ({ desk }: App, input: Record<string, unknown> = {}) =>
  (await desk.call('prompts_explore', { limit: 100, ...input })) as PromptCandidates;

async function started(): Promise<App & { topicId: string }> {
  const app = await createTestApp();
  const { desk } = app;
  const topic = (await desk.call('topics_create', {
    name: 'Pools',
    pillarKeyword: 'connection pooling',
    keywords: ['best connection pool', 'acme pool review'],
  })) as AddedTopic;
  await desk.call('projects_update', { id: topic.projectId, brandTerms: ['Acme'], audience: 'backend developers, small agencies.' });
  return { ...app, topicId: topic.id };
}

test('prompts come from topics, by the project’s audience, with why; those that name the brand only on demand', async () => {
  const app = await started();
  const { data, sources } = await explore(app);
  expect(data.slice(0, 2)).toEqual([
    {
      prompt: 'What do you recommend for connection pooling?',
      why: '“connection pooling” is the pillar keyword of the topic “Pools”.',
      from: { kind: 'topic_keyword', text: 'connection pooling' },
      intent: 'commercial',
      persona: null,
      branded: false,
    },
    expect.objectContaining({
      prompt: 'What is the best connection pool?',
      why: '“best connection pool” is a keyword of the topic “Pools”.',
    }),
  ]);
  expect(new Set(data.map(({ persona }) => persona))).toEqual(new Set([null, 'backend developers', 'small agencies']));
  expect(data.filter(({ prompt }) => /acme/i.test(prompt))).toEqual([]);
  expect(sources.find(({ kind }) => kind === 'topic_keyword')).toEqual({ kind: 'topic_keyword', count: 2, why: null });
  expect(sources.filter(({ count }) => count === 0).every(({ why }) => why !== null)).toBe(true);
  const branded = await explore(app, { branded: true });
  expect(branded.data.length).toBeGreaterThan(0);
  expect(branded.data.every((one) => one.branded && /acme/i.test(one.prompt))).toBe(true);
  expect(branded.sources.find(({ kind }) => kind === 'topic_keyword')).toEqual({ kind: 'topic_keyword', count: 1, why: null });
});

test('a keyword that becomes no prompt is not counted', async () => {
  const app = await started();
  await app.desk.call('topics_create', { name: 'Sites', pillarKeyword: 'best connection string', keywords: ['facebook login'] });
  const { data, sources } = await explore(app);
  expect(data.filter(({ from }) => from.text === 'facebook login')).toEqual([]);
  expect(sources.find(({ kind }) => kind === 'topic_keyword')).toEqual({ kind: 'topic_keyword', count: 3, why: null });
});

test('what the project asks already is left out', async () => {
  const app = await started();
  const [first] = (await explore(app)).data;
  await app.desk.call('prompts_create', { prompts: [first!.prompt.toUpperCase()] });
  expect((await explore(app)).data.map(({ prompt }) => prompt)).not.toContain(first!.prompt);
});

test('tracked keywords, kept results pages and documents are looked through too, or said why not', async () => {
  const app = await started();
  await app.desk.call('rankings_track', { keywords: ['pool monitoring tools'] });
  const text = 'A connection pool should have as many connections as the database has cores. '.repeat(30);
  await app.desk.call('knowledge_create', { title: 'How large should a connection pool be?', text });
  const page = { country: '', language: 'en', device: 'desktop', engine: 'google', provider: 'serper', depth: 3, asked_at: startOfTests };
  const questions = JSON.stringify(['Which pool is fastest?', 'Which acme pool is fastest?']);
  const asked = { keyword: 'best connection pool', keyword_key: 'best connection pool', questions };
  await rowsOf(app.home).insert('results_pages', { ...page, ...asked, organic: '[]', features: '[]', related: '[]' });
  const { data, sources } = await explore(app);
  const firstOf = (kind: string) => data.find(({ from }) => from.kind === kind);
  expect(data[0]).toMatchObject({
    prompt: 'Which pool is fastest?',
    why: 'The results page for “best connection pool” shows it as asked by others.',
  });
  expect(firstOf('tracked_keyword')!.why).toBe('You track “pool monitoring tools”, and no position is known.');
  expect(firstOf('document_question')!.prompt).toBe('How large should a connection pool be?');
  expect(sources.map(({ kind, count, why }) => [kind, count, why === null])).toEqual([
    ['results_question', 1, true],
    ['search_query', 0, false],
    ['tracked_keyword', 1, true],
    ['topic_keyword', 2, true],
    ['document_question', 1, true],
  ]);
});

test('of one topic only what is on it is proposed, and another project’s topic is not found', async () => {
  const app = await started();
  await app.desk.call('topics_create', { name: 'Bread', pillarKeyword: 'rye bread' });
  await app.desk.call('rankings_track', { keywords: ['connection pooling tools', 'garden hoses'] });
  const { data } = await explore(app, { topicId: app.topicId, personas: [] });
  expect(data.length).toBeGreaterThan(0);
  expect(data.map(({ prompt }) => prompt).join(' ')).not.toMatch(/bread|hoses/);
  const other = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
  await expect(explore(app, { topicId: app.topicId, projectId: other.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(explore(app, { topicId: 'top_gone' })).rejects.toMatchObject({ code: 'not_found', hint: 'See topics_list.' });
});

test('by intent and by persona, page after page, each prompt comes once', async () => {
  const app = await started();
  const filters = { intent: 'commercial', personas: ['hospitals'] };
  const { data: all } = await explore(app, filters);
  expect(all.every(({ intent, persona }) => intent === 'commercial' && (persona === null || persona === 'hospitals'))).toBe(true);
  const paged: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await explore(app, { ...filters, limit: 1, cursor });
    paged.push(...page.data.map(({ prompt }) => prompt));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.map(({ prompt }) => prompt));
  expect(new Set(paged).size).toBe(paged.length);
  await expect(explore(app, { cursor: 'bm9uZQ' })).rejects.toMatchObject({ code: 'invalid_input' });
});
