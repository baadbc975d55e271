import { expect, test } from 'vitest';
import type { DiscoveredKeywords } from '../../../schema/keywords.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Text enough for a document, on one thing, that says a name or none. */
function page(title: string, sentence: (at: number) => string): string {
  return `# ${title}\n\n${Array.from({ length: 16 }, (_, at) => sentence(at)).join(' ')}`;
}

const kiln = (name: string) => [
  page('Chapter 3. Removing Old Glazes', (at) => `Remove old glazes with a sponge in ${name} at place ${at}, as Section 8.2 says.`),
  page('1.2.5. Load the Shelves', (at) => `Load the shelves in ${name} from below, as Section ${at}.1 says, and load the shelves again.`),
  page(
    '§ 4 Firing schedules',
    (at) => `A firing schedule is a list of heats. Firing schedules in ${name} have ${at} steps, as Section 8.2 says.`,
  ),
  page('Working with Others', (at) => `Whoever fires in ${name} tells the next one of step ${at}, as Section 9.1 says.`),
  page('Mixing Clay and Removing Bubbles', (at) => `Mix clay and remove bubbles in ${name} for ${at} minutes, as Section 7.1 says.`),
];

async function discovered(documents: readonly string[], input: Record<string, unknown> = {}): Promise<DiscoveredKeywords> {
  const { desk } = await createTestApp({ offline: true });
  for (const markdown of documents) await desk.call('knowledge_create', { markdown });
  return (await desk.call('keywords_discover', input)) as DiscoveredKeywords;
}
const named = ({ keywords }: DiscoveredKeywords) => keywords.map(({ keyword }) => keyword);

test('keywords have no number, ask how, and carry the name that the documents share', async () => {
  const keywords = named(await discovered(kiln('KilnDesk')));
  expect(keywords).toEqual(
    expect.arrayContaining([
      'how to remove old glazes in kilndesk',
      'how to load the shelves in kilndesk',
      'how to mix clay and remove bubbles in kilndesk',
      'kilndesk firing schedules',
    ]),
  );
  expect(keywords.filter((keyword) => /\d|chapter|section|others|working/.test(keyword))).toEqual([]);
});

test('without a name in common, and of a common noun, nothing is added', async () => {
  for (const name of ['the workshop', 'the Workshop'])
    expect(named(await discovered(kiln(name)))).toEqual(expect.arrayContaining(['how to remove old glazes', 'firing schedules']));
});

test('relevance tells rows apart', async () => {
  const { keywords } = await discovered(kiln('KilnDesk'));
  expect(new Set(keywords.map(({ relevance }) => relevance)).size).toBeGreaterThan(1);
});

test('a name that is set like code is one too', async () => {
  expect(named(await discovered(kiln('`KilnDesk`')))).toContain('how to remove old glazes in kilndesk');
});
