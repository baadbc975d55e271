import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { TopicPlan, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import { terms } from '../../../src/language/tokens.ts';
import { isAboutTopic } from '../../../src/services/topics/research/documents.ts';
import { speechOn, weightsOf, wholes, type Passage } from '../../../src/services/topics/research/speech.ts';
import { createTestApp } from '../../support/test-app.ts';

const file = readFileSync(new URL('about-pairs.txt', import.meta.url), 'utf8');
const pairs = file.split('\n').flatMap((line) => {
  if (line === '' || line.startsWith('#')) return [];
  const [label, pillar = '', keyword = '', title = '', heading = '', speech, whole] = line.split(' | ').map((part) => part.trim());
  return [
    { isAbout: label === '+', pillar, keyword, name: `${keyword} ${title} ${heading}`, speech: Number(speech), isOfWhole: whole !== '' },
  ];
});
type Pair = (typeof pairs)[number];

function f1(some: readonly Pair[], chosen: (pair: Pair) => boolean): number {
  const right = some.filter((pair) => pair.isAbout && chosen(pair)).length;
  const precision = right / Math.max(1, some.filter(chosen).length);
  const recall = right / some.filter(({ isAbout }) => isAbout).length;
  return right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

const hasAll = (pillar: string, text: string) => terms(pillar, 'en').every((term) => terms(text, 'en').includes(term));
const rule = ({ speech, isOfWhole }: Pair) => isAboutTopic({ isNamed: false, speech, isOfWhole });

test('what documents say tells what is about a topic better than its words in names, and than taking everything', () => {
  const unseen = pairs.slice(-114);
  expect(pairs).toHaveLength(295);
  expect(f1(unseen, rule)).toBeGreaterThan(0.69);
  expect(f1(pairs, rule)).toBeGreaterThan(0.63);
  const baselines = [
    () => true,
    ({ pillar, keyword }: Pair) => hasAll(pillar, keyword),
    ({ pillar, name }: Pair) => hasAll(pillar, name),
  ].map((one) => f1(pairs, one));
  expect(Math.max(...baselines)).toBeLessThan(0.45);
});

const passage = (counts: number[], above = counts.map(() => false)): Passage => ({ heading: '', counts, words: 100, above });

test('the rarer word tells more, and documents of one word that nearly all have the other are about both', () => {
  const reading = (documentId: string, titled: boolean[], counts: number[]) => ({
    documentId,
    titled,
    passages: [passage(counts), passage([1, 0]), passage([1, 0])],
  });
  const borg = [0, 1, 2, 3].map((number) => reading(`doc_${number}`, [true, false], [3, number === 3 ? 0 : 1]));
  const other = { documentId: 'doc_other', titled: [false, false], passages: [passage([0, 2])] };
  const [everywhere, rare] = weightsOf(['borg', 'backup'], [...borg, { ...other, passages: [passage([2, 0])] }]) as [number, number];
  expect(rare).toBeGreaterThan(everywhere);
  expect(speechOn([everywhere, rare], [true, true], [passage([2, 2])])).toBeCloseTo(1);
  expect(speechOn([0.2, 0.8], [true, false], [passage([0, 1])])).toBeCloseTo(0.3);
  expect([...wholes(['borg', 'backup'], [...borg, other])].toSorted()).toEqual(['doc_0', 'doc_1', 'doc_2', 'doc_3']);
  expect(wholes(['borg', 'backup'], borg.slice(1, 3)).size).toBe(0);
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

test('documents that are about the pillar as a whole are used, though none of their names has all of its words', async () => {
  const { plan, documents } = await researched({
    name: 'borg backup',
    documents: [...['prune', 'mount', 'check', 'extract'].map(page), garden('hydrangea hedge')],
  });
  expect(documents).toMatchObject({ found: 5, used: 4, notAbout: 1 });
  const all = [plan.pillar, ...plan.pages].flatMap(({ keyword, keywords }) => [keyword, ...keywords]);
  expect(all.toSorted()).toEqual(['borg backup', 'borg check', 'borg extract', 'borg mount', 'borg prune']);
  expect(plan).toMatchObject({ hint: null, next: null });
});

test('where nothing is about the topic, the plan says so and hands over the call that takes it all the same', async () => {
  const { desk, id, plan, documents } = await researched({
    name: 'borg backup',
    documents: [garden('hydrangea hedge'), garden('fig tree')],
  });
  expect(documents).toMatchObject({ found: 2, used: 0, notAbout: 2 });
  expect(plan.hint).toContain('none says enough on "borg backup"');
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
