import { expect, test } from 'vitest';
import type { Claim } from '../../../src/writing/claims/support.ts';
import { toldClaims } from '../../../src/writing/claims/told.ts';
import { withEdits, type Editable } from '../../../src/writing/claims/edits.ts';

const claimed = (sentence: string, section = 'Introduction'): Claim => {
  return { sentence, section, citations: [], verdict: 'unsupported', gate: true, reason: '', words: [], supportedBy: null, nearest: null };
};

async function edit(draft: Partial<Editable>, said: readonly Claim[], nth: number, markdown: string) {
  const claims = toldClaims(said);
  return withEdits({ title: 'Pools', markdown: '', ...draft }, claims, [{ claim: claims[nth]!.id, markdown }]);
}

test.each([
  ['One is here [1]. Two is there [2]. Three [3].', 'Two is there.', 'Deux [2].', 'One is here [1]. Deux [2]. Three [3].'],
  ['One is here [1]. Two is there [2]. Three [3].', 'Two is there.', '', 'One is here [1]. Three [3].'],
  ['One is here. [1] Two is there. [2] Three. [3]', 'Two is there.', 'X [1].', 'One is here. [1] X [1]. Three. [3]'],
  ['- **One** is [here](http://a/b(c)) [1].\n- Two is there [2].\n', 'One is here.', '', '- Two is there [2].\n'],
  ['- **One** is [here](http://a/b(c)) [1].\n- Two is there [2].\n', 'One is here.', 'Uno [1].', '- Uno [1].\n- Two is there [2].\n'],
  ['He says two is there [1]. Two is there [2].', 'Two is there.', 'X.', 'He says two is there [1]. X.'],
  ['```\nTwo is there.\n```\n\nTwo is there [2].\n\nEnd [1].', 'Two is there.', '', '```\nTwo is there.\n```\n\nEnd [1].'],
  ['| A | B |\n| - | - |\n| Two is there [1] | x |', 'Two is there', 'Three [1]', '| A | B |\n| - | - |\n| Three [1] | x |'],
  ['## Why 4096 Rocks\n\nText.', 'Why 4096 Rocks', 'Why', '## Why\n\nText.'],
  ['“Two is there,” he said [1][2]. Next [3].', '“Two is there,” he said.', 'Y [1].', 'Y [1]. Next [3].'],
  ['It costs `4 EUR` a day, 3.5 % more [1] than before. Next.', 'It costs 4 EUR a day, 3.5 % more than before.', 'Z.', 'Z. Next.'],
  ['*Two is there* [2]\n\nNext [1].', 'Two is there', '', 'Next [1].'],
  ['接続は開いたままです [1]。次の文です [2]。', '接続は開いたままです。', 'はい [1]。', 'はい [1]。次の文です [2]。'],
  ['The 𝒙 axis is open [1]. Two.', 'The 𝒙 axis is open.', 'Yes.', 'Yes. Two.'],
])('in %j the sentence %j is replaced', async (markdown, sentence, put, expected) => {
  const { draft, faults } = await edit({ markdown }, [claimed(sentence)], 0, put);
  expect({ faults, markdown: draft.markdown }).toEqual({ faults: [], markdown: expected });
});

test('of a sentence that stands twice, the one that is meant is replaced', async () => {
  const twice = [claimed('Two is there.'), claimed('Two is there.', 'End')];
  const { draft } = await edit({ markdown: 'Two is there [1].\n\n## End\n\nTwo is there [1].' }, twice, 1, 'Three [1].');
  expect(draft.markdown).toBe('Two is there [1].\n\n## End\n\nThree [1].');
});

test('headlines and answers are edited where they stand', async () => {
  const faq = [{ question: 'Where?', answer: 'It is here [1]. Two is there [2].' }];
  const fields = { metaDescription: 'It is 4096. It is good.', faq };
  expect((await edit(fields, [claimed('Pools', 'Title')], 0, 'Ponds')).draft.title).toBe('Ponds');
  expect((await edit(fields, [claimed('It is 4096.', 'Meta description')], 0, '')).draft.metaDescription).toBe('It is good.');
  expect((await edit(fields, [claimed('Two is there.', 'FAQ')], 0, '')).draft.faq).toEqual([
    { question: 'Where?', answer: 'It is here [1].' },
  ]);
});

test('edits follow one another, and each that cannot be made is told', async () => {
  const claims = toldClaims([claimed('Two is there.')]);
  const { id } = claims[0]!;
  const { faults } = await withEdits({ title: 'Pools', markdown: 'One.\n\n## End\n\nTwo is there [1].' }, claims, [
    { section: 'End', markdown: 'Other words [1].' },
    { claim: id, markdown: 'Three [1].' },
    { claim: 'c0', markdown: '' },
    { section: 'Ending', markdown: '' },
    { markdown: '' },
    { claim: id, section: 'End', markdown: '' },
  ]);
  expect(faults.map(({ index, code }) => `${index} ${code}`)).toEqual([
    '1 not_found',
    '2 unknown_claim',
    '3 unknown_section',
    '4 required',
    '5 required',
  ]);
});

test('an id stays with its sentence while others change', () => {
  const [, second] = toldClaims([claimed('One is here.'), claimed('Two is there.')]);
  expect(toldClaims([claimed('Two is there.')])[0]!.id).toBe(second!.id);
});
