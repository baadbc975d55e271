import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { TopicPlan, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { terms } from '../../../src/language/tokens.ts';
import { isAboutTopic } from '../../../src/services/topics/research/documents.ts';
import { isForm, speechOn, weightsOf, type Passage } from '../../../src/services/topics/research/speech.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Pair {
  isAbout: boolean;
  /** Of what manuals: those that limits were tuned to, that two rules were compared by, or that were looked at once. */
  kind: string;
  pillar: string;
  name: string;
  speech: number;
  bm25: number;
}

const file = readFileSync(new URL('about-subjects.txt', import.meta.url), 'utf8');
const numbers = (line = '') => line.split(' ').map(Number);

/** Each subject of each manual with each pillar keyword that was asked of it. */
const pairs = file
  .split('\n= ')
  .slice(1)
  .flatMap((manual): Pair[] => {
    const [subjects, ...pillars] = manual
      .trimEnd()
      .split('\n> ')
      .map((part) => part.split('\n'));
    const [heading, ...names] = subjects!;
    return pillars.flatMap(([pillar = '', about, speech, bm25]) => {
      const right = new Set(about === '' ? [] : numbers(about));
      const [said, ranked] = [numbers(speech), numbers(bm25)];
      return names.map((name, at) => ({
        isAbout: right.has(at),
        kind: heading!.split(', ').at(-1)!,
        pillar,
        name,
        speech: said[at]! / 100,
        bm25: ranked[at]!,
      }));
    });
  });

function f1(some: readonly Pair[], chosen: (pair: Pair) => boolean): number {
  const right = some.filter((pair) => pair.isAbout && chosen(pair)).length;
  const precision = right / Math.max(1, some.filter(chosen).length);
  const recall = right / some.filter(({ isAbout }) => isAbout).length;
  return right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

const hasAll = (pillar: string, text: string) => terms(pillar, 'en').every((term) => terms(text, 'en').includes(term));

test.each([
  ['tuned to', 0.57],
  ['compared by', 0.54],
  ['unseen', 0.72],
])('what documents say tells what is about a topic better than any way that takes no thought, of manuals %s', (kind, least) => {
  const some = pairs.filter((pair) => pair.kind === kind);
  expect(some.length).toBeGreaterThan(1_000);
  expect(f1(some, ({ speech }) => isAboutTopic({ isNamed: false, speech }))).toBeGreaterThan(least);
  expect(f1(some, () => true)).toBeLessThan(0.25);
  expect(f1(some, ({ pillar, name }) => hasAll(pillar, name))).toBeLessThan(0.35);
  const limits = [...new Set(some.map(({ bm25 }) => bm25))];
  expect(Math.max(...limits.map((limit) => f1(some, ({ bm25 }) => bm25 >= limit)))).toBeLessThan(0.45);
});

const passage = (counts: number[], above = counts.map(() => false)): Passage => ({ heading: '', counts, words: 100, above });

test('the rarer word tells more, and a longer word that begins with another is a form of it', () => {
  const borg = Array.from({ length: 4 }, () => [passage([3, 0]), passage([1, 1]), passage([1, 0]), passage([1, 0])]);
  const [everywhere, rare] = weightsOf(['borg', 'backup'], [...borg, [passage([0, 2])]]) as [number, number];
  expect(rare).toBeGreaterThan(everywhere);
  expect(speechOn([everywhere, rare], [true, true], [passage([2, 2])])).toBeCloseTo(1);
  expect(speechOn([0.2, 0.8], [true, false], [passage([0, 1])])).toBeCloseTo(0.3);
  expect([isForm('photo', 'photograph'), isForm('photograph', 'photo'), isForm('git', 'github')]).toEqual([true, true, false]);
});

const gardens: Readonly<Record<string, string>> = {
  'hydrangea hedge': 'wants water in the morning and shade at noon, and its flowers are cut when the frost is over',
  'fig tree': 'bears fruit on old wood; whoever lives in the north wraps its roots with straw and brings the pot inside',
};

const commands: Readonly<Record<string, string>> = {
  prune: 'drops old archives by the rules of its owner and keeps some of each week',
  mount: 'shows what an archive holds as a folder, so that files are read without unpacking',
  check: 'looks for damage in segments and tells which chunks of data were lost',
  extract: 'writes files from an archive to where it is called, with their owners and times',
};

/** A page of a manual: of the tool, which backs up, without both words in any name. */
const page = (command: string) =>
  `# Borg ${command}\n\n${Array.from({ length: 40 }, (_, at) => `In case ${at} borg ${commands[command]}.`).join('\n\n')}\n\nA backup is safe meanwhile.\n`;
const garden = (thing: string) =>
  `# ${thing}\n\n${Array.from({ length: 30 }, (_, at) => `The ${thing} number ${at} ${gardens[thing]}.`).join('\n\n')}`;

async function researched({ name, documents, keywords = [] }: { name: string; documents: string[]; keywords?: string[] }) {
  const { desk } = await createTestApp({ offline: true });
  for (const markdown of documents) await desk.call('knowledge_create', { markdown });
  const { id, projectId } = (await desk.call('topics_create', { name, keywords })) as AddedTopic;
  const { jobId } = (await desk.call('topics_research', { id })) as TopicResearchJob;
  await desk.runDue();
  expect((await desk.call('jobs_get', { id: jobId })) as Job).toMatchObject({ status: 'succeeded' });
  const { plan } = (await desk.call('topics_get', { id, view: 'plan' })) as Topic & { plan: TopicPlan };
  return { desk, id, projectId, plan, documents: plan.sources.find(({ source }) => source === 'documents')! };
}

test('where no subject says enough, those that are near are planned as related, and the plan says so', async () => {
  const { plan, documents } = await researched({
    name: 'borg backup',
    documents: [...['prune', 'mount', 'check', 'extract'].map(page), garden('hydrangea hedge')],
  });
  expect(documents).toMatchObject({ found: 5, used: 4, notAbout: 1 });
  const all = [plan.pillar, ...plan.pages].flatMap(({ keyword, keywords }) => [keyword, ...keywords]);
  expect(all.toSorted()).toEqual(['borg backup', 'borg check', 'borg extract', 'borg mount', 'borg prune']);
  expect(plan.pillar.relevance).toBe('about');
  expect(plan.pages.map(({ relevance }) => relevance)).toEqual(plan.pages.map(() => 'related'));
  expect(plan).toMatchObject({ hint: expect.stringContaining('the 4 nearest are planned, with relevance related') });
  expect(plan.next).toMatchObject({ operation: 'topics_add_keywords', arguments: { keywords: ['hydrangea hedge'] } });
});

test('where nothing is about the topic, the plan says so and hands over the call that takes it all the same', async () => {
  const { desk, id, plan, documents } = await researched({
    name: 'borg backup',
    documents: [garden('hydrangea hedge'), garden('fig tree')],
  });
  expect(documents).toMatchObject({ found: 2, used: 0, notAbout: 2 });
  expect(plan.hint).toContain('say enough on "borg backup": 0 of 2');
  const unsaid = { code: 'insufficient_sources', message: 'No subject of the documents says enough on it.' };
  expect(plan).toMatchObject({ pages: [], call: null, pillar: { warnings: [unsaid] } });
  expect(plan.next).toEqual({
    operation: 'topics_add_keywords',
    arguments: { id, keywords: expect.arrayContaining(['fig tree', 'hydrangea hedge']) },
  });
  expect(await desk.call(plan.next!.operation, plan.next!.arguments)).toMatchObject({ added: 2 });
});

test('without documents the plan hands over the call that finds questions', async () => {
  const { desk, projectId, plan } = await researched({ name: 'borg backup', documents: [] });
  expect(plan.next).toEqual({ operation: 'keywords_discover', arguments: { projectId, seeds: ['borg backup'] } });
  expect(await desk.call(plan.next!.operation, plan.next!.arguments)).toMatchObject({ found: expect.any(Number) });
});

test('what a topic was given is looked for in the names of documents too', async () => {
  const { documents } = await researched({
    name: 'borders',
    keywords: ['fig tree'],
    documents: [garden('fig tree'), garden('hydrangea hedge')],
  });
  expect(documents).toMatchObject({ found: 2, used: 1, notAbout: 1 });
});

test('where one subject alone is about the topic, the nearest others are handed over, and are of the topic once they were added', async () => {
  const { desk, id, plan, documents } = await researched({
    name: 'fig tree',
    documents: [garden('fig tree'), garden('hydrangea hedge'), ...['prune', 'mount'].map(page)],
  });
  expect(documents).toMatchObject({ found: 4, used: 1 });
  expect(plan.hint).toContain('1 of 4');
  expect((plan.next!.arguments.keywords as string[]).toSorted()).toEqual(['borg mount', 'borg prune', 'hydrangea hedge']);
  await desk.call('topics_add_keywords', { id, keywords: ['hydrangea hedge'] });
  await desk.call('topics_research', { id });
  await desk.runDue();
  const { plan: second } = (await desk.call('topics_get', { id, view: 'plan' })) as Topic & { plan: TopicPlan };
  expect(second.pages.map(({ keyword, relevance }) => [keyword, relevance])).toEqual([['hydrangea hedge', 'about']]);
});

test('where the plan stands, subjects that it does not use are offered all the same', async () => {
  const parts = ['', ' leaves', ' roots'].map((part) => garden('fig tree').replaceAll('fig tree', `fig tree${part}`));
  const { id, plan, documents } = await researched({ name: 'fig tree', documents: [...parts, garden('hydrangea hedge')] });
  expect(documents).toMatchObject({ found: 4, used: 3 });
  expect(plan.call).not.toBeNull();
  expect(plan.hint).toContain('not used: 1');
  expect(plan.next).toEqual({ operation: 'topics_add_keywords', arguments: { id, keywords: ['hydrangea hedge'] } });
});
