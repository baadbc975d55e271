import { describe, expect, test } from 'vitest';
import { checkCatalogue } from '../../../src/writing/score/catalogue.ts';
import { checkArticle } from '../../../src/writing/score/check.ts';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import type { CheckInput } from '../../../src/writing/score/shapes.ts';
import { compose } from '../../../src/writing/compose/compose.ts';
import { manualPassages, request, retrieve } from '../compose/support.ts';

const hosts = ['Arno', 'Brenta', 'Cedra', 'Dora', 'Enza', 'Fersina', 'Genna', 'Hafen'];
const facts = hosts.flatMap((host, index) => [
  `The host ${host} keeps ${index + 12} sockets open for later requests.`,
  `A timeout of ${index + 3} seconds closes idle sockets of ${host}.`,
  `Engineers measured ${index * 7 + 31} requests per second on ${host} in ${2001 + index}.`,
  `Its pool is shared by all threads of ${host} and needs no lock.`,
  `Memory use on ${host} stays below ${index * 5 + 40} MB during the whole day.`,
]);
/** The same in other words. */
const told = hosts.flatMap((host, index) => [
  `For later requests, ${index + 12} sockets are kept open by the host ${host}.`,
  `Idle sockets on ${host} are closed after a timeout of ${index + 3} seconds.`,
  `In ${2001 + index}, engineers at ${host} measured ${index * 7 + 31} requests per second.`,
  `All threads of ${host} share its pool, and no lock is needed.`,
  `During the whole day, memory use stays below ${index * 5 + 40} MB on ${host}.`,
]);
const evidence: Evidence = new Map(
  hosts.map((host, index) => [
    index + 10,
    {
      documentId: `doc_${host}`,
      title: `Notes on ${host}`,
      url: `https://docs.example/${host}`,
      passages: [told.slice(index * 5, index * 5 + 5).join(' ')],
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
async function check({ markdown: written = markdown, faq, ...more }: Case = {}) {
  const input = { ...defaults, evidence, ...more };
  const draft = { markdown: written, faq, evidence: input.evidence, language: input.language };
  const { grounded, support } = await checkClaims(draft, input.verbatim);
  const verdict = await checkArticle({ ...input, grounded, support });
  for (const { code } of verdict.flags) raised.add(code);
  return verdict;
}
const codesOf = async (more: Case) => (await check(more)).flags.map(({ code }) => code);
/** Of flags that count claims, what is judged of each of these. */
const detailOf = async (code: string, more: Case) => {
  const { flags, claims } = await check(more);
  const detail = flags.find((flag) => flag.code === code)?.detail ?? 'no such flag';
  const judged = claims.filter(({ verdict }) => verdict !== 'supported');
  return /^\d+ claims?: see claims/.test(detail)
    ? judged.map(({ section, sentence, reason }) => `${section}: “${sentence}” ${reason}`).join(' ')
    : detail;
};
const withClaim = (claim: string) => markdown.replace('## How It Works', `${claim}\n\n## How It Works`);

describe('checkArticle', () => {
  test('gives a good article most of the points and no flag', async () => {
    const { score, flags, claims, grounding, wordCount } = await check();
    expect(flags).toEqual([]);
    expect(claims.length).toBeGreaterThan(0);
    expect(grounding).toEqual({ supported: claims.length, contradicted: 0, unsupported: 0, unchecked: 0, grounding: 100 });
    expect(score).toBeGreaterThanOrEqual(90);
    expect(wordCount).toBeGreaterThan(400);
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
    const detail = await detailOf('contradicted_claims', {
      markdown: withClaim('The host Arno keeps 99 sockets open for later requests. [10]'),
    });
    expect(detail).toBe(
      'Why Connection Pooling: “The host Arno keeps 99 sockets open for later requests.” [10] says otherwise: “12”, not “99”.',
    );
  });

  test('that cite the wrong source are flagged with the right one, as advice', async () => {
    const detail = await detailOf('weakly_supported', {
      markdown: withClaim('The host Brenta keeps 13 sockets open for later requests. [10]'),
    });
    expect(detail).toContain('[11] supports it: cite that instead.');
  });

  test('that deny what the source affirms are flagged', async () => {
    expect(
      await detailOf('contradicted_claims', { markdown: withClaim('A timeout of 3 seconds does not close idle sockets of Arno. [10]') }),
    ).toContain('says otherwise: it does not say “not”');
  });

  test('without a citation are flagged with a source that supports them, or that there is none', async () => {
    expect(
      await detailOf('uncited_claims', { markdown: withClaim('The host Brenta keeps 13 sockets open for later requests.') }),
    ).toContain('cite [11]');
    expect(await detailOf('unsupported_claims', { markdown: withClaim('Sockets were invented by Napoleon in 1804.') })).toContain(
      'no source given has “1804”, “Napoleon”',
    );
  });

  test('that differ too much from their source only get advice, however many', async () => {
    const loose = 'Reusing transport channels spares the costly opening ceremony between distant machines. [10]';
    const { flags } = await check({ markdown: withClaim(loose) });
    expect(flags).toEqual([{ code: 'weakly_supported', gate: false, detail: '1 claim: see claims.' }]);
    expect(await detailOf('weakly_supported', { markdown: withClaim(loose) })).toContain('too few to tell');
    const many = Array.from({ length: 20 }, (_, index) =>
      loose.replace('machines', `machines of kind ${'abcdefghijklmnopqrst'[index]}`),
    ).join('\n\n');
    expect(await codesOf({ markdown: withClaim(many) })).not.toContain('unsupported_claims');
  });

  test('of answers are checked too', async () => {
    const faq = [{ question: 'How many?', answer: 'The host Arno keeps 99 sockets open for later requests [10].' }];
    expect(await detailOf('contradicted_claims', { faq })).toContain('FAQ:');
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

  test('of the headings of an article of quotations are its sources’', async () => {
    const headed = `${withClaim('The host Arno keeps 12 sockets open for later requests. [10]')}\n\n## The pools of 1968 with 640 sockets\n\nPools are kept.`;
    expect(await codesOf({ markdown: headed })).toContain('unsupported_claims');
    expect(await codesOf({ markdown: headed, verbatim: true })).not.toContain('unsupported_claims');
  });

  test('are all supported in an article of quotations, even if they are checked', async () => {
    const all = await manualPassages();
    const result = compose(request('connection pooling', { targetWordCount: 1500 }), retrieve(all, 'connection pooling'));
    if (!result.ok) throw new Error(result.reason);
    const { composition } = result;
    const byNumber: Evidence = new Map(
      composition.sources.map(({ number, documentId, title, url, sentences }) => {
        const ids = new Set(sentences.map(({ passageId }) => passageId));
        const own = all.filter(({ id }) => ids.has(id));
        return [
          number,
          { documentId, title, url, passages: own.map(({ text }) => text), headings: own.flatMap(({ heading }) => heading ?? []) },
        ];
      }),
    );
    const { grounded, support } = await checkClaims({ ...composition, evidence: byNumber });
    expect(grounded.markdown).toBe(composition.markdown);
    const { claims, flags } = await checkArticle({
      ...composition,
      keyword: 'connection pooling',
      targetWordCount: 1500,
      grounded,
      support,
      evidence: byNumber,
    });
    expect(claims.filter(({ verdict }) => verdict !== 'supported')).toEqual([]);
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
    ['unsafe_link', { markdown: withClaim('[Click](javascript:alert(1)) here.') }, 'javascript:alert(1)'],
    ['unknown_link', { markdown: withClaim('[Click](https://elsewhere.example/x) here.') }, 'https://elsewhere.example/x'],
    ['outline_unmet', { unmetOutline: ['Growing coffee on Mars'] }, 'Growing coffee on Mars'],
    ['off_subject', { keyword: 'espresso' }, '“Why Connection Pooling”'],
    ['out_of_order', { markdown: facts.map((_, at) => facts[(at * 17) % facts.length]).join(' ') }, 'The sentences stand as by chance'],
    ['copied', { markdown: told.join(' ') }, 'of the runs of four words are the sources’'],
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

test('every flag of the catalogue was raised by a test above', () => {
  expect([...raised].toSorted()).toEqual(checkCatalogue.map(({ code }) => code).toSorted());
});
