import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeOut } from '../../../src/writing/model/take-out.ts';

const without = (markdown: string, ...unwanted: string[]) => takeOut(markdown, unwanted, 'en');

test.each([
  [
    'out of a paragraph, with its citation',
    'One is here [1]. Two is there [2][3]. Three is far [1].',
    'Two is there.',
    'One is here [1]. Three is far [1].',
  ],
  [
    'with a citation behind its full stop',
    'One is here. [1] Two is there. [2] Three is far. [1]',
    'Two is there.',
    'One is here [1]. Three is far [1].',
  ],
  [
    'whatever its emphasis, links and line breaks',
    'One is here [1]. **Two** is\n[there](https://a.example) [2].',
    'Two is there.',
    'One is here [1].',
  ],
  [
    'with its paragraph',
    'One is here [1].\n\nTwo is there [2].\n\nThree is far [1].',
    'Two is there.',
    'One is here [1].\n\nThree is far [1].',
  ],
  [
    'with its item',
    '- One is here [1].\n- Two is there [2].\n- Three is far [1].',
    'Two is there.',
    '- One is here [1].\n- Three is far [1].',
  ],
  ['with a list and what announces it', 'One is here [1].\n\nThese are:\n\n- Two is there [2].', 'Two is there.', 'One is here [1].'],
  ['with a heading above it', 'One is here [1].\n\n### Below\n\nTwo is there [2].', 'Two is there.', 'One is here [1].'],
  ['and all there is', 'Two is there [2].', 'Two is there.', ''],
])('a sentence is taken %s', (_, markdown, unwanted, wanted) => {
  expect(without(markdown, unwanted)).toBe(wanted);
});

test('code and tables are left alone, and so is a text without the sentences', () => {
  const rest = '```\nTwo is there.\n```\n\n| Two is there. |\n|---|\n| Two is there [2]. |\n\nOne  is\nhere [1].';
  expect(without(rest, 'Two is there.')).toBe(rest);
});

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const sentence = fc.tuple(word, fc.array(word, { minLength: 2, maxLength: 6 })).map(([first, more]) => `Z${first} ${more.join(' ')}.`);
const block = fc.array(sentence, { minLength: 1, maxLength: 4 });

test('unwanted sentences are gone, and all others remain, in order', () => {
  const cite = (text: string) => text.replace(/\.$/, ' [1].');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), block), { minLength: 1, maxLength: 5 }), fc.func(fc.boolean()), (blocks, isUnwanted) => {
      const all = blocks.flatMap(([, sentences]) => sentences);
      const unwanted = all.filter((one) => isUnwanted(one));
      const markdown = blocks
        .map(([isList, sentences]) => (isList ? sentences.map((one) => `- ${cite(one)}`).join('\n') : sentences.map(cite).join(' ')))
        .join('\n\n');
      const left = without(markdown, ...unwanted).match(/Z[a-z ]+(?= \[1\]\.)/g) ?? [];
      expect(left.map((one) => `${one}.`)).toEqual(all.filter((one) => !unwanted.includes(one)));
    }),
    { numRuns: 200 },
  );
});
