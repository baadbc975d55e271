import { beforeAll, describe, expect, test } from 'vitest';
import { countWords } from '../../../src/language/tokens.ts';
import { buildBrief } from '../../../src/writing/brief/brief.ts';
import { readSources } from '../../../src/writing/sources/candidates.ts';
import type { SourcePassage } from '../../../src/writing/sources/shapes.ts';
import { brief, compost, passage, passagesFrom, request } from './support.ts';

let sources: SourcePassage[];

beforeAll(async () => {
  sources = await passagesFrom(compost);
});

describe('passages of a brief', () => {
  const sentence = (index: number) => `Sentence ${index} of the compost heap says what happens in week ${index} after the first turning.`;
  const passageOf = (first: number, count: number) =>
    passage(`p${first}`, Array.from({ length: count }, (_, index) => sentence(first + index)).join(' '));

  test('are whole while they are few', async () => {
    const few = [0, 100, 200].map((first) => passageOf(first, 16));
    const { passages } = await brief(few, request('compost heap'));
    expect(passages.map(({ text }) => text).toSorted()).toEqual(few.map(({ text }) => text).toSorted());
  });

  test('are cut where they are many or long, after whole sentences, and say so', async () => {
    const many = Array.from({ length: 40 }, (_, index) => passageOf(index * 100, 16));
    const excerpts = (await brief(many, { ...request('compost heap'), targetWordCount: 1500 })).passages;
    expect(excerpts.reduce((sum, { text }) => sum + countWords(text), 0)).toBeLessThanOrEqual(4200);
    for (const { text } of [...excerpts, ...(await brief([passageOf(0, 40)], request('compost heap'))).passages]) {
      expect(countWords(text)).toBeLessThanOrEqual(300);
      expect(text).toMatch(/^Sentence \d+ .*turning\. …$/s);
    }
  });

  test('carry no reference marks of their source, which would pass for citations', async () => {
    const marked = passage(
      'marked',
      'A compost heap draws rats.[4] They stay for the warmth of the heap.[12][13] Wire mesh keeps them out of a compost heap.',
    );
    const { passages } = await brief([marked], request('compost heap'));
    expect(passages[0]!.text).not.toMatch(/\[\d+\]/);
  });

  test('bring along the code that belongs to them, as it stands and right after them', async () => {
    const told = (id: string, position: number, text: string, kind: 'prose' | 'code' = 'prose') =>
      passage(id, text, { documentId: 'doc_manual', position, kind });
    const code = 'git bisect start\n    git bisect bad\n';
    const manual = [
      told('a', 0, 'The git bisect command finds the commit that broke a program by halving the commits between a good and a bad one.'),
      told('b', 1, 'To begin with git bisect, tell it that you start and that the current commit is bad. These are the two lines:'),
      told('c', 2, code, 'code'),
      told('d', 3, 'After that git bisect checks out a commit in the middle and waits to be told whether that one is good or bad.'),
      told('e', 9, 'rm -rf unrelated', 'code'),
    ];
    const { passages, outline } = await brief(manual, request('git bisect', { outline: ['Start'] }));
    const at = passages.findIndex(({ kind }) => kind === 'code');
    expect(passages[at]).toMatchObject({ number: at + 1, text: code, documentId: 'doc_manual' });
    expect(passages[at - 1]!.text).toMatch(/^To begin with git bisect/);
    expect(passages.filter(({ kind }) => kind === 'code')).toHaveLength(1);
    expect(outline[0]!.passages).toContain(at + 1);
  });

  test('come from many documents and say nothing twice', async () => {
    const one = (id: string, text: string) => passage(id, text, { documentId: `doc_${id.split('-')[0]}` });
    const same = 'A compost heap needs air, water, carbon and nitrogen, and gardeners turn it every second week so that it stays warm';
    const many = [
      ...Array.from({ length: 40 }, (_, index) => one(`a-${index}`, `${same} ${index % 2 ? 'indeed' : 'enough'}.`)),
      one('b-0', 'Larch slats around a compost heap last ten years without paint, while spruce rots within four of them.'),
      one('c-0', 'Rats come to a compost heap for cooked food and bread, and wire mesh under it keeps them out for good.'),
    ];
    const { passages } = await brief(many, request('compost heap'));
    expect(new Set(passages.map(({ documentId }) => documentId)).size).toBe(3);
    expect(passages.length).toBeLessThan(6);
  });

  test('of a comparison are on both of its subjects, and so are its sections', async () => {
    const about = (name: string, title: string, sentences: readonly string[]) =>
      sentences.map((text, index) => passage(`${name}-${index}`, text, { documentId: `doc_${name}`, documentTitle: title }));
    const both = [
      ...about('Larch bins', 'Larch bins', [
        'Larch bins let air into the heap from all sides, and their slats last about ten years without any paint.',
        'The slats of larch bins are nailed to four posts, which takes an afternoon and a good hammer.',
        'In winter larch bins hold the warmth of the heap, because wood conducts it badly.',
      ]),
      ...about('Wire cages', 'Larch bins vs wire cages', [
        'Wire cages cost half as much as wood and are rolled out of mesh within ten minutes on a lawn.',
        'Rain runs through wire cages from above, so leaves in them dry out and get wet by turns.',
        'A cold wind cools what lies in wire cages, and the rotting stops until spring.',
      ]),
    ];
    const wanted = request('larch bins vs wire cages', { articleType: 'comparison' });
    const reading = (keyword: string) => readSources({ keyword, articleType: 'comparison', targetWordCount: 800, includeFaq: false }, both);
    const subjects = ['Larch bins', 'Wire cages'].map((name) => ({ name, reading: reading(name) }));
    const whole = { ...reading(wanted.keyword), passages: subjects.flatMap((one) => one.reading.passages) };
    const { outline, passages } = buildBrief(
      { request: wanted, passages: both, composition: null, competing: [], published: [] },
      { ...whole, subjects },
    );
    expect(new Set(passages.map(({ documentId }) => documentId))).toEqual(new Set(['doc_Larch bins', 'doc_Wire cages']));
    for (const name of ['Larch bins', 'Wire cages']) {
      const section = outline.find(({ passages: [first] }) => passages[first! - 1]?.documentId === `doc_${name}`);
      expect(section?.passages.length, name).toBeGreaterThanOrEqual(2);
    }
  });

  test('of a million characters without a sentence are cut quickly', async () => {
    const endless = passage('endless', 'compost heap '.repeat(80_000));
    const started = performance.now();
    const { passages } = await brief([endless, ...sources], request('compost heap'));
    expect(performance.now() - started).toBeLessThan(3000);
    for (const { text } of passages) expect(text.length).toBeLessThan(2500);
  });
});
