import { describe, expect, test } from 'vitest';
import { checkCatalogue } from '../../../src/writing/score/catalogue.ts';
import { checkArticle } from '../../../src/writing/score/check.ts';
import { askJudge, type Judge } from '../../../src/writing/claims/judge.ts';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { scoringFormula } from '../../../src/writing/score/formula.ts';
import type { CheckInput } from '../../../src/writing/score/shapes.ts';
import { compose } from '../../../src/writing/compose/compose.ts';
import { articleJsonLd } from '../../../src/writing/score/article-json-ld.ts';
import { manualPassages, request, retrieve } from '../compose/support.ts';

const hosts = ['Arno', 'Brenta', 'Cedra', 'Dora', 'Enza', 'Fersina', 'Genna', 'Hafen'];
const facts = hosts.flatMap((host, index) => [
  `The host ${host} keeps ${index + 12} sockets open for later requests.`,
  `A timeout of ${index + 3} seconds closes idle sockets of ${host}.`,
  `Engineers measured ${index * 7 + 31} requests per second on ${host} in ${2001 + index}.`,
  `Its pool is shared by all threads of ${host} and needs no lock.`,
  `Memory use on ${host} stays below ${index * 5 + 40} MB during the whole day.`,
]);
const evidence: Evidence = new Map(
  hosts.map((host, index) => [
    index + 10,
    {
      documentId: `doc_${host}`,
      title: `Notes on ${host}`,
      url: `https://docs.example/${host}`,
      passages: [facts.slice(index * 5, index * 5 + 5).join(' ')],
    },
  ]),
);
const paragraphs = hosts.map((_, index) =>
  facts
    .slice(index * 5, index * 5 + 5)
    .map((fact) => `${fact} [${index + 10}]`)
    .join(' '),
);
const opening = 'In this guide we look at connection pooling.';
const markdown = [opening, '## Why Connection Pooling', ...paragraphs.slice(0, 4), '## How It Works', ...paragraphs.slice(4)].join('\n\n');
const defaults = {
  title: 'Connection Pooling: A Guide',
  metaTitle: 'Connection Pooling: A Guide',
  metaDescription: 'Connection pooling keeps sockets open for later use, which saves the handshake of every call.',
  slug: 'connection-pooling',
  keyword: 'connection pooling',
  language: 'en',
  targetWordCount: 450,
};

const raised = new Set<string>();
type Case = Partial<Omit<CheckInput, 'grounded' | 'support'>> & { markdown?: string; faq?: { question: string; answer: string }[] };
async function check({ markdown: written = markdown, faq, ...more }: Case = {}, judge?: Judge) {
  const input = { ...defaults, evidence, ...more };
  const draft = { markdown: written, faq, evidence: input.evidence, language: input.language };
  const { grounded, support } = await checkClaims(draft, input.verbatim);
  const verdict = await checkArticle({ ...input, grounded, support: await askJudge(support, judge) });
  for (const { code } of verdict.flags) raised.add(code);
  return verdict;
}
const codesOf = async (more: Case, judge?: Judge) => (await check(more, judge)).flags.map(({ code }) => code);
const detailOf = async (code: string, more: Case) => (await check(more)).flags.find((flag) => flag.code === code)?.detail ?? 'no such flag';
const partOf = async (name: string, more: Case) => (await check(more)).breakdown.find((part) => part.name === name)!;
const withClaim = (claim: string) => markdown.replace('## How It Works', `${claim}\n\n## How It Works`);

describe('checkArticle', () => {
  test('gives a good article most of the points and no flag', async () => {
    const { score, flags, unsupported, wordCount } = await check();
    expect(flags).toEqual([]);
    expect(unsupported).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(90);
    expect(wordCount).toBeGreaterThan(400);
  });

  test('follows the published formula, whose parts make 100', async () => {
    expect(scoringFormula.reduce((sum, { max }) => sum + max, 0)).toBe(100);
    const { breakdown } = await check({ terms: [{ term: 'sockets', min: 1, max: 99 }], internalLinks: [{ url: '/a' }] });
    expect(breakdown.map(({ name, max }) => ({ name, max }))).toEqual(scoringFormula.map(({ name, max }) => ({ name, max })));
    for (const { points, max } of breakdown) expect(points).toBeLessThanOrEqual(max);
  });

  test('gives the same result twice', async () => {
    expect(await check()).toEqual(await check());
  });

  test('scores an empty article without failing', async () => {
    const { score, flags } = await check({ markdown: '', title: '', metaTitle: '', metaDescription: '', slug: '', keyword: '' });
    expect(score).toBe(0);
    expect(flags.map(({ code }) => code)).toEqual(['too_thin', 'meta_length']);
  });

  test('takes the gates from the catalogue', async () => {
    const { flags } = await check({ markdown: `${withClaim('Napoleon owned 9 pools. [99]')} [x](javascript:y)` });
    for (const { code, gate } of flags) expect(checkCatalogue.find((entry) => entry.code === code)).toMatchObject({ gate });
    expect(new Set(checkCatalogue.map(({ code }) => code)).size).toBe(checkCatalogue.length);
  });
});

describe('claims', () => {
  test('are flagged with the sentence, the section and what is missing', async () => {
    const detail = await detailOf('unsupported_claims', {
      markdown: withClaim('The host Arno keeps 99 sockets open for later requests. [10]'),
    });
    expect(detail).toBe(
      'Why Connection Pooling: “The host Arno keeps 99 sockets open for later requests.” [10] does not give “99” for this.',
    );
  });

  test('that cite the wrong source are flagged with the right one', async () => {
    const detail = await detailOf('unsupported_claims', {
      markdown: withClaim('The host Brenta keeps 13 sockets open for later requests. [10]'),
    });
    expect(detail).toContain('[11] supports it: cite that instead.');
  });

  test('that deny what the source affirms are flagged', async () => {
    expect(
      await detailOf('unsupported_claims', { markdown: withClaim('A timeout of 3 seconds does not close idle sockets of Arno. [10]') }),
    ).toContain('says the opposite');
  });

  test('without a citation are flagged with a source that supports them, or that there is none', async () => {
    expect(
      await detailOf('uncited_claims', { markdown: withClaim('The host Brenta keeps 13 sockets open for later requests.') }),
    ).toContain('cite [11]');
    expect(await detailOf('unsupported_claims', { markdown: withClaim('Sockets were invented by Napoleon in 1804.') })).toContain(
      'no source given supports it',
    );
  });

  test('that differ too much from their source only get advice, while they are few', async () => {
    const loose = 'Reusing transport channels spares the costly opening ceremony between distant machines. [10]';
    const { flags, breakdown } = await check({ markdown: withClaim(loose) });
    expect(flags).toEqual([{ code: 'weakly_supported', gate: false, detail: expect.stringContaining('keep closer to the source') }]);
    expect(breakdown.find(({ name }) => name === 'support')!.points).toBeLessThan(25);
    const many = Array.from({ length: 20 }, (_, index) =>
      loose.replace('machines', `machines of kind ${'abcdefghijklmnopqrst'[index]}`),
    ).join('\n\n');
    expect(await codesOf({ markdown: withClaim(many) })).toContain('unsupported_claims');
  });

  test('may be cleared by a judge for their words, never for their numbers', async () => {
    const asked: string[] = [];
    const judge = (claims: readonly { sentence: string }[]) => {
      asked.push(...claims.map(({ sentence }) => sentence));
      return Promise.resolve(claims.map(() => true));
    };
    const loose = 'Reusing transport channels spares the costly opening ceremony between distant machines.';
    const wrong = 'The host Arno keeps 99 sockets open for later requests.';
    expect(await codesOf({ markdown: withClaim(`${loose} [10]\n\n${wrong} [10]`) }, judge)).toEqual(['unsupported_claims']);
    expect(asked).toEqual([loose]);
  });

  test('keep their flag if the judge gives a wrong number of answers', async () => {
    const judge = () => Promise.resolve([true, true, true]);
    expect(
      await codesOf(
        { markdown: withClaim('Reusing transport channels spares the opening ceremony between distant machines. [10]') },
        judge,
      ),
    ).toEqual(['weakly_supported']);
  });

  test('of answers are checked too', async () => {
    const faq = [{ question: 'How many?', answer: 'The host Arno keeps 99 sockets open for later requests [10].' }];
    expect(await detailOf('unsupported_claims', { faq })).toContain('FAQ:');
    expect(
      await codesOf({ faq: [{ question: 'How many?', answer: 'The host Brenta keeps 13 sockets open for later requests.' }] }),
    ).toEqual([]);
  });

  test('on a source in another language are compared by their numbers only', async () => {
    const german = `Der Rechner hält 64 Verbindungen offen, damit spätere Anfragen nicht warten müssen. Die Ingenieure haben das im Jahr 2019 gemessen und die Ergebnisse in einem Bericht veröffentlicht, der auch die Kosten des Betriebs nennt.`;
    const both: Evidence = new Map([...evidence, [50, { documentId: 'doc_de', title: 'Bericht', url: null, passages: [german] }]]);
    expect(await codesOf({ evidence: both, markdown: withClaim('Engineers found 64 connections kept open in 2019. [50]') })).toEqual([
      'unchecked_claims',
    ]);
    expect(await codesOf({ evidence: both, markdown: withClaim('Engineers found 65 connections kept open in 2019. [50]') })).toEqual([
      'unsupported_claims',
    ]);
  });

  test('are all supported in an article of quotations, even if they are checked', async () => {
    const all = await manualPassages();
    const result = compose(request('connection pooling', { targetWordCount: 1500 }), retrieve(all, 'connection pooling'));
    if (!result.ok) throw new Error(result.reason);
    const { composition } = result;
    const byNumber: Evidence = new Map(
      composition.sources.map(({ number, documentId, title, url, sentences }) => {
        const ids = new Set(sentences.map(({ passageId }) => passageId));
        return [number, { documentId, title, url, passages: all.filter(({ id }) => ids.has(id)).map(({ text }) => text) }];
      }),
    );
    const { grounded, support } = await checkClaims({ ...composition, evidence: byNumber });
    expect(grounded.markdown).toBe(composition.markdown);
    const { unsupported, flags } = await checkArticle({
      ...composition,
      keyword: 'connection pooling',
      targetWordCount: 1500,
      grounded,
      support,
      evidence: byNumber,
    });
    expect(unsupported).toEqual([]);
    expect(flags.filter(({ gate }) => gate)).toEqual([]);
  });
});

describe('flags', () => {
  test.each<[string, Case, string]>([
    ['invented_citations', { markdown: withClaim('We end here. [99]') }, '[99] in “We end here.”'],
    ['too_thin', { targetWordCount: 2000 }, 'at least 1000'],
    ['length_off', { targetWordCount: 300 }, 'the target is 300'],
    ['keyword_stuffing', { markdown: 'Connection pooling is connection pooling. [10] '.repeat(12) }, 'say it at most'],
    ['language_mismatch', { language: 'de' }, '“en”'],
    ['invalid_json_ld', { jsonLd: { '@type': 'Article' } }, '“headline” is missing'],
    ['unsafe_link', { markdown: withClaim('[Click](javascript:alert(1)) here.') }, 'javascript:alert(1)'],
    ['unknown_link', { markdown: withClaim('[Click](https://elsewhere.example/x) here.') }, 'https://elsewhere.example/x'],
    ['outline_unmet', { unmetOutline: ['Growing coffee on Mars'] }, 'Growing coffee on Mars'],
    ['repetition', { markdown: withClaim(`${facts[0]} [10]`) }, facts[0]!],
    ['keyword_missing', { title: 'Sockets' }, 'into: title.'],
    ['terms_off', { terms: [{ term: 'handshake', min: 2, max: 5 }] }, '“handshake” is said 0 times, 2–5'],
    ['heading_structure', { markdown: markdown.replace('## How', '#### How') }, 'make it ###'],
    ['long_sentences', { markdown: withClaim(`We say ${'so and '.repeat(25)}so?`) }, 'We say so'],
    ['long_paragraphs', { markdown: withClaim('Do we say so? '.repeat(50)) }, 'Over 150 words'],
    ['meta_length', { metaTitle: 'Short' }, 'has 5 characters'],
    ['few_links', { internalLinks: [{ url: '/proxies' }] }, '/proxies'],
    ['unknown_internal_link', { internalLinks: [{ url: '/a' }], markdown: withClaim('See [this](/made-up) and [that](/a).') }, '/made-up'],
    ['empty_anchor', { markdown: withClaim('See [](https://docs.example/x).') }, 'https://docs.example/x'],
    ['missing_alt', { markdown: withClaim('![](/a.png)') }, '/a.png'],
    ['raw_html', { markdown: withClaim('See <b>this</b>, not `<i>`.') }, '“<b>”'],
  ])('%s says what to mend', async (code, more, detail) => {
    expect(await detailOf(code, more)).toContain(detail);
  });

  test.each([
    [1.5, true],
    [1.3, false],
    [0.9, false],
    [0.85, true],
  ])('length_off with a target of %d times the length: %s', async (share, isOff) => {
    const { wordCount } = await check();
    const codes = await codesOf({ targetWordCount: Math.round(share * wordCount) });
    expect(codes.includes('length_off')).toBe(isOff);
  });

  test('name articles of the project that are the same, or compete', async () => {
    const { sketch } = await check();
    const others = [{ id: 'art_1', title: 'Connection Pooling: A Guide', keyword: 'pooling connections', language: 'en', sketch }];
    const { flags } = await check({ others });
    expect(flags.map(({ code, gate }) => [code, gate])).toEqual([
      ['duplicate', true],
      ['cannibalises', true],
    ]);
    for (const { detail } of flags) expect(detail).toContain('art_1');
  });
});

describe('the score', () => {
  test('deducts keyword points if the keyword is missing', async () => {
    expect((await partOf('keyword', { title: 'Sockets', slug: 'sockets' })).points).toBe(11);
    expect((await partOf('keyword', { keyword: 'espresso' })).points).toBe(0);
  });

  test('gives at most half of the points to less than half of an article', async () => {
    expect((await check({ targetWordCount: 1500 })).score).toBe(50);
  });

  test('counts quotations as supported', async () => {
    expect(await partOf('support', { verbatim: true, evidence: new Map() })).toMatchObject({ points: 25, max: 25 });
    expect((await partOf('support', { evidence: new Map() })).points).toBe(0);
  });

  test('counts terms and links only if they were asked for', async () => {
    expect(await partOf('terms', {})).toMatchObject({ max: 0 });
    expect(await partOf('terms', { terms: [{ term: 'socket', min: 1, max: 2 }] })).toMatchObject({ points: 2, max: 4 });
    expect(await partOf('links', { internalLinks: [{ url: '/a' }], markdown: withClaim('See [that](/a).') })).toMatchObject({
      points: 3,
      max: 3,
    });
  });

  test('passes valid markup', async () => {
    const jsonLd = articleJsonLd({
      ...defaults,
      articleType: 'guide',
      description: 'x',
      datePublished: '2026-05-03',
      dateModified: '2026-05-03',
      wordCount: 1,
      faq: [],
      citations: [],
    });
    expect(await codesOf({ jsonLd })).toEqual([]);
  });
});

test('every flag of the catalogue was raised by a test above', () => {
  expect([...raised].toSorted()).toEqual(checkCatalogue.map(({ code }) => code).toSorted());
});
