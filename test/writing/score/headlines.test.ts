import { describe, expect, test } from 'vitest';
import { checkArticle } from '../../../src/writing/score/check.ts';
import { checkClaims } from '../../../src/writing/claims/support.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import type { CheckInput } from '../../../src/writing/score/shapes.ts';

const passages: Record<string, string> = {
  en: 'A connection pool keeps up to 5,000 sockets open by default. The clientTtl closes idle sockets after 88 seconds. In 2019 engineers at Northwind measured that latency fell by 42 %. The licence costs $99 per year.',
  de: 'Eine Wärmepumpe spart 42 % der Heizkosten. Northwind verkauft sie seit 2019 für 3,5 Millionen Euro.',
  fr: 'Une pompe à chaleur économise 42 % du chauffage. Northwind la vend depuis 2019 pour 3,5 millions d’euros.',
  es: 'Una bomba de calor ahorra el 42 % de la calefacción. Northwind la vende desde 2019 por 3,5 millones de euros.',
};
const keywords: Record<string, string> = { en: 'connection pool', de: 'Wärmepumpe', fr: 'pompe à chaleur', es: 'bomba de calor' };
const fields = { title: 'Pools', metaTitle: 'Pools', metaDescription: '', slug: 'pools', targetWordCount: 100 };

async function claimFlags({
  language = 'en',
  heading = 'Pools',
  more = '',
  ...input
}: Partial<CheckInput> & { heading?: string; more?: string }) {
  const passage = passages[language]!;
  const evidence: Evidence = new Map([
    [1, { documentId: 'doc_1', title: 'Notes', url: null, passages: [passage] }],
    [2, { documentId: 'doc_2', title: 'Elsewhere', url: null, passages: ['Pumps were first sold in 1804 for 7 dollars.'] }],
  ]);
  const draft = { markdown: `## ${heading}\n\n${passage} [1]\n\n${more}`, evidence, language };
  const { grounded, support } = await checkClaims(draft, input.verbatim);
  const checked = { ...fields, keyword: keywords[language]!, language, grounded, support, evidence, ...input };
  const { flags, claims } = await checkArticle(checked);
  const faults = claims.filter(({ verdict }) => verdict !== 'supported');
  const detail = faults.map(({ section, sentence, reason }) => `${section}: “${sentence}” ${reason}`).join(' ');
  return flags.filter(({ code }) => /claim|support/.test(code)).map(({ code }) => ({ code, detail }));
}

describe('title, headings and meta title', () => {
  test.each([
    ['en', '93 % of Germans Use a Connection Pool Made by IBM in 1987', '“93 %”, “1987”'],
    ['en', 'Bought for 12 Million Dollars', '“12 Million Dollars”'],
    ['en', 'Why It Costs $199', '“$199”'],
    ['en', 'The Pool That Saves 43 per Cent', '“43 per Cent”'],
    ['en', 'Closed After 90 Seconds', '“90 Seconds”'],
    ['en', 'Requests Are 10x Faster', '“10x”'],
    ['en', 'Trusted by 20,000 Engineers', '“20,000”'],
    ['en', 'Why 1987 Changed Pools?', '“1987”'],
    // The evidence has this source, but the article does not cite it.
    ['en', 'Sold Since 1804', '“1804”'],
    ['de', 'Wärmepumpen sparen 93 Prozent', '“93 Prozent”'],
    ['de', 'Seit 1987 für 12 Millionen Euro', '“1987”, “12 Millionen Euro”'],
    ['fr', 'Une économie de 93 pour cent', '“93 pour cent”'],
    ['es', 'Se vende desde 1987', '“1987”'],
  ])('in %s, %j is flagged with its figures', async (language, text, figures) => {
    const reason = `“${text}” No source that the article cites gives ${figures}: take it out, or cite a source for it in the body.`;
    expect(await claimFlags({ language, title: text, metaTitle: text })).toEqual([
      { code: 'unsupported_claims', detail: `Title: ${reason}` },
    ]);
    expect(await claimFlags({ language, heading: text })).toEqual([{ code: 'unsupported_claims', detail: `Heading: ${reason}` }]);
    expect(await claimFlags({ language, metaTitle: text })).toEqual([{ code: 'unsupported_claims', detail: `Meta title: ${reason}` }]);
  });

  test.each([
    ['en', '7 Ways to Use a Connection Pool'],
    ['en', '101 Reasons for a Pool'],
    ['en', 'Ten Tips for Pools'],
    ['en', 'Step 3: Open Sockets'],
    ['en', '2. Open Sockets'],
    ['en', 'Figure 2 and Section 4'],
    ['en', 'Node 22.19.1, HTTP/2 and Python 3.12'],
    ['en', 'RFC 9110 and ISO 27001'],
    ['en', 'A 5-Minute Guide to Pools'],
    ['en', 'One Day in the Life of a Pool'],
    ['en', 'The 21st Century Pool'],
    ['en', 'Set `timeout: 30s` First'],
    ['en', 'FAQ and SEO'],
    ['en', 'Latency Falls by 42 per Cent Since 2019'],
    ['en', 'Closed After 88 s, for 99 Dollars'],
    ['en', 'Pools [3]'],
    ['de', '5 Gründe für eine Wärmepumpe'],
    ['de', 'Seit 2019 für 3,5 Mio. Euro'],
    ['fr', '3 conseils pour une économie de 42 pour cent'],
    ['es', 'Paso 3: 42 por ciento desde 2019'],
  ])('in %s, %j is not', async (language, text) => {
    expect(await claimFlags({ language, heading: text })).toEqual([]);
    if (!text.includes('`')) expect(await claimFlags({ language, title: text, metaTitle: text })).toEqual([]);
  });

  test('may use figures of the keyword and the year of publication', async () => {
    const title = 'Best Pools of 2026 for 365 Days';
    expect(await claimFlags({ title })).toHaveLength(1);
    expect(await claimFlags({ title, keyword: 'pools 365 days', years: [2026] })).toEqual([]);
  });

  test('may use figures of supported sentences of the body, but not of others', async () => {
    const codes = async (more: string, title: string) => (await claimFlags({ more, title })).map(({ code }) => code);
    expect(await codes('Pumps were first sold in 1804 for 7 dollars.', 'Sold Since 1804')).toEqual(['uncited_claims']);
    const flags = await claimFlags({ more: 'Pumps were first sold in 1805 for 7 dollars. [1]', title: 'Sold Since 1805' });
    expect(flags).toEqual([{ code: 'unsupported_claims', detail: expect.stringMatching(/^Title: .*gives “1805”.*Pools: “Pumps/) }]);
  });
});

describe('a meta description', () => {
  test.each([
    ['en', 'A connection pool keeps up to 6,000 sockets open by default.', '6,000'],
    ['en', 'Learn why 93 % of Germans use a connection pool.', '93 %'],
    ['en', 'Did you know that pools date from 1987?', '1987'],
    ['en', 'A connection pool does not close idle sockets after 88 seconds.', 'does not'],
    ['en', 'IBM measured that latency fell by 42 % in 2019.', 'IBM'],
    ['de', 'Eine Wärmepumpe spart 93 % der Heizkosten.', '93 %'],
    ['fr', 'Une pompe à chaleur économise 93 % du chauffage.', '93 %'],
    ['es', 'Una bomba de calor ahorra el 93 % de la calefacción.', '93 %'],
  ])('in %s, of %j is flagged', async (language, metaDescription, what) => {
    const flags = await claimFlags({ language, metaDescription });
    const code = ['does not', 'IBM'].includes(what) ? 'contradicted_claims' : 'unsupported_claims';
    expect(flags).toEqual([{ code, detail: expect.stringContaining(what) }]);
    expect(flags[0]!.detail).toMatch(/^Meta description: “/);
  });

  test.each([
    ['en', 'How a connection pool keeps sockets open, and which 5 settings matter. Latency fell by 42 % in 2019.'],
    ['en', 'This guide compares 7 vendors and shows what a connection pool costs.'],
    ['en', 'Idle sockets are closed after 88 seconds; the licence costs 99 dollars per year.'],
    ['en', 'A connection pool keeps up to 5,000…'],
    ['en', 'The licence costs $99 per…'],
    ['de', 'Eine Wärmepumpe spart 42 Prozent der Heizkosten. Jetzt 5 Tipps lesen.'],
    ['fr', 'Une pompe à chaleur économise 42 pour cent du chauffage.'],
    ['es', 'Una bomba de calor ahorra el 42 por ciento de la calefacción.'],
  ])('in %s, of %j is not', async (language, metaDescription) => {
    expect(await claimFlags({ language, metaDescription })).toEqual([]);
  });
});
