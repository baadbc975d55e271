import { expect, test } from 'vitest';
import type { DiscoveredKeywords } from '../../../schema/keywords.ts';
import { createTestApp } from '../../support/test-app.ts';

const long = 'The potter wedges the clay, centres it on the wheel and pulls the wall up with wet hands. '.repeat(12);

async function discovered(documents: readonly { html: string }[] | readonly { markdown: string }[], input: Record<string, unknown> = {}) {
  const { desk } = await createTestApp({ offline: true });
  for (const document of documents) await desk.call('knowledge_create', { ...document });
  return (await desk.call('keywords_discover', { questionsOnly: true, ...input })) as DiscoveredKeywords;
}

const named = ({ keywords }: DiscoveredKeywords) => keywords.map(({ keyword }) => keyword);

test('a question that the text sets off is one, as people type it; one within a sentence is none', async () => {
  const asked = [
    '<p><font color="red">Question</font>: How do I load my kiln for a glaze firing?<br><font color="blue">Answer</font>: Glazed pots must not touch in the kiln for a glaze firing.</p>',
    '<p>Why does a wet bowl crack in the kiln?</p><p>Water in the wall of a wet bowl boils in the kiln, and the bowl cracks.</p>',
    '<p>Does this kiln need a chimney?</p><p>It does. Would you ask how clay shrinks in the oven? Many do.</p>',
    '<ul><li>How are glazes stirred in a bucket?</li><li>Glazes are stirred in a bucket with a stick. They settle.</li></ul>',
    '<p>Why does it crack then?</p><p>Is a kiln dear to buy in spring?</p>',
  ];
  const answer = await discovered([{ html: `<h1>Pottery</h1><h2>Wheel</h2><p>${long}</p><h2>Answers</h2>${asked.join('')}` }]);
  expect(named(answer).toSorted()).toEqual([
    'how are glazes stirred in a bucket',
    'how to load kiln for a glaze firing',
    'why does a wet bowl crack in the kiln',
  ]);
});

test('a heading that goes on with the one above is said with it', async () => {
  const markdown = `# Answers\n\n## How do I…\n\n### …load my kiln for a glaze firing?\n\nPots in a kiln must not touch in a glaze firing. ${long}\n\n### ...stack bowls to dry?\n\nBowls dry when one can stack them rim to rim. ${long}\n`;
  expect(named(await discovered([{ markdown }]))).toEqual(
    expect.arrayContaining(['how to load kiln for a glaze firing', 'how to stack bowls to dry']),
  );
});

test('a name of two words is said whole', async () => {
  const markdown = ['Loading the kiln', 'Drying big bowls', 'Cutting the feet'].map(
    (task) => `# ${task}\n\nPlan ${task.toLowerCase()} in Double Kiln first. Whoever opens Double Kiln can choose it in Double Kiln, and then Double Kiln shows when to go on.\n\n${long}`,
  ); // prettier-ignore
  const answer = await discovered(markdown.map((one) => ({ markdown: one })));
  expect(named(answer).toSorted()).toEqual([
    'how to cut the feet in double kiln',
    'how to dry big bowls in double kiln',
    'how to load the kiln in double kiln',
  ]);
});

test('a name that documents never say without its article is not added', async () => {
  const markdown = ['Loading the kiln', 'Drying big bowls', 'Cutting the feet'].map(
    (task) => `# ${task}\n\nWho is ${task.toLowerCase()} for The Kilnries learns it in The Kilnries first. We of The Kilnries do it, and so does everybody in Kilnries workshops.\n\n${long}`,
  ); // prettier-ignore
  expect(named(await discovered(markdown.map((one) => ({ markdown: one })))).toSorted()).toEqual([
    'how to cut the feet',
    'how to dry big bowls',
    'how to load the kiln',
  ]);
});

test('what a document on two things is on is not asked as if it were one', async () => {
  const markdown = `# Glazing / Firing\n\nGlazing and firing end the work. One uses glazing and firing for each pot. ${long}\n\n## Cooling the kiln\n\nA kiln cools for a day. ${long}`;
  expect(named(await discovered([{ markdown }]))).toEqual(['how to cool the kiln']);
});

test('what documents tell beside the rows is outlined, the longest section first, and asked for', async () => {
  const markdown = `# Pottery\n\n## Cooling the kiln\n\nA kiln cools for a day. ${long}\n\n## Ash glazes\n\n${long}\n\n## Slip\n\n${long}${long}\n\n## Notes\n\n${long}\n\n## Sponges\n\nThey are wet.`;
  const answer = await discovered([{ markdown }]);
  const says = 'The potter wedges the clay, centres it on the wheel and pulls the wall up with wet hands. The potter';
  const slip = { heading: 'Slip', says };
  const ash = { heading: 'Ash glazes', says };
  expect(answer.outline).toEqual([{ title: 'Pottery', sections: [slip, ash] }]);
  expect(answer.keywords[0]!.documents!.best).toMatchObject({ heading: 'Cooling the kiln', says: expect.stringMatching(/^A kiln cools/) });
  expect(answer.hint).toContain('outline');
  const onAsh = await discovered([{ markdown }], { seeds: ['ash glaze'] });
  expect(onAsh.outline).toEqual([{ title: 'Pottery', sections: [ash] }]);
  const beside = await discovered([{ markdown }, { markdown: `# Glaze chemistry\n\n${long}` }]);
  expect(beside.outline).toContainEqual({ title: 'Glaze chemistry', sections: [] });
  const alone = await discovered([{ markdown: `# Cooling the kiln\n\nA kiln cools for a day. ${long}` }]);
  expect(alone).not.toHaveProperty('outline');
});
