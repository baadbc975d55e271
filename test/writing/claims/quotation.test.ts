import { expect, test } from 'vitest';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { settleByQuotation, type Quotation } from '../../../src/writing/claims/quotation.ts';
import { toldClaims } from '../../../src/writing/claims/told.ts';

const passage =
  'A pool keeps its connections open, so that “callers” need not wait for  a handshake. It was unsupported by older servers. In 2019 it held 12 sockets.';
const evidence: Evidence = new Map([[1, { documentId: 'doc_1', title: 'Pools', url: null, passages: [passage] }]]);

async function settle(
  sentence: string,
  quotation: Partial<Quotation>,
  kept: { sentence: string; documentId: string; quote: string }[] = [],
) {
  const draft = { markdown: `${sentence} [1].`, evidence, language: 'en' };
  const { grounded, support } = await checkClaims(draft);
  const sentences = grounded.sentences.map(({ text }) => text);
  const brought = kept.length > 0 ? [] : [{ sentence: `${sentence}.`, passage: 1, quote: '', ...quotation }];
  const done = settleByQuotation({ claims: support.claims, sentences, evidence, language: 'en' }, { kept, brought });
  return { before: support.claims[0]!, after: done.claims[0]!, quotes: done.quotes, codes: done.refused.map(({ code }) => code) };
}

const free = 'Holding lines ready spares everybody the ceremony of greeting';
const words = 'keeps its connections open, so that "callers" need not wait for a handshake';

test('a quotation that stands in its passage settles a claim in other words, whatever its spaces and quotation marks', async () => {
  const { before, after, quotes, codes } = await settle(free, { quote: words });
  expect(before.verdict).toBe('unsupported');
  expect(after).toMatchObject({ verdict: 'supported', gate: false, judgedBy: 'quotation', reason: 'Supported by quotation of [1].' });
  expect({ quotes, codes }).toEqual({ quotes: [{ sentence: `${free}.`, documentId: 'doc_1', quote: words }], codes: [] });
});

test('a claim may be named by its id, or with its citations', async () => {
  const { before } = await settle(free, { quote: words });
  const id = toldClaims([before])[0]!.id;
  for (const sentence of [id, `${free} [1].`]) expect((await settle(free, { sentence, quote: words })).after.verdict).toBe('supported');
});

test.each<[string, Partial<Quotation>, string]>([
  ['words that do not stand there', { quote: 'keeps its connections closed, so that callers wait' }, 'not_in_passage'],
  ['part of a word', { quote: 'supported by older servers' }, 'not_in_passage'],
  ['a passage that there is not', { passage: 9, quote: words }, 'unknown_passage'],
  ['too few words', { quote: 'A pool keeps' }, 'too_short'],
  ['a sentence that the draft has not', { sentence: 'Nobody says this.', quote: words }, 'unknown_sentence'],
])('it settles nothing with %s', async (_, quotation, code) => {
  const { before, after, quotes, codes } = await settle(free, quotation);
  expect(codes).toEqual([code]);
  expect(after).toEqual(before);
  expect(quotes).toEqual([]);
});

test('it settles no figure, date or name that the quote lacks', async () => {
  const wrong = 'Holding 4096 lines ready spares everybody the ceremony of greeting';
  const { after, codes } = await settle(wrong, { quote: words });
  expect(codes).toEqual(['fact_missing']);
  expect(after).toMatchObject({ verdict: 'unsupported', gate: true });
  const right = await settle('Back in 2019 one of them had 12 plugs', { quote: 'In 2019 it held 12 sockets' });
  expect(right.after.verdict).toBe('supported');
});

test('it settles no contradiction', async () => {
  const { before, after, codes } = await settle(
    'A pool does not keep its connections open, so that callers need not wait for a handshake',
    { quote: words },
  );
  expect(before.verdict).toBe('contradicted');
  expect(codes).toEqual(['contradicted']);
  expect(after).toEqual(before);
});

test('one that was found before holds although its passage is gone, but not for another sentence', async () => {
  const kept = [{ sentence: `${free}.`, documentId: 'doc_gone', quote: 'lines were held ready for everybody' }];
  expect((await settle(free, {}, kept)).after.verdict).toBe('supported');
  const { after, quotes } = await settle(`${free} today`, {}, kept);
  expect({ verdict: after.verdict, quotes }).toEqual({ verdict: 'unsupported', quotes: [] });
});
