import { beforeAll, describe, expect, test } from 'vitest';
import { compose, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import type { WritingBrief } from '../../../schema/drafts.ts';
import { normalise } from '../../../src/language/tokens.ts';
import { brief, compost, passage, passagesFrom, request } from './support.ts';

let sources: SourcePassage[];
let made: WritingBrief;

beforeAll(async () => {
  sources = await passagesFrom(compost);
  made = await brief(sources, request('compost heap'));
});

const competing = [
  {
    url: 'https://rival.example/a',
    title: 'Compost for all',
    headings: ['Temperature control', 'Rats and other pests', 'Who invented composting?', 'Compost tea'],
  },
  {
    url: 'https://rival.example/b',
    title: 'Heaps',
    headings: ['Keeping rats away', 'How hot should the temperature be in a compost heap?', 'Compost tea'],
  },
];

describe('a brief', () => {
  test('numbers its passages from 1 and refers to no others', () => {
    expect(made.passages.map(({ number }) => number)).toEqual(made.passages.map((_, index) => index + 1));
    for (const { passages } of [...made.outline, ...made.questions])
      for (const number of passages) expect(made.passages[number - 1]?.number).toBe(number);
    expect(made.structure.introductionPassages.length).toBeGreaterThan(0);
  });

  test('gives every section passages about it', () => {
    const rats = made.outline.find(({ heading }) => /rats/i.test(heading))!;
    expect(made.passages[rats.passages[0]! - 1]!.text).toContain('wire mesh');
  });

  test('divides the length among the sections', () => {
    const total = made.outline.reduce((sum, { words = 0 }) => sum + words, 0);
    expect(total).toBeGreaterThan(600);
    expect(total).toBeLessThan(800);
  });

  test('takes the sections of the extractive plan if there is one', async () => {
    const planned = compose(
      { ...request('compost heap'), title: undefined, language: 'en', outline: undefined, includeFaq: false },
      sources,
    );
    if (!planned.ok) throw new Error(planned.reason);
    const { outline, title } = await brief(sources, request('compost heap'), { composition: planned.composition });
    const headings = outline.map(({ heading }) => heading);
    expect(headings.toSorted()).toEqual(planned.composition.outline.map(({ heading }) => heading).toSorted());
    // Problems of the heap come before the choice of a bin; each document's sections are in its own order.
    expect(headings.indexOf('Compost Heap Trouble')).toBeLessThan(headings.indexOf('Choosing a Compost Bin'));
    expect(headings.indexOf('Compost Heap Trouble')).toBeLessThan(headings.indexOf('Rats in the Compost Heap'));
    expect(title).toBe(planned.composition.title);
  });

  test('without a plan opens with the heading of the passage that is most about the keyword', async () => {
    const dripper = (id: string, text: string) =>
      passage(id, text, { documentId: 'doc_dripper', documentTitle: 'Choosing a dripper', score: 2 });
    const { outline } = await brief(
      [
        dripper('a', 'The Hario V60 is a cone with one large hole, and the coffee runs through it as fast as it is poured.'),
        dripper('b', 'The Kalita Wave has a flat bottom with three small holes, which hold the coffee back for a while.'),
        dripper('c', 'The Chemex has filters thicker than those of others, and the coffee from it is very clean and light.'),
        passage('d', 'Hard water for coffee holds calcium and magnesium, which bind flavour while the water runs through.', {
          documentTitle: 'Water for coffee',
          score: 3,
        }),
      ],
      request('coffee water'),
    );
    expect(outline.map(({ heading }) => heading)).toEqual(['Water for Coffee', 'Choosing a Dripper']);
  });

  test('keeps the requested headings, in order and with their levels, and says which have no passages', async () => {
    const { outline } = await brief(
      sources,
      request('compost heap', { outline: ['Rats', '### Wire mesh', '## Temperature', 'Stamp duty in Belgium', 'rats'] }),
    );
    expect(outline.map(({ heading, level }) => `${level} ${heading}`)).toEqual([
      '2 Rats',
      '3 Wire mesh',
      '2 Temperature',
      '2 Stamp duty in Belgium',
    ]);
    expect(outline.map(({ passages }) => passages.length > 0)).toEqual([true, true, true, false]);
    expect(outline[3]!.brief).toMatch(/^No passage speaks to this/);
    expect(outline[3]!.words).toBe(0);
  });

  test('asks what the sources ask, with the passage that answers', () => {
    const asked = made.questions.find(({ question }) => question === 'What belongs in a compost heap?')!;
    expect(made.passages[asked.passages[0]! - 1]!.text).toContain('Green waste');
  });

  test('asks what readers ask only if a passage answers it', async () => {
    const questions = made.questions.map(({ question }) => question);
    expect(questions).toContain('What is a compost heap?');
    expect(questions.some((question) => /alternatives/.test(question))).toBe(false);
    expect(questions.some((question) => /cost/.test(question))).toBe(false);
    const alternative = passage('x', 'A worm bin is an alternative to a compost heap for balconies, and it needs no turning at all.');
    const more = await brief([...sources, alternative], request('compost heap'));
    expect(more.questions.map(({ question }) => question)).toContain('What are the alternatives to a compost heap?');
  });

  test('asks who somebody was, not what', async () => {
    const life = [
      'Maren Holt was a keeper of the light at Skal, and she rang its bell by hand in every fog.',
      'Maren Holt left the tower when her sight failed her, and she wrote down its history.',
      'Maren Holt had three brothers, and she taught each of them to read by the lamp.',
    ];
    const { questions } = await brief(
      life.map((text, index) => passage(String(index), text)),
      request('Maren Holt'),
    );
    const asked = questions.map(({ question }) => question);
    expect(asked).toContain('Who was Maren Holt?');
    expect(asked.join(' ')).not.toContain('What is');
  });

  test('takes from competing pages the questions and topics that the sources know, and no others', async () => {
    const { questions, outline } = await brief(sources, request('compost heap', { targetWordCount: 400 }), { competing });
    expect(questions.map(({ question }) => question)).toContain('How hot should the temperature be in a compost heap?');
    expect(JSON.stringify({ questions, outline })).not.toMatch(/invented|tea/i);
  });

  test('names in its angle what competing pages have no heading for', async () => {
    const { angle } = await brief(sources, request('compost heap', { outline: ['Rats', 'Wooden bins'], audience: 'allotment gardeners' }), {
      competing,
    });
    expect(angle).toContain('for allotment gardeners');
    expect(angle).toContain('None of the 2 competing pages has a heading on “Wooden bins”');
  });

  test('keeps the keyword at or below 2.5 % and every range open', () => {
    const [keyword, ...others] = made.terms;
    expect(keyword!.term).toBe('compost heap');
    expect(keyword!.max * 2).toBeLessThanOrEqual(0.025 * 800);
    for (const { min, max } of made.terms) expect(min >= 1 && max >= min).toBe(true);
    expect(others.map(({ term }) => normalise(term))).toEqual(expect.arrayContaining(['garden fork', 'grass clippings', 'rats']));
    expect(made.terms.length).toBeLessThanOrEqual(25);
  });

  test('lists no term twice, nor a part of one that is rarely used alone', () => {
    const terms = made.terms.map(({ term }) => normalise(term));
    expect(new Set(terms).size).toBe(terms.length);
    expect(terms).not.toContain('clippings');
  });

  test('leaves near-duplicates out', async () => {
    const twice = sources.map((one, index) => ({
      ...one,
      id: `again-${index}`,
      documentId: `again_${one.documentId}`,
      text: one.text.replace('hardly', 'scarcely'),
    }));
    const { passages } = await brief([...sources, ...twice], request('compost heap'));
    const texts = passages.map(({ text }) => normalise(text).replace('scarcely', 'hardly'));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('is the same whatever order the passages come in', async () => {
    expect(await brief(sources.toReversed(), request('compost heap'))).toEqual(made);
  });

  test('says so if there are no passages', async () => {
    const empty = await brief([], request('compost heap'));
    expect(empty.passages).toEqual([]);
    expect(empty.angle).toMatch(/more are needed/);
    expect(empty.doNots[0]).toMatch(/no passage to cite/);
  });

  test('hands out passages in another language if there are none in the article’s', async () => {
    const { passages, language } = await brief(sources, request('Komposthaufen', { language: 'de' }));
    expect(language).toBe('de');
    expect(passages.length).toBeGreaterThan(0);
  });
});

describe('internal links', () => {
  const published = [
    { articleId: 'art_1', title: 'Worm Bins for Balconies', keyword: 'worm bin', url: 'https://garden.example/worm-bin', language: 'en' },
    {
      articleId: 'art_2',
      title: 'Turning a Heap with a Garden Fork',
      keyword: 'garden fork',
      url: 'https://garden.example/garden-fork',
      language: 'en',
    },
    { articleId: 'art_3', title: 'Komposthaufen', keyword: 'garden fork', url: 'https://garden.example/de', language: 'de' },
    { articleId: 'art_4', title: 'Compost Heap', keyword: 'Compost heap', url: 'https://garden.example/same', language: 'en' },
    { articleId: 'art_5', title: 'Tax Returns', keyword: 'tax return', url: 'https://garden.example/tax', language: 'en' },
    { articleId: 'art_6', title: 'Compost Tea', keyword: 'compost tea', url: 'javascript:alert(1)', language: 'en' },
    {
      articleId: 'art_7',
      title: 'Compost Temperature',
      keyword: 'compost temperature',
      url: 'https://garden.example/temperature',
      language: 'en',
    },
  ];

  test('go to related articles in the same language, never to itself, to the same keyword or to other schemes than http', async () => {
    const { internalLinks } = await brief(sources, request('compost heap', { articleId: 'art_7' }), { published });
    expect(internalLinks.map(({ articleId }) => articleId)).toContain('art_2');
    for (const id of ['art_3', 'art_4', 'art_5', 'art_6', 'art_7'])
      expect(internalLinks.map(({ articleId }) => articleId)).not.toContain(id);
  });

  test('have the target’s keyword as their anchor', async () => {
    const { internalLinks } = await brief(sources, request('compost heap'), { published });
    expect(internalLinks.find(({ articleId }) => articleId === 'art_7')?.anchor).toBe('compost temperature');
  });

  test('are at most eight', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...published[6]!,
      articleId: `art_x${index}`,
      url: `https://garden.example/${index}`,
    }));
    const { internalLinks } = await brief(sources, request('compost heap'), { published: many });
    expect(internalLinks).toHaveLength(8);
  });
});

describe('rules', () => {
  test('carry what the house style forbids, and the spelling of names', async () => {
    const { doNots } = await brief(
      sources,
      request('compost heap', {
        styleGuide: 'Short sentences. Never use exclamation marks.\n- Avoid the passive',
        brandTerms: ['GartenGlück'],
      }),
    );
    expect(doNots).toEqual(
      expect.arrayContaining([
        'House style: Never use exclamation marks.',
        'House style: Avoid the passive',
        'No other spelling of these names: GartenGlück.',
      ]),
    );
  });

  test('allow no links if the brief has none', () => {
    expect(made.doNots).toContain('No links.');
  });
});
