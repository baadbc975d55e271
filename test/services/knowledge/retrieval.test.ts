import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';

async function openDesk() {
  const { desk } = await createTestApp();
  const { id: projectId } = await desk.services.projects.resolve(undefined);
  return { desk, projectId };
}

test('a writer gets the sections of what was found whole, before other passages of their documents', async () => {
  const { desk, projectId } = await openDesk();
  const filler = (word: string) => Array.from({ length: 30 }, (_, index) => `The ${word} number ${index} is swept each year.`).join(' ');
  const parts = ['Roofs', 'Doors', 'Walls', 'Floors'].map((name) => `## ${name}\n\n${filler(name.toLowerCase())}`);
  const firing = `## Firing\n\n${filler('grate')}\n\nThe kiln is lit at dawn.\n\n${filler('chimney')}`;
  await desk.call('knowledge_create', { title: 'House', markdown: [...parts, firing].join('\n\n') });
  const found = await desk.services.knowledge.retrieve({ query: 'kiln dawn', language: 'en', projectId, limit: 6 });
  const whole = await desk.services.knowledge.retrieve({ query: 'grate chimney kiln', language: 'en', projectId, limit: 100 });
  const firings = whole.filter(({ heading }) => heading === 'Firing').map(({ number }) => number);
  expect(firings.length).toBeGreaterThan(1);
  expect(found.map(({ number }) => number)).toEqual(expect.arrayContaining(firings));
});

test('what a writer gets is found by titles where most passages have the words', async () => {
  const { desk, projectId } = await openDesk();
  const add = (title: string, text: string) => desk.call('knowledge_create', { title, text });
  await add('Firing', 'It begins at dawn with small wood, and firing goes on until the cones have bent.');
  for (let index = 0; index < 12; index++) {
    const oven = index < 5 ? 'kiln' : 'oven';
    await add(
      `House ${index}`,
      `The ${oven} of house ${index} cracked in its firing, and the ${oven} was mended after ${index + 2} weeks.`,
    );
  }
  const [first] = await desk.services.knowledge.retrieve({ query: 'kiln firing', language: 'en', projectId, limit: 10 });
  expect(first!.documentTitle).toBe('Firing');
});
