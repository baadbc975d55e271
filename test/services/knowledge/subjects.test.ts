import { expect, test } from 'vitest';
import type { Recommendations } from '../../../schema/recommendations.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const recommended = async ({ desk }: TestApp, input: object = {}) =>
  (await desk.call('content_radar_recommend', { limit: 30, ...input })) as Recommendations;
const keywords = ({ recommendations }: Recommendations) => recommendations.map(({ keyword }) => keyword);

/** Words enough for a section, on one thing. */
const about = (thing: string, sentences = 14) =>
  Array.from(
    { length: sentences },
    (_, at) => `The ${thing} of workshop ${at} is set up by hand before the first board is cut, and the ${thing} is cleaned at night.`,
  ).join(' ');

const section = (heading: string, thing: string, sentences?: number) => `## ${heading}\n\n${about(thing, sentences)}\n`;

test('documents, and sections of long ones, are recommended where nothing of the project is on them', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: `# Dovetail joints\n\n${about('dovetail joint', 12)}` });
  await app.desk.call('knowledge_create', { markdown: `# Finger joints\n\n${about('finger joint', 12).replaceAll('workshop', 'plant')}` });
  await app.desk.call('calendar_create', { slots: [{ date: '2026-05-04', keyword: 'the finger joint' }] });
  const answer = await recommended(app);
  expect(answer.why).toMatchObject({ demand: 'not_applicable' });
  expect(answer.recommendations).toEqual([
    {
      kind: 'write',
      keyword: 'dovetail joints',
      reason: expect.stringMatching(/^Your knowledge base has \d+ passages? on it; nothing of yours was found on it\.$/),
      score: 22.3,
      parts: { relevance: 0.7, demand: null, clicks: null, recency: 0, gap: null, need: null },
      evidence: [{ what: expect.stringMatching(/^Your document “Dovetail joints”: \d+ passages?$/), id: expect.stringMatching(/^doc_/) }],
      operation: 'articles_create',
      arguments: { keyword: 'dovetail joints' },
    },
  ]);
});

test('of a long document its longest sections are told, and no part of its form', async () => {
  const app = await createTestApp();
  const forms = ['Introduction', 'Notes', 'See also', '3. Options', 'Release notes 2.4', 'v1.2', 'Table of Contents', 'Anhang'];
  const topics = ['Sharpening chisels', 'Hand plane setup', 'Choosing hardwood boards'];
  const things = ['chisel edge', 'hand plane', 'hardwood board'];
  const parts = [
    ...topics.map((topic, at) => section(topic, things[at]!)),
    ...forms.map((form, at) => section(form, `part ${'abcdefgh'[at]}`)),
  ];
  await app.desk.call('knowledge_create', { markdown: `# Woodworking\n\n${parts.join('\n')}` });
  expect(keywords(await recommended(app)).toSorted()).toEqual(
    ['woodworking', 'how to sharpen chisels', 'how to choose hardwood boards', 'woodworking hand plane setup'].toSorted(),
  );
});

test('a heading that many documents have belongs to their form', async () => {
  const app = await createTestApp();
  for (const tool of ['Bandsaw', 'Router', 'Jointer'])
    await app.desk.call('knowledge_create', {
      markdown: `# ${tool}\n\n${section('Care in winter', `${tool} bearing`, 50)}\n${section(`Choosing a ${tool} blade`, `${tool} blade`, 50)}`,
    });
  expect(keywords(await recommended(app)).filter((keyword) => /winter/.test(keyword))).toEqual([]);
  expect(keywords(await recommended(app))).toContain('how to choose a router blade');
});

test('a manual of 500 sections gives subjects within a bound', async () => {
  const app = await createTestApp();
  const letters = 'bcdfghjklm';
  const word = (at: number) => `${letters[at % 10]}a${letters[Math.floor(at / 10) % 10]}o${letters[Math.floor(at / 100)]}in`;
  const sections = Array.from({ length: 500 }, (_, at) => section(`Setting the ${word(at)} gauge`, `${word(at)} gauge`, 10));
  await app.desk.call('knowledge_create', { markdown: `# Gauges\n\n${sections.join('\n')}` });
  const answer = await recommended(app, { weeks: 6 });
  expect(answer.basedOn.documentSubjects).toBeGreaterThan(20);
  expect(answer.basedOn.documentSubjects).toBeLessThanOrEqual(40);
  expect((answer.plan!.arguments as { slots: unknown[] }).slots.length).toBeGreaterThan(0);
  expect(answer.plan!.insufficientSources).toEqual([]);
});

test('of a short document the sections that tell how to do something are told, and no others', async () => {
  const app = await createTestApp();
  // Less than what a thing takes.
  const short = `## Oiling a vise\n\n${'A vise is oiled before the winter, and wiped dry after that. '.repeat(10)}`;
  const parts = [section('Sharpening dull chisels', 'chisel edge'), section('Hand plane setup', 'hand plane'), short];
  await app.desk.call('knowledge_create', { markdown: `# Woodworking\n\n${parts.join('\n')}` });
  expect(keywords(await recommended(app)).toSorted()).toEqual(['how to oil a vise', 'how to sharpen dull chisels', 'woodworking']);
});
