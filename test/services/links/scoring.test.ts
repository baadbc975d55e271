import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoreOf, type PageEvidence, type ScoredOpportunity } from '../../../src/services/links/scoring.ts';

const now = Date.parse('2026-11-01T00:00:00Z');
const facts = { hasContact: false, now };
const page: PageEvidence = { title: 'A page', relevance: null, subject: null, linksTo: [], datedAt: null };
const on = (kind: ScoredOpportunity['kind'], evidence: ScoredOpportunity['evidence'] = {}): ScoredOpportunity => ({ kind, evidence });

const opportunity = fc.record({
  kind: fc.constantFrom('cited', 'mention', 'broken_link', 'resource_page', 'given' as const),
  evidence: fc.record({
    answers: fc.option(fc.nat(10_000), { nil: undefined as never }),
    page: fc.record({
      title: fc.constant('A page'),
      relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      subject: fc.option(fc.constant('gardens')),
      linksTo: fc.array(fc.constantFrom('Rival', 'Other')),
      datedAt: fc.option(fc.integer({ min: 0, max: now * 2 })),
    }),
  }),
}) as fc.Arbitrary<ScoredOpportunity>;

describe('a score', () => {
  test('is 0 to 100, the sum of its reasons, whatever is known and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(opportunity), fc.boolean(), (all, hasContact) => {
        const { score, reasons } = scoreOf(all, { hasContact, now });
        if (score === null) return reasons.length === 0;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(score).toBe(reasons.reduce((sum, { points }) => sum + points, 0));
        return scoreOf(all.toReversed(), { hasContact, now }).score === score;
      }),
    );
  });

  test('never falls when more is known', () => {
    fc.assert(
      fc.property(fc.array(opportunity, { minLength: 1 }), opportunity, (all, more) => {
        const before = scoreOf(all, facts).score ?? 0;
        expect(scoreOf([...all, more], facts).score ?? 0).toBeGreaterThanOrEqual(before);
        expect(scoreOf(all, { ...facts, hasContact: true }).score ?? 0).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test('is null where nothing is known to score by', () => {
    expect(scoreOf([], facts)).toEqual({ score: null, reasons: [] });
    expect(scoreOf([on('given')], { ...facts, hasContact: true })).toEqual({ score: null, reasons: [] });
  });

  test('says its reasons in words', () => {
    const evidence = { answers: 3, page: { ...page, relevance: 0.5, subject: 'raised beds', linksTo: ['Rival'], datedAt: now - 1000 } };
    expect(scoreOf([on('cited', evidence), on('mention')], { ...facts, hasContact: true }).reasons).toEqual([
      { reason: 'it names the brand without a link', points: 28 },
      { reason: 'there is a second reason: cited', points: 5 },
      { reason: '3 answers cite it', points: 8 },
      { reason: 'it is on the subject "raised beds"', points: 24 },
      { reason: 'it links to Rival', points: 10 },
      { reason: 'it is known whom to write to', points: 10 },
      { reason: 'the page was written or changed within two years', points: 5 },
    ]);
  });
});

test('half of the words of a subject are as good as all of them', () => {
  const pointsFor = (relevance: number) => scoreOf([on('given', { page: { ...page, relevance, subject: 'beds' } })], facts).score;
  expect([0.25, 0.5, 1].map(pointsFor)).toEqual([12, 24, 24]);
});

/** Pages as a search finds them, with what somebody who asks for links would say of each before seeing a score: 2 write first, 1 perhaps, 0 not worth it. */
const labelled: readonly { host: string; worth: 0 | 1 | 2; all: ScoredOpportunity[]; hasContact: boolean }[] = [
  {
    host: 'allotment.example',
    worth: 2,
    hasContact: true,
    all: [on('broken_link', { page: { ...page, relevance: 1, subject: 'beds', datedAt: now } })],
  },
  {
    host: 'balcony.example',
    worth: 0,
    hasContact: false,
    all: [on('resource_page', { page: { ...page, relevance: 0.5, subject: 'beds', datedAt: 0 } })],
  },
  {
    host: 'carrots.example',
    worth: 2,
    hasContact: true,
    all: [on('mention', { page: { ...page, relevance: 0.8, subject: 'beds' } }), on('cited', { answers: 4 })],
  },
  { host: 'daily-news.example', worth: 0, hasContact: false, all: [on('mention', { page: { ...page, relevance: 0 } })] },
  {
    host: 'earth.example',
    worth: 1,
    hasContact: true,
    all: [on('resource_page', { page: { ...page, relevance: 1, subject: 'beds', linksTo: ['Rival'] } })],
  },
  {
    host: 'fences.example',
    worth: 0,
    hasContact: false,
    all: [on('cited', { answers: 1, page: { ...page, relevance: 0.1, subject: 'beds' } })],
  },
  {
    host: 'greenhouse.example',
    worth: 2,
    hasContact: true,
    all: [on('cited', { answers: 12, page: { ...page, relevance: 1, subject: 'beds', linksTo: ['Rival'] } })],
  },
  { host: 'herbs.example', worth: 1, hasContact: false, all: [on('broken_link', { page: { ...page, relevance: 0.6, subject: 'beds' } })] },
  {
    host: 'insects.example',
    worth: 1,
    hasContact: true,
    all: [on('mention', { page: { ...page, relevance: 0.5, subject: 'beds', datedAt: 0 } })],
  },
  { host: 'jars.example', worth: 0, hasContact: false, all: [on('given', { page: { ...page, relevance: 0.3, subject: 'beds' } })] },
];

/** Of all pairs of which one is worth more, the share in which it stands before the other. */
function agreement(order: readonly { worth: number }[]): number {
  const pairs = order
    .flatMap((one, at) => order.slice(at + 1).map((other) => one.worth - other.worth))
    .filter((difference) => difference !== 0);
  return pairs.filter((difference) => difference > 0).length / pairs.length;
}

test('the order by score agrees with people far more often than that of the alphabet', () => {
  const byScore = labelled.toSorted((one, other) => (scoreOf(other.all, { ...other, now }).score ?? 0) - (scoreOf(one.all, { ...one, now }).score ?? 0)); // prettier-ignore
  expect(agreement(labelled)).toBeLessThan(0.65);
  expect(agreement(byScore)).toBeGreaterThan(0.9);
});
