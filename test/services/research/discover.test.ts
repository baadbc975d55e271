import { expect, test } from 'vitest';
import type { CopydeskOptions } from '../../../src/app.ts';
import type { DiscoveredKeywords } from '../../../schema/keywords.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A hundred and some words on one thing. */
const coldBrew = `# Cold brew

Cold brew is coffee that steeps in cold water for twelve hours. The slow extraction leaves most of the bitter acids behind. A coarse grind keeps the cup clear.

## How long does cold brew keep?

Cold brew keeps for two weeks in a closed bottle in the fridge. It loses its aroma slowly. Diluted cold brew keeps for three days only, because water lets it go stale.

## What ratio of coffee to water is right?

The usual ratio of coffee to water is one to eight by weight. A concentrate uses a ratio of one to four and is diluted before it is served. Weigh the coffee and the water, because spoons differ.

## Filtering

A paper filter takes out the fine grounds that a metal sieve leaves. Use cold brew for cocktails, or use it for ice cream. Pour slowly, and change the paper when the flow stops.
`;

const frenchPress = `# French press

A French press holds the grounds in the water until a plunger of mesh parts them. The metal lets the oils through, so the cup is heavy. Use a French press with a coarse grind.

## Why is French press coffee bitter?

French press coffee is bitter when it stands on the grounds too long. Four minutes are enough. Pour all of it out when it is done, and clean the mesh, because old oils turn rancid and taste bitter as well.

## Cleaning

Take the plunger of the French press apart once a week. Soap takes the oils off the mesh. Dry the parts before you put the French press together again, and look whether the mesh is bent.
`;

async function start({
  documents = [coldBrew, frenchPress],
  offline = true,
  ...options
}: CopydeskOptions & { documents?: readonly string[] } = {}) {
  const app = await createTestApp({ offline, ...options });
  for (const markdown of documents) await app.desk.call('knowledge_create', { markdown });
  const discover = async (input: Record<string, unknown> = {}) => (await app.desk.call('keywords_discover', input)) as DiscoveredKeywords;
  return { ...app, discover };
}

const named = ({ keywords }: DiscoveredKeywords) => keywords.map(({ keyword }) => keyword);

test('offline and without any key, questions come from the documents that answer them', async () => {
  const { discover } = await start();
  const answer = await discover({ questionsOnly: true, limit: 10 });
  expect(named(answer)).toEqual([
    'why is french press coffee bitter',
    'how long does cold brew keep',
    'what ratio of coffee to water is right',
    'what is french press',
    'what is cold brew',
    'how to use french press',
    'how to use cold brew',
  ]);
  expect(answer.keywords[1]).toMatchObject({
    question: true,
    relevance: 1,
    sources: ['documents'],
    coveredBy: null,
    competition: null,
    why: { competition: 'integration_required', searchVolume: 'integration_required', position: 'not_checked' },
    documents: { count: 1, best: { title: 'Cold brew', heading: 'How long does cold brew keep?' } },
  });
  expect(answer.hint).toMatch(/competition is not measured.*DataForSEO/);
  expect(answer.asked.map(({ source, requests, why }) => [source, requests, why?.reason])).toEqual([
    ['wikipedia', 0, 'offline'],
    ['duckduckgo', 0, 'offline'],
  ]);
});

test('a question by a pattern that no document answers is left out', async () => {
  const { discover } = await start({ documents: [frenchPress.replaceAll('Use a ', 'Take a ')] });
  expect(named(await discover({ questionsOnly: true }))).not.toContain('how to use french press');
});
