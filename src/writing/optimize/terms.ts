import { tellingPhrases } from '../brief/phrases.ts';
import { chooseTerms, maxTerms, minTerms, wordsPerStep, wordsPerTerm } from '../brief/term-targets.ts';
import { mentionsOf, sentenceEnd } from '../score/measures.ts';
import { clamp } from '../score/shares.ts';
import { terms as termsIn } from '../../language/tokens.ts';
import type { Counted } from './counting.ts';
import { addUp, apportion, median, rangeOf, round1, type Range } from './ranges.ts';
import { wordsIn, type ReadPage } from './read-page.ts';
import type { TermRow } from './shapes.ts';
import { sampleOf, type Subject } from './subject.ts';

/** Passages in which phrases are looked for: some 25,000 words. */
const maxRead = 150;

export interface WantedTerm {
  term: string;
  stems: readonly string[];
}

/** How often a page says a term: in all its sentences, and in those that count. */
export interface Uses {
  all: number;
  counted: number;
}

/** The keyword, and the phrases that tell what competitors write about, as the brief chooses them: at least half of the competitors have each, two at least. */
export function wantedTerms(keyword: string, { topic, passages }: Subject, competitors: readonly ReadPage[]): WantedTerm[] {
  const { language } = topic;
  const usual = median(competitors.map(({ sentences }) => wordsIn(sentences)));
  const { taken } = chooseTerms(keyword, tellingPhrases({ pool: passages, topic }, sampleOf(passages, maxRead)), {
    documents: competitors.map(({ sentences }) => sentences.map(({ text }) => text).join('\n')),
    headings: competitors.flatMap(({ headings }) => headings.map(({ text }) => text)),
    language,
    maxTargets: Math.max(minTerms, Math.min(maxTerms, Math.round(usual / wordsPerTerm))),
    minSpread: neededUsers(competitors.length),
  });
  return taken.map(({ term }) => ({ term, stems: termsIn(term, language) })).filter(({ stems }) => stems.length > 0);
}

/** How many of the competitors must use a term. */
function neededUsers(competitors: number): number {
  return Math.max(Math.min(2, competitors), Math.ceil(competitors / 2));
}

/** Counts as the article's score does: a term's words together and in order, within a sentence. */
export function usesOf(wanted: readonly WantedTerm[], { sentences }: ReadPage, counted: Counted): Uses[] {
  const all = sentences.flatMap(({ stems }) => [...stems.flat(), sentenceEnd]);
  const own = [...counted.sentences].flatMap(({ stems }) => [...stems.flat(), sentenceEnd]);
  return wanted.map(({ stems }) => ({ all: mentionsOf(stems, all), counted: mentionsOf(stems, own) }));
}

/** Uses by competitors, and their words. */
export interface Usage {
  uses: readonly Uses[];
  words: number;
}

/**
 * The rows of the terms, the keyword first; their maxima add up to `max`. `length` is what competitors have in words. The keyword loses nothing
 * here where it is said more often than `keywordMax`: its density, in placement, does.
 */
export function termRows(
  wanted: readonly WantedTerm[],
  page: Usage,
  competitors: readonly Usage[],
  { length, max, sense, keywordMax }: { length: Range; max: number; sense: number; keywordMax: number },
): TermRow[] {
  const found = wanted.flatMap(({ term }, index) => {
    const usedBy = competitors.filter(({ uses }) => uses[index]!.counted > 0).length;
    if (index > 0 && usedBy < neededUsers(competitors.length)) return [];
    const rates = competitors.map(({ uses, words }) => uses[index]!.counted / Math.max(1, words));
    const range = usesWanted(rangeOf(rates), page.words, length);
    const isKeyword = index === 0;
    if (isKeyword) range.max = Math.max(range.max, keywordMax);
    return [{ term, usedBy, range, uses: page.uses[index]!, isKeyword }];
  });
  const maxima = apportion(
    found.map(({ usedBy, isKeyword }) => (isKeyword ? competitors.length : usedBy)),
    max,
  );
  return found.map(({ term, usedBy, range, uses: { all, counted }, isKeyword }, index) => {
    const isOver = all > range.max;
    const said = clamp(counted / range.min);
    const share = isOver && !isKeyword ? Math.min(said, clamp((2 * range.max - all) / range.max)) : said;
    return {
      term,
      count: isOver ? all : counted,
      ...range,
      usedBy,
      points: round1(maxima[index]! * share * sense),
      maxPoints: maxima[index]!,
      status: isOver ? 'over' : counted === 0 ? 'missing' : counted < range.min ? 'low' : 'ok',
    };
  });
}

/** A short page is asked for what it needs at the least usual length; a long one may say a term as densely as the others do. */
function usesWanted(rates: Range, words: number, length: Range): Range {
  const asked = Math.min(Math.max(words, length.min), length.max);
  const allowed = Math.max(words, length.min);
  const min = Math.max(1, Math.round(rates.min * asked));
  return { min, max: Math.max(min + 1 + Math.floor(allowed / wordsPerStep), Math.round(rates.max * allowed)) };
}

/** Said too seldom, the most points to win first. */
export function missingOf(rows: readonly TermRow[]): TermRow[] {
  return rows
    .filter(({ status }) => status === 'missing' || status === 'low')
    .toSorted((a, b) => b.maxPoints - b.points - (a.maxPoints - a.points) || (a.term < b.term ? -1 : 1));
}

export function pointsOf(rows: readonly TermRow[]): number {
  return addUp(rows.map(({ points }) => points));
}
