import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftShape } from '../../../src/writing/brief/draft-shape.ts';
import { freelyCopied } from '../../../src/writing/score/formula.ts';
import { fitBrief, handOut } from '../../../src/writing/brief/fit.ts';
import type { WritingBrief } from '../../../schema/drafts.ts';
import { brief, compost, passage, passagesFrom, request } from './support.ts';

const tokensOf = (value: unknown) => encode(JSON.stringify(value), { disallowedSpecial: new Set() }).length;

/** Sentences that differ, in scripts that take different numbers of tokens. */
const scripts: Record<string, (index: number) => string> = {
  en: (index) => `Compost heap number ${index} was turned ${index + 2} times before the leaves had rotted through.`,
  de: (index) => `Der Komposthaufen Nummer ${index} wurde ${index + 2} Mal umgesetzt, bevor das Laub verrottet war.`,
  pl: (index) => `Pryzma kompostowa numer ${index} została przerzucona ${index + 2} razy, zanim liście się rozłożyły.`,
  ru: (index) => `Компостную кучу номер ${index} перевернули ${index + 2} раза, прежде чем листья перегнили.`,
  ar: (index) => `قُلبت كومة السماد رقم ${index} عدة مرات بلغت ${index + 2} قبل أن تتحلل الأوراق تمامًا.`,
  hi: (index) => `खाद के ढेर संख्या ${index} को पत्तियाँ सड़ने से पहले ${index + 2} बार पलटा गया।`,
  th: (index) => `กองปุ๋ยหมักหมายเลข ${index} ถูกพลิก ${index + 2} ครั้งก่อนที่ใบไม้จะย่อยสลาย `,
  ja: (index) => `堆肥の山${index}号は、落ち葉が分解するまでに${index + 2}回切り返された。`,
  zh: (index) => `第${index}号堆肥在落叶完全腐烂之前被翻动了${index + 2}次。`,
  ko: (index) => `퇴비 더미 ${index}번은 낙엽이 썩기 전에 ${index + 2}번 뒤집혔습니다.`,
  emoji: (index) => `🍂🍁 ${index} 🪱🪱 compost heap 👩🏽‍🌾 ${index + 2}× 🔁 ✅✨🔥💧🌱🪴.`,
  code: (index) =>
    `\`heap.turn({ times: ${index + 2}, id: "a${index}f9e3c7b2d1" })\` => compost heap \\n {"ok":true,"n":[${index},${index + 1}]}.`,
};

function large(script: string, size = 40): Promise<WritingBrief> {
  const say = scripts[script]!;
  const passages = Array.from({ length: size }, (_, index) =>
    passage(`p${index}`, Array.from({ length: 9 }, (__, line) => say(index * 31 + line * 7)).join(' '), {
      heading: say(index),
      documentTitle: say(index + 1000),
      language: 'und',
      score: size - index,
    }),
  );
  const competing = Array.from({ length: 5 }, (_, page) => ({
    url: `https://rival.example/${page}`,
    title: say(page),
    headings: Array.from({ length: 20 }, (__, index) => say(page * 20 + index)),
  }));
  const wanted = request('compost heap', {
    targetWordCount: 5000,
    language: 'en',
    instructions: say(1).repeat(20),
    styleGuide: say(2).repeat(60),
    audience: say(3),
    outline: Array.from({ length: 20 }, (_, index) => say(index)),
  });
  return brief(passages, wanted, { competing });
}

/** Every reference is to a passage that exists, and numbers run from 1. */
function expectSound(fitted: WritingBrief): void {
  const numbers = fitted.passages.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const named = [...fitted.outline, ...fitted.questions].flatMap(({ passages }) => passages);
  expect([...named, ...fitted.structure.introductionPassages].filter((number) => !numbers.includes(number))).toEqual([]);
}

describe('a brief that is handed out', () => {
  let small: WritingBrief;
  beforeAll(async () => {
    small = await brief(await passagesFrom(compost), request('compost heap'));
  });

  test('is unchanged if it fits', () => {
    expect(fitBrief(small)).toBe(small);
  });

  test.each(Object.keys(scripts))('fits 8,000 tokens in %s, with its passages', async (script) => {
    const made = await large(script);
    const fitted = fitBrief(made);
    expect(tokensOf(made)).toBeGreaterThan(8000);
    expect(tokensOf(fitted)).toBeLessThanOrEqual(8000);
    expect(fitted.passages.length).toBeGreaterThanOrEqual(5);
    expectSound(fitted);
  });

  test('fits with the draft’s shape beside it', async () => {
    const handed = handOut(await large('de'));
    expect(tokensOf(handed)).toBeLessThanOrEqual(8000);
    expect(handed.draft).toBe(draftShape);
  });

  test('gives up competing pages, links and addresses before the last passages and rules', async () => {
    const fitted = fitBrief(await large('en'), 4000);
    expect(fitted.passages.length).toBeGreaterThan(0);
    expect(fitted.competingPages).toEqual([]);
    expect(fitted.doNots.length).toBeGreaterThan(10);
  });

  test('never cuts into code', async () => {
    const code = ['git bisect start', '    git bisect bad', '', '    git bisect good v2.6'].join('\n');
    const made = await large('en');
    const coded = made.passages.map((one, index) => (index % 2 ? { ...one, kind: 'code' as const, text: `${code}\n# ${index}` } : one));
    const fitted = fitBrief({ ...made, passages: coded }, 5000);
    const kept = fitted.passages.filter(({ kind }) => kind === 'code');
    expect(kept.length).toBeGreaterThan(3);
    for (const { text } of kept) expect(text.startsWith(`${code}\n# `)).toBe(true);
  });

  test('keeps a section’s only passage longer than one among others', () => {
    const fitted = fitBrief(small, 1700);
    expect(fitted.passages.length).toBeLessThan(small.passages.length);
    const served = (made: WritingBrief) => made.outline.filter(({ passages }) => passages.length > 0).length;
    expect(served(fitted)).toBe(served(small));
  });

  test('always fits, whatever its words are', () => {
    const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
    const long = fc.oneof(
      text(400),
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(...Object.values(scripts).map((say) => say(1).repeat(40))),
    );
    const changes = fc.record({
      keyword: text(200),
      title: text(200),
      styleGuide: fc.option(long),
      instructions: fc.option(long),
      audience: fc.option(long),
    });
    const passages = fc.array(fc.record({ title: text(120), heading: fc.option(text(120)), text: long }), { maxLength: 16 });
    fc.assert(
      fc.property(changes, passages, fc.constantFrom(3000, 8000), (words, found, limit) => {
        const numbered = found.map((one, index) => ({
          ...one,
          number: index + 1,
          documentId: `doc_${index}`,
          url: `https://x.example/${index}`,
          kind: index % 3 === 2 ? ('code' as const) : ('prose' as const),
        }));
        const outline = small.outline.map((section, index) => ({ ...section, passages: numbered.length > index ? [index + 1] : [] }));
        const structure = { ...small.structure, introductionPassages: [] };
        const fitted = fitBrief({ ...small, ...words, structure, questions: [], outline, passages: numbered }, limit);
        expect(tokensOf(fitted)).toBeLessThanOrEqual(limit);
        expectSound(fitted);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 15) },
    );
  });
});

test('the brief names the share of copied words that costs points, and asks for no others', () => {
  const rules = draftShape.markdown.join(' ');
  expect(rules).toContain(`More than ${100 * freelyCopied} % of four-word runs copied`);
  expect(rules).toContain('in your own words');
});
