import { describe, expect, test } from 'vitest';
import { ground } from '../../../src/writing/claims/citations.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { isClaim } from '../../../src/writing/claims/claims.ts';
import { profileOf } from '../../../src/writing/claims/profile.ts';
import { checkSupport } from '../../../src/writing/claims/support.ts';

describe('a scrap of a sentence', () => {
  test.each([
    ['en', '42 % faster'],
    ['en', '88 seconds'],
    ['en', '12 million dollars'],
    ['en', 'Saves 93 %'],
    ['en', 'Sold since 1987'],
    ['en', 'It costs $99.'],
    ['en', 'Founded in 1987.'],
    ['en', 'Lasts two weeks.'],
    ['en', '10x faster'],
    ['en', '20,000 users'],
    ['en', '3 May 2020'],
    ['en', 'Opened 3 May'],
    ['en', '5–10 minutes'],
    ['de', 'Spart 93 Prozent.'],
    ['de', 'Seit 1987.'],
    ['fr', 'Coûte 99 euros.'],
    ['es', '93 por ciento'],
  ])('in %s, %j claims something', (language, text) => {
    expect(isClaim(profileOf(text, language))).toBe(true);
  });

  test.each([
    ['en', 'Step 3'],
    ['en', 'See Figure 2.'],
    ['en', 'Section 2'],
    ['en', 'Table 4:'],
    ['en', '3 reasons'],
    ['en', '7 simple ways'],
    ['en', '1. First'],
    ['en', 'The 3rd option'],
    ['en', 'Port 5432'],
    ['en', 'RFC 9110'],
    ['en', 'Node 22.19.1'],
    ['en', 'Uses HTTP/2.'],
    ['en', 'One day.'],
    ['en', 'See [3].'],
    ['en', '1987?'],
    ['en', '5-minute read'],
    ['en', 'Day 3'],
    ['de', 'Schritt 3'],
    ['de', '5 gute Gründe'],
    ['fr', '3 raisons'],
    ['es', 'Paso 3'],
  ])('in %s, %j does not, cited or not', (language, text) => {
    const profile = profileOf(text, language);
    expect(isClaim(profile)).toBe(false);
    expect(isClaim(profile, { isCited: true })).toBe(false);
  });

  test.each(['12 sockets', 'Up to 64', '4.8'])('claims %j only if it cites something', (text) => {
    const profile = profileOf(text, 'en');
    expect(isClaim(profile)).toBe(false);
    expect(isClaim(profile, { isCited: true })).toBe(true);
  });

  test('claims nothing with numbers in code', () => {
    const profile = profileOf('Set timeout: 30s', 'en');
    expect(isClaim(profile, { isCited: true, code: ['timeout: 30s'] })).toBe(false);
    expect(isClaim(profile, { isCited: true })).toBe(true);
  });
});

const evidence: Evidence = new Map([
  [
    1,
    {
      documentId: 'doc_1',
      title: 'Pools',
      url: null,
      passages: ['A pool opens 5,000 connections unless told otherwise. Calls get 42 % faster.'],
    },
  ],
  [
    2,
    {
      documentId: 'doc_2',
      title: 'Prices',
      url: null,
      passages: ['Acme was founded in 1911. It closed in 1987. The licence costs $99 per year.'],
    },
  ],
  [
    3,
    { documentId: 'doc_3', title: 'Timeouts', url: null, passages: ['Its clientTtl defaults to 88 seconds. In 2019 it took 3 minutes.'] },
  ],
]);

async function faultsIn(markdown: string, faq: { question: string; answer: string }[] = []) {
  const { sentences } = await ground({ markdown, faq, evidence, language: 'en' });
  const { claims } = await checkSupport(sentences, evidence, 'en');
  const faults = claims.filter(({ verdict }) => verdict !== 'supported');
  return {
    claims: claims.length,
    faults: faults.map(({ sentence, citations }) => `${citations.length > 0 ? 'facts' : 'uncited'}: ${sentence}`),
  };
}

const table = (...rows: string[]) => ['| what | default | change |', '|---|---|---|', ...rows].join('\n');

describe('the cells of a table', () => {
  test('are checked against their citations, or else against those of their row', async () => {
    const wrong = table('| connections | 6,000 by default [1] | 43 % faster |', '| clientTtl | 89 seconds [3] | 12 million dollars |');
    expect(await faultsIn(wrong)).toEqual({
      claims: 4,
      faults: ['facts: 6,000 by default', 'facts: 43 % faster', 'facts: 89 seconds', 'facts: 12 million dollars'],
    });
    const right = table('| connections | 5,000 by default [1] | 42 % faster |', '| clientTtl | 88 seconds [3] | 3 minutes |');
    expect(await faultsIn(right)).toEqual({ claims: 4, faults: [] });
  });

  test('take the citations of their own row, not of the next', async () => {
    const rows = ['| connections | 5,000 [1] | 42 % |', '| clientTtl | 88 seconds [3] | 42 % |'];
    expect((await faultsIn(table(...rows))).faults).toEqual(['facts: 42 %']);
  });

  test('are read with their headings', async () => {
    expect(await faultsIn(table('| licence costs | $99 | |'))).toEqual({ claims: 1, faults: ['uncited: $99'] });
    const [fault] = (await checkIn(table('| licence costs | $99 | |'))).claims;
    expect(fault).toMatchObject({ supportedBy: 2 });
    const [vague] = (await checkIn(table('| clientTtl | roughly 88 seconds | |'))).claims;
    expect(vague).toMatchObject({ verdict: 'unsupported', gate: false, supportedBy: 3 });
    expect((await checkIn(table('| licence costs | $98 | |'))).claims[0]).toMatchObject({ supportedBy: null });
  });

  test('may have years as headings if any source of the table has them', async () => {
    const dated = (year: number) => `| what | ${year} |\n|---|---|\n| licence | $99 [2] |\n| time | 3 minutes [3] |`;
    expect(await faultsIn(dated(2019))).toEqual({ claims: 3, faults: [] });
    expect((await faultsIn(dated(2018))).faults).toEqual(['facts: 2018']);
  });

  test('may number their rows', async () => {
    const ranked = (...places: number[]) => ['| # | price |', '|---|---|', ...places.map((place) => `| ${place} | $99 [2] |`)].join('\n');
    expect(await faultsIn(ranked(1, 2, 3))).toEqual({ claims: 3, faults: [] });
  });

  test('claim nothing with code', async () => {
    expect(await faultsIn(table('| connections | `6000` [1] | `30s` |'))).toEqual({ claims: 0, faults: [] });
  });
});

async function checkIn(markdown: string) {
  const { sentences } = await ground({ markdown, evidence, language: 'en' });
  return checkSupport(sentences, evidence, 'en');
}

describe('items, short sentences and answers', () => {
  test('are flagged if their source does not give the figure', async () => {
    expect(await faultsIn('- Saves 93 % [1]\n- Sold since 1986 [2]')).toEqual({
      claims: 2,
      faults: ['facts: Saves 93 %', 'facts: Sold since 1986'],
    });
    expect((await faultsIn('Founded in 1987. [2]')).faults).toEqual(['facts: Founded in 1987.']);
    expect((await faultsIn('It costs $98. [2]')).faults).toEqual(['facts: It costs $98.']);
  });

  test('are flagged if they cite nothing', async () => {
    expect((await faultsIn('It costs $98. Founded in 1986.')).faults).toEqual(['uncited: It costs $98.', 'uncited: Founded in 1986.']);
    expect((await faultsIn('', [{ question: 'What does a licence cost?', answer: '$98.' }])).faults).toEqual(['uncited: $98.']);
  });

  test('are supported if the source gives the figure, in whatever words', async () => {
    expect(await faultsIn('- Saves 42 % [1]\n- Closed in 1987 [2]\n- Price: 99 dollars [2]')).toEqual({ claims: 3, faults: [] });
    expect(await faultsIn('Founded in 1911. [2]')).toEqual({ claims: 1, faults: [] });
    expect(await faultsIn('', [{ question: 'What does the licence cost?', answer: '$99.' }])).toEqual({ claims: 1, faults: [] });
  });

  test('that only number or count claim nothing', async () => {
    expect(await faultsIn('Step 3 [1]\n\n- 3 reasons [1]\n- See Figure 2. [1]\n- Section 2 [2]')).toEqual({ claims: 0, faults: [] });
  });
});

test('what the cited passage denies stays contradicted, whatever another has in the same words', async () => {
  const passages = [
    'The command saves your local modifications away and reverts the working directory.',
    'push [-p|--patch] [-S|--staged] [-k|--[no-]keep-index] [-a|--all] [-q|--quiet]: Save your local modifications to a new stash entry and roll them back to HEAD (in the working tree and in the index).',
  ];
  const given = new Map(
    passages.map((passage, index) => [index + 1, { documentId: `doc_${index}`, title: 'Stash', url: null, passages: [passage] }]),
  );
  const { sentences } = await ground({ markdown: 'It never saves your local modifications. [1]', evidence: given, language: 'en' });
  const { claims } = await checkSupport(sentences, given, 'en');
  expect(claims).toMatchObject([{ verdict: 'contradicted', gate: true, supportedBy: 2 }]);
});
