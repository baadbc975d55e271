import { describe, expect, test } from 'vitest';
import { scoreArticle, scoringFormula, type ScoreInput } from '../../src/text/scoring.ts';

const facts = Array.from(
  { length: 40 },
  (_, index) => `Fact ${index} says that hosts of kind ${index * 3} keep ${index + 2} sockets open for rack ${index * 7}.`,
);
const paragraphs = Array.from({ length: 8 }, (_, index) => facts.slice(index * 5, index * 5 + 5).join(' '));
const markdown = `Connection pooling keeps sockets open for later use.\n\n## Why Connection Pooling\n\n${paragraphs.slice(0, 4).join('\n\n')}\n\n## How It Works\n\n${paragraphs.slice(4).join('\n\n')}\n\n## Sources\n\n1. Manual`;
const good: ScoreInput = {
  markdown,
  title: 'Connection Pooling: A Guide',
  metaTitle: 'Connection Pooling: A Guide',
  metaDescription: 'Connection pooling keeps sockets open for later use, which saves the handshake of every call.',
  slug: 'connection-pooling',
  keyword: 'connection pooling',
  targetWordCount: 600,
  language: 'en',
  supportedSentences: ['Connection pooling keeps sockets open for later use.', ...facts],
};

const pointsFor = (input: ScoreInput, name: string) => scoreArticle(input).breakdown.find((part) => part.name === name)!;

describe('scoreArticle', () => {
  test('gives a good article most of the points and no flag', () => {
    const { score, quality } = scoreArticle(good);
    expect(score).toBeGreaterThanOrEqual(85);
    expect(quality).toEqual([]);
  });

  test('follows the published formula, whose parts make 100', () => {
    expect(scoringFormula.reduce((sum, { max }) => sum + max, 0)).toBe(100);
    expect(scoreArticle(good).breakdown.map(({ name, max }) => ({ name, max }))).toEqual(
      scoringFormula.map(({ name, max }) => ({ name, max })),
    );
  });

  test('takes keyword points where the keyword is missing', () => {
    expect(pointsFor({ ...good, title: 'Sockets', slug: 'sockets' }, 'keyword').points).toBe(14);
    expect(pointsFor({ ...good, keyword: 'espresso' }, 'keyword').points).toBe(0);
  });

  test('judges the length against the target', () => {
    expect(pointsFor(good, 'length').points).toBe(15);
    expect(pointsFor({ ...good, targetWordCount: 3000 }, 'length').points).toBe(0);
  });

  test('does not count support that was not checked', () => {
    const { supportedSentences, ...unchecked } = good;
    expect(supportedSentences).toBeDefined();
    expect(pointsFor(unchecked, 'support')).toMatchObject({ points: 0, max: 0 });
    expect(scoreArticle(unchecked).score).toBeGreaterThanOrEqual(80);
  });

  test('flags claims no source supports, and names them', () => {
    const claim = 'Sockets were invented by Napoleon in the year of the comet.';
    const { quality, breakdown } = scoreArticle({ ...good, markdown: markdown.replace('## How It Works', `${claim}\n\n## How It Works`) });
    expect(quality).toEqual([{ code: 'unsupported_claims', detail: expect.stringContaining(claim) }]);
    expect(breakdown.find(({ name }) => name === 'support')!.points).toBeLessThan(20);
  });

  test('flags what is thin, stuffed and said twice', () => {
    const stuffed = 'Connection pooling is connection pooling and connection pooling helps. ';
    const codes = scoreArticle({ ...good, markdown: stuffed.repeat(6), supportedSentences: [stuffed.trim()] }).quality.map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['too_thin', 'keyword_stuffing', 'duplicate']);
  });

  test('scores an empty article without failing', () => {
    const { score, quality } = scoreArticle({
      ...good,
      markdown: '',
      title: '',
      metaTitle: '',
      metaDescription: '',
      slug: '',
      keyword: '',
    });
    expect(score).toBe(0);
    expect(quality.map(({ code }) => code)).toEqual(['too_thin']);
  });

  test('sees through reference marks and escapes', () => {
    const marked = markdown.replace('for later use.', 'for later use. [1]').replaceAll('Fact', '\\Fact'.slice(1));
    expect(pointsFor({ ...good, markdown: marked }, 'support').points).toBe(20);
  });

  test('gives at most half of the points to less than half of an article', () => {
    expect(scoreArticle({ ...good, targetWordCount: 1500 }).score).toBe(50);
  });

  test('gives no points for density where the body never speaks of the keyword', () => {
    expect(pointsFor({ ...good, keyword: 'espresso' }, 'variety').points).toBe(6);
  });

  test('flags wanted headings that are missing, and takes structure points for them', () => {
    const unmet = { ...good, unmetOutline: ['Growing coffee on Mars'] };
    expect(scoreArticle(unmet).quality).toEqual([{ code: 'outline_unmet', detail: expect.stringContaining('Growing coffee on Mars') }]);
    expect(pointsFor(unmet, 'structure').points).toBeLessThan(pointsFor(good, 'structure').points);
  });

  test('uses sentence length where there is no reading ease', () => {
    expect(pointsFor({ ...good, language: 'de' }, 'readability').detail).toContain('words per sentence');
  });
});
