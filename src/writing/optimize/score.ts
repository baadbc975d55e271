import { aboveChance, orderOf } from '../score/order.ts';
import { countedBlocks, countedIn, countingRule, type Judging } from './counting.ts';
import { optimizationFormula, type PartName } from './formula.ts';
import { outlineOf } from './headings.ts';
import { allowedUses, comparedLength, densityOf, evidencePart, headingsPart, lengthPart, mediaPart, placementPart, questionsPart, readabilityPart, type Judged } from './parts.ts'; // prettier-ignore
import { questionsOf, unansweredOf } from './questions.ts';
import { addUp, apportion, rangeOf, round1 } from './ranges.ts';
import { readPage, type ReadPage } from './read-page.ts';
import type { OptimizedPage, OptimizeInput, PageScore, ScoreRow, TermRow } from './shapes.ts';
import { sampleOf, subjectOf } from './subject.ts';
import { missingOf, pointsOf, termRows, usesOf, wantedTerms } from './terms.ts';

/** More text is not read: what a page says comes long before. In characters. */
const maxMarkdown = 200_000;
/** Passages to compare the order of sentences with. */
const maxCompared = 60;
/** Of the terms that are said too often. */
const maxNamed = 3;

/**
 * Scores a page 0–100 by `optimizationFormula` against competitors in its language, and tells what it lacks. Deterministic, and the same in
 * whatever order the competitors are given.
 */
export async function scorePage({ keyword, language, page, competitors, asked, siteUrl }: OptimizeInput): Promise<PageScore> {
  const read = await readPage(bounded(page), language);
  const others = await readAll(competitors, language);
  const subject = subjectOf(keyword, language, others);
  const wanted = wantedTerms(keyword, subject, others);
  const rule = countingRule(wanted.map(({ stems }) => stems), others); // prettier-ignore
  const own: Judging = { page: read, counted: countedIn(read, rule, others) };
  const rivals = others.map((other): Judging => ({ page: other, counted: countedIn(other, rule) }));
  const length = rangeOf(rivals.map(({ counted }) => counted.words));
  const outline = outlineOf(read, own.counted, others, subject.topic);
  const questions = questionsOf(asked, subject);
  const unanswered = unansweredOf(questions, read, own.counted, subject.topic);
  const compared = sampleOf(subject.passages, maxCompared);
  const order = orderOf({ blocks: countedBlocks(own), passages: compared.map(({ source }) => source.text), language });
  const sense = aboveChance(order.words);
  const nearest = comparedLength(own, length);
  const usageOf = ({ page: said, counted }: Judging) => ({ uses: usesOf(wanted, said, counted), words: counted.words });
  const usage = { own: usageOf(own), rivals: rivals.map(usageOf) };
  const density = densityOf(keyword, language, read, others);
  const placement = placementPart(keyword, own, language, density);
  const judged: Record<PartName, Judged | null> = {
    terms: whyNoTerms(others.length, wanted.length),
    headings: headingsPart(outline, own),
    questions: questionsPart(questions.length, unanswered.length, sense),
    length: lengthPart(length, own, sense),
    placement,
    readability: readabilityPart(own, language, { sense, sentences: order.sentences }),
    media: mediaPart(own, rivals, nearest, siteUrl),
    evidence: evidencePart(own, rivals, nearest, language, sense),
  };
  const maxima = maximaOf(judged);
  const terms = judged.terms
    ? []
    : termRows(wanted, usage.own, usage.rivals, { length, max: maxima.terms, sense, keywordMax: allowedUses(density, length.min) });
  const breakdown = optimizationFormula.map(({ name }) => rowOf(name, judged[name], maxima[name], terms));
  return {
    score: addUp(breakdown.map(({ points }) => points)),
    breakdown,
    terms,
    missingTerms: missingOf(terms),
    missingQuestions: unanswered,
    outlineDiff: outline,
    length: { words: own.counted.words, min: Math.round(length.min), max: Math.round(length.max) },
    ...('places' in placement ? { placement: placement.places } : {}),
  };
}

/** Those in the language, in an order of their own. */
async function readAll(competitors: readonly OptimizedPage[], language: string): Promise<ReadPage[]> {
  const key = ({ url, markdown }: OptimizedPage) => `${url}\n${markdown}`;
  const ordered = competitors
    .filter((other) => other.language === language || other.language === 'und')
    .map((other) => ({ other: bounded(other), key: key(other) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const read: ReadPage[] = [];
  for (const { other } of ordered) read.push(await readPage(other, language));
  return read.filter(({ sentences }) => sentences.length > 0);
}

function bounded(page: OptimizedPage): OptimizedPage {
  return { ...page, markdown: page.markdown.slice(0, maxMarkdown).toWellFormed() };
}

/** Null where they can be judged: their points come from their rows. */
function whyNoTerms(competitors: number, wanted: number): { why: string } | null {
  if (competitors === 0) return { why: 'no competitor could be compared' };
  return wanted === 0 ? { why: 'neither the keyword nor competitors have terms' } : null;
}

/** The points of parts that cannot be judged go to the others, in proportion. */
function maximaOf(judged: Record<PartName, Judged | null>): Record<PartName, number> {
  const weights = optimizationFormula.map(({ name, max }) => (judged[name] && 'why' in judged[name] ? 0 : max));
  const maxima = apportion(weights, 100);
  return Object.fromEntries(optimizationFormula.map(({ name }, index) => [name, maxima[index]!])) as Record<PartName, number>;
}

function rowOf(name: PartName, judged: Judged | null, max: number, terms: readonly TermRow[]): ScoreRow {
  if (judged === null) {
    const met = terms.filter(({ status }) => status === 'ok').length;
    const over = terms.filter(({ status }) => status === 'over');
    const named = over.slice(0, maxNamed).map((one) => `“${one.term}” ${one.count} times, at most ${one.max}`);
    const told = over.length > 0 ? `: ${[...named, ...(over.length > maxNamed ? ['…'] : [])].join('; ')}` : '';
    const detail = `${met} of ${terms.length} terms as often as competitors, ${over.length} too often${told}`;
    return { name, points: pointsOf(terms), max, detail };
  }
  if ('why' in judged) return { name, points: 0, max: 0, detail: 'not judged', why: judged.why };
  const { share, detail } = judged;
  return { name, points: round1(max * share), max, detail: typeof detail === 'string' ? detail : detail(max) };
}
