import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { composeCard, drawFeaturedImage } from '../../../src/providers/image/draw.ts';
import { loadFaces } from '../../../src/providers/image/fonts.ts';
import { readImageHead } from '../../../src/providers/image/image-file.ts';
import { drawingTasks } from '../../../src/providers/image/tasks.ts';
import { sharedThreads } from '../../support/threads.ts';
import { anyText, card, computedHere, pixelsOf } from './support.ts';

const faces = await loadFaces();
const compose = (some: Parameters<typeof card>[0]) => composeCard(card(some), faces).svg;

/** The text of a card, line by line. */
function linesOf(svg: string): string[] {
  return Array.from(svg.matchAll(/<text [^]*?<\/text>/g), ([text]) =>
    text.replace(/<[^>]*>|[\u2067\u2069]/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );
}

const titles: Record<string, string> = {
  short: 'Espresso',
  long: 'How to Choose the Right Project Management Software for a Remote Team of Fewer Than Twenty People in the Year 2026',
  compound: 'Donaudampfschifffahrtsgesellschaftskapitän: Gehalt und Ausbildung',
  'without spaces': 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4),
  markup: `</text></svg><script>alert('1')</script> & "more" &lt; <![CDATA[x]]> <!-- -->`,
  reference: 'url(https://evil.example/a.png) <image href="file:///etc/passwd"/>',
  Arabic: 'دليل المبتدئين إلى تحسين محركات البحث SEO في 2026',
  Hebrew: 'איך לבחור תוכנה לניהול פרויקטים: 10 טיפים ל-2026',
  Thai: 'คู่มือการตลาดดิจิทัลสำหรับธุรกิจขนาดเล็กฉบับสมบูรณ์',
  Greek: 'Πώς να επιλέξετε λογισμικό διαχείρισης έργων',
  Cyrillic: 'Как выбрать программу для управления проектами',
  marks: `Z${'\u0338\u0322'.repeat(40)}algo e\u0301 \ud800 \udfff \u0000\u0007 \u202egnp.exe`,
  wide: 'W'.repeat(200),
};

describe('a card', () => {
  test.each(Object.entries(titles))('with a title that is %s is a small PNG of 1200 × 630 pixels', async (_, title) => {
    const png = await drawFeaturedImage(card({ title }));
    expect(readImageHead(png)).toEqual({ type: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(110_000);
  });

  test.each(Object.entries(titles))('keeps a title that is %s in at most four lines within its margins', (_, title) => {
    const { svg, fontFiles } = composeCard(card({ title }), faces);
    const texts = svg.match(/<text [^]*?<\/text>/g)!;
    expect(texts.length).toBeLessThanOrEqual(4 + 3);
    const alone = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${texts.join('')}</svg>`;
    const box = new Resvg(alone, { font: { loadSystemFonts: false, fontFiles } }).getBBox()!;
    expect(box.x).toBeGreaterThanOrEqual(72 - 8);
    expect(box.x + box.width).toBeLessThanOrEqual(1200 - 72 + 8);
    expect(box.y).toBeGreaterThanOrEqual(72);
    expect(box.y + box.height).toBeLessThanOrEqual(630 - 66);
  });

  test('is the same for the same input, and another for another keyword', async () => {
    const [one, again, other] = await Promise.all([card(), card(), card({ keyword: 'other' })].map(drawFeaturedImage));
    expect(one!.equals(again!)).toBe(true);
    expect(one!.equals(other!)).toBe(false);
  });

  test('has the colours of the brand', async () => {
    const colours = { background: '#123456', foreground: '#ffffff', accent: '#ff8800' };
    const at = pixelsOf(await drawFeaturedImage(card({ colours, title: 'I' })));
    expect(at(20, 20)).toEqual([0x12, 0x34, 0x56, 255]);
    expect(at(100, 76)).toEqual([0xff, 0x88, 0x00, 255]);
  });

  test('is drawn beside the event loop, to the same bytes', async () => {
    const asked = card({ title: titles['long']! });
    const drawing = sharedThreads.openThread(drawingTasks, { maxMs: 30_000 });
    const beside = await drawing.run('drawCard', [asked]);
    expect((await drawFeaturedImage(asked)).equals(beside)).toBe(true);
    const here = await computedHere(() => drawFeaturedImage(asked));
    expect(await computedHere(() => drawing.run('drawCard', [asked]))).toBeLessThan(here / 2);
  });

  test('whatever its words, is well-formed, of plain shapes and text, and refers to nothing outside', () => {
    const words = fc.oneof(anyText, fc.constantFrom(...Object.values(titles)));
    const shapes = new Set(['svg', 'g', 'rect', 'circle', 'path', 'text', 'tspan', '#text', ':@']);
    const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, trimValues: false });
    /** Names of elements that are none of these, and of attributes that could lead elsewhere. */
    const strange = (nodes: object[]): string[] =>
      nodes
        .flatMap(Object.entries)
        .flatMap(([name, value]: [string, object]) => [
          ...(shapes.has(name) ? [] : [name]),
          ...(Array.isArray(value) ? strange(value) : []),
          ...(name === ':@' ? Object.keys(value).filter((key) => /href|style|filter|clip|mask/.test(key)) : []),
        ]);
    fc.assert(
      fc.property(words, words, fc.option(words), fc.constantFrom('en', 'ar', ''), (title, keyword, brand, language) => {
        const svg = compose({ title, keyword, brand, language });
        expect(XMLValidator.validate(svg)).toBe(true);
        expect(strange(parser.parse(svg))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the text of a card', () => {
  test('the keyword, the title and the brand with its initial', () => {
    expect(linesOf(compose({ title: 'Retry!' }))).toEqual(['webhook retries', 'Retry!', 'H', 'Hookline']);
  });

  test('no brand where there is none, and no keyword that says the same as the title', () => {
    expect(linesOf(compose({ title: 'Webhook Retries', brand: null }))).toEqual(['Webhook Retries']);
  });

  test('a title that is too long ends in an ellipsis', () => {
    const lines = linesOf(compose({ title: 'many words '.repeat(40), keyword: 'k', brand: null }));
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toMatch(/\w…$/);
  });

  test('a word is broken only where it is longer than a line', () => {
    const title = titles['compound']!;
    expect(linesOf(compose({ title, brand: null })).slice(1)).toEqual([
      'Donaudampfschifffahrtsgesellschaftskapitän:',
      'Gehalt und Ausbildung',
    ]);
  });

  test.each([3, 5, 6, 7, 9, 10])('lines are about as long as each other: %i words', (count) => {
    const lines = linesOf(compose({ title: 'wonder '.repeat(count), brand: null })).slice(1);
    const lengths = lines.map((line) => line.split(' ').length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  });

  test('emoji are left out, letters of mathematics are set as plain ones', () => {
    const title = '🔥 Ten 👩‍👩‍👧 𝐁𝐨𝐥𝐝 caf𝐞\u0301s ✨';
    expect(linesOf(compose({ title, brand: '🎧' }))).toEqual(['webhook retries', 'Ten Bold cafés']);
    expect(linesOf(compose({ title: 'Filters ☕: A Guide', brand: null }))).toEqual(['webhook retries', 'Filters: A Guide']);
    expect(linesOf(compose({ title: 'Filtres : pourquoi ?', brand: null }))).toEqual(['webhook retries', 'Filtres : pourquoi ?']);
  });

  test('a title in letters that no font has gives way to the keyword', () => {
    expect(linesOf(compose({ title: 'ᚠᚢᚦᚨᚱᚲ', keyword: 'runes', brand: null }))).toEqual(['runes']);
    expect(linesOf(compose({ title: 'ᚠᚢᚦᚨᚱᚲ', keyword: 'ᚠᚢᚦ', brand: null }))).toEqual([]);
  });

  test('right-to-left text is set at the right', () => {
    const svg = compose({ title: titles['Hebrew']!, language: 'he' });
    expect(svg).toContain('text-anchor="end"');
    expect(svg).not.toContain('text-anchor="start"');
    expect(compose({ title: '2026', keyword: '2026', language: 'ar' })).toContain('text-anchor="end"');
    expect(compose({ title: 'English in an Arabic article', language: 'ar' })).not.toContain('text-anchor="end"');
  });
});
