import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compose, judgeSources, type ComposeResult, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { tidy } from '../../../src/language/tokens.ts';
import { bodyOf, request } from './support.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar', 'ja', 'und', '', 'xx', '__proto__', 'constructor'];

function passagesWith(texts: readonly string[], more: Partial<SourcePassage> = {}): SourcePassage[] {
  return texts.map((text, index) => ({
    id: `p${index}`,
    documentId: `d${index % 5}`,
    documentTitle: 'Pools',
    url: null,
    heading: null,
    kind: 'prose',
    text,
    position: Math.floor(index / 5),
    score: 1,
    language: 'en',
    ...more,
  }));
}

/** Every quotation stands in its passage, and the article holds nothing but quotations. */
function expectTrue(result: ComposeResult, sources: readonly SourcePassage[]): void {
  if (!result.ok) {
    expect(result.reason).not.toBe('');
    expect(result.usablePassages < result.neededPassages || result.usableWords < result.neededWords).toBe(true);
    return;
  }
  const texts = new Map(sources.map(({ id, text }) => [id, tidy(text)]));
  const quoted = result.composition.sources.flatMap(({ sentences }) => sentences);
  expect(quoted.length).toBeGreaterThan(0);
  for (const { text, passageId } of quoted) expect(texts.get(passageId)).toContain(text);
  const left = quoted
    .map(({ text }) => text)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, text) => rest.replaceAll(text, ''), bodyOf(result.composition).join(' '));
  expect(left).not.toMatch(/[\p{L}\p{N}]/u);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(...'ab .,:;!?"„“”«»’()[]{}\n\t-*_#`<>\\|1٣日本あ。？شלם🎉\u200D\uFE0F\u0301\u202E\uD800'),
    maxLength: 300,
  }),
  fc.constantFrom('', ' ', '\n\n', 'a', 'the of and', '🎉🎉🎉', 'Pool.', '- \n- \n1. ', '"'.repeat(99)),
  fc.string({
    unit: fc.constantFrom('The pool opens a connection to the host. ', 'Le bassin est ouvert. ', '3. Mai ', 'e.g. ', 'It '),
    maxLength: 20,
  }),
);
const sentence = fc
  .tuple(
    fc.constantFrom('The pool', 'A pool', 'Die Halle', 'Le bassin', 'Every host', 'It'),
    fc.nat(99),
    fc.constantFrom('opens', 'öffnet', 'ouvre'),
    fc.nat(99),
  )
  .map(([subject, one, verb, other]) => `${subject} of street ${one} ${verb} a connection to the host of house ${other}.`);
const mixed = fc
  .array(fc.oneof({ weight: 5, arbitrary: sentence }, anyText), { maxLength: 14, size: 'max' })
  .map((parts) => parts.join(' '));
const anySource = fc.record({
  text: fc.oneof({ weight: 4, arbitrary: mixed }, anyText),
  documentId: fc.constantFrom('a', 'b', '__proto__', ''),
  documentTitle: anyText,
  heading: fc.option(anyText),
  url: fc.option(anyText),
  position: fc.nat(9),
  score: fc.double(),
  language: fc.oneof({ weight: 9, arbitrary: fc.constant('en') }, fc.constantFrom(...languages)),
});
const anyRequest = fc.record({
  keyword: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('pool', 'pool host', 'street connection', 'host 12') },
    anyText,
    fc.constant('pool '.repeat(100)),
    fc.constant('𝓹'.repeat(250)),
  ),
  title: fc.option(anyText, { nil: undefined }),
  language: fc.option(fc.constantFrom(...languages), { nil: null, freq: 1 }),
  outline: fc.option(fc.array(anyText, { maxLength: 3 }), { nil: undefined, freq: 1 }),
  targetWordCount: fc.constantFrom(0, 1, 50, 300, 5000),
});

test('whatever the input, the composer answers, the same every time, and quotes correctly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySource, { maxLength: 12, size: 'max' }), anyRequest, async (sources, wish) => {
      const passages = sources.map((source, index): SourcePassage => ({ ...source, kind: 'prose', id: `p${index}` }));
      const result = compose(request('', wish), passages);
      expectTrue(result, passages);
      expect(compose(request('', wish), passages.toReversed())).toEqual(result);
    }),
    { numRuns: 50 },
  );
});

test('scores that are no numbers leave the order of the sources without effect', () => {
  const passages = (
    [
      ['The pool opens a connection to the host.', null, 0, 0.5],
      ['The pool opens a connection to the host.', 'The pool opens', 0, NaN],
      ['It keeps the pool of the host open.', null, 1, 0.5],
      ['3. Mai e.g. ', null, 1, 1],
      ['- \n- \n1. ', null, 0, NaN],
    ] as const
  ).map(([text, heading, position, score], index) => ({
    ...passagesWith([text], { heading, position, score })[0]!,
    id: `p${index}`,
  }));
  const asked = request('pool', { targetWordCount: 300 });
  expect(compose(asked, passages.toReversed())).toEqual(compose(asked, passages));
});

describe('sources that hold nothing', () => {
  test.each([
    ['one word each', ['Pool.', 'Pools', 'pool', 'Pooling!']],
    ['nothing', ['', ' ', '\n', '\u200B']],
    ['only stopwords', ['the of and to in', 'It is what it is.', 'And so on and so forth.']],
    ['only emoji', ['🎉🎉🎉', '👩‍👩‍👧 🎈', '❤️']],
    ['the wrong encoding', ['Ã¼ber Ã¶ Ã¤ ÃŸ', '\uFFFD\uFFFD\uFFFD pool \uFFFD', '\u0000pool\u0001\u0002']],
  ])('are refused: %s', async (_, texts) => {
    expect(compose(request('pool'), passagesWith(texts))).toMatchObject({ ok: false, neededPassages: 3 });
  });

  test.each(['', '   ', 'the of and', '🎉🎉', '"*^:-()', '\u0000', '\uD800'])('are not made of the keyword %j', async (keyword) => {
    const texts = Array.from({ length: 9 }, (_, index) => `The pool number ${index} opens a connection to the host of street ${index}.`);
    expectTrue(compose(request(keyword, { targetWordCount: 100 }), passagesWith(texts)), passagesWith(texts));
  });
});

describe('a keyword of 500 characters', () => {
  const texts = Array.from(
    { length: 30 },
    (_, index) =>
      `Connection pool ${index} keeps ${index + 2} sockets open for the service of region ${index}. The operators of region ${index} measure the pool every ${index + 3} minutes. A pool with ${index} sockets answers within ${index * 7} milliseconds.`,
  );

  test('is accepted, and title, description and slug keep their maximum lengths', async () => {
    const passages = passagesWith(texts);
    const result = compose(request('connection pool '.repeat(32).slice(0, 500), { targetWordCount: 300 }), passages);
    expectTrue(result, passages);
    if (!result.ok) throw new Error(result.reason);
    expect(result.composition.metaTitle.length).toBeLessThanOrEqual(60);
    expect(result.composition.metaDescription.length).toBeLessThanOrEqual(160);
    expect(result.composition.slug.length).toBeLessThanOrEqual(80);
  });

  test('is accepted even as a single word', async () => {
    expectTrue(compose(request('p'.repeat(500)), passagesWith(texts)), passagesWith(texts));
  });
});

test('a sentence that occurs thousands of times is quoted once', async () => {
  const line = 'The pool opens ten connections to the host of the service.';
  const passages = passagesWith([
    Array.from({ length: 4000 }, () => line).join(' '),
    ...Array.from({ length: 300 }, () => line),
    ...Array.from(
      { length: 40 },
      (_, index) => `Pool number ${index} was opened in the year ${1900 + index} by the owner of house ${index}.`,
    ),
  ]);
  const result = compose(request('pool', { targetWordCount: 300 }), passages);
  expectTrue(result, passages);
  const quoted = result.ok ? result.composition.sources.flatMap(({ sentences }) => sentences).filter(({ text }) => text === line) : [];
  expect(quoted.length).toBeLessThanOrEqual(1);
});

/** CPU milliseconds of the fastest of three runs: other work on the machine makes a run slower, never faster. */
async function costOf(passages: readonly SourcePassage[]): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 3; run++) {
    const began = process.cpuUsage();
    judgeSources(request('pool'), passages);
    compose(request('pool'), passages);
    const { user, system } = process.cpuUsage(began);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}

describe('time grows with the length of', () => {
  const size = 60_000;
  test.each([
    ['a sentence without end', 'the pool opens sockets and '],
    ['abbreviations', 'No. e.g. U.S. Dr. '],
    ['opening brackets', '(([[{{"„«'],
    ['commas', 'pool, '],
    ['colons', 'pool: '],
    ['stops', '. '],
    ['capitals', 'Pool Host '],
    ['reference marks', 'pool [1] [needs update] '],
    ['hyphens', 'a-'],
    ['line breaks', 'pool\n'],
    ['items', '\n- pool'],
    ['quotation marks', '„Pool“ "pool" '],
    ['one sentence again and again', 'The pool opens ten connections to the host. '],
    ['spaces', '       '],
  ])('%s', async (_, part) => {
    const passages = (length: number) =>
      passagesWith([part.repeat(Math.ceil(length / part.length)), 'The pool is open.', 'The pool is shut.']);
    const [short, long] = [await costOf(passages(size / 8)), await costOf(passages(size))];
    // Eight times the text: a quadratic run would take sixty-four times as long.
    expect(long).toBeLessThan(Math.max(250, 30 * short));
  });

  test('a passage of a megabyte', async () => {
    const passages = passagesWith([`The pool ${'opens a socket and '.repeat(55_000)} ends.`]);
    expect(compose(request('pool'), passages)).toMatchObject({ ok: false });
  });
});
