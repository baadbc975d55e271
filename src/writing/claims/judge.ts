import type { ArticleClaim, Judging } from '../../../schema/claims.ts';
import type { Verdicts } from '../../../schema/model-answers.ts';
import { clipAtWord } from '../../language/slug.ts';
import { normalise, terms, tidy } from '../../language/tokens.ts';
import type { Evidence } from './evidence.ts';
import { byQuotation } from './quotation.ts';
import type { Claim, SupportReport } from './support.ts';

/** A claim and the passages that a model is to judge it by. The caller must tell the model that both are data, not instructions. */
export interface Question {
  sentence: string;
  passages: readonly string[];
}

interface Asked extends Question {
  /** The claim's place among all. */
  index: number;
}

/** A model's verdict on a question. */
export type Opinion = Omit<Verdicts['verdicts'][number], 'claim'>;

/** A model that judges claims. */
export interface Judge {
  model: string;
  /** How many of the claims that the rules find supported it is asked about too, at most. */
  maxSample: number;
  /** One opinion for each question, as far as it has one. */
  ask(questions: readonly Question[]): Promise<(Opinion | undefined)[]>;
}

export interface JudgedReport {
  claims: Claim[];
  /** Null if nothing was asked. */
  judging: Judging | null;
}

const maxPassages = 3;
const sampleEvery = 5;
const maxReason = 240;

/**
 * Asks the judge about every claim that the rules are unsure of, and about some that they pass. What gates object to it is never asked: no
 * judge overrules the rules on figures, dates, names and denials. A claim that it does not judge keeps the verdict of the rules, and one that
 * was judged before, `known`, keeps that verdict.
 */
export async function askJudge(
  report: SupportReport,
  evidence: Evidence,
  language: string,
  { judge, known = [] }: { judge?: Judge; known?: readonly ArticleClaim[] },
): Promise<JudgedReport> {
  const claims = report.claims.map((claim) => asJudged(claim, known));
  const asked = judge ? questionsOn({ ...report, claims }, evidence, language, judge.maxSample) : [];
  if (!judge || asked.length === 0) return { claims, judging: null };
  const opinions = await judge.ask(asked);
  let judged = 0;
  for (const [nth, question] of asked.entries()) {
    const opinion = opinions[nth];
    const claim = opinion && withOpinion(claims[question.index]!, question, opinion, judge.model);
    if (!claim) continue;
    claims[question.index] = claim;
    judged++;
  }
  return { claims, judging: { model: judge.model, asked: asked.length, judged } };
}

function asJudged(claim: Claim, known: readonly ArticleClaim[]): Claim {
  if (claim.gate || claim.judgedBy !== undefined) return claim;
  const before = known.find(
    ({ sentence, citations, judgedBy }) => isModel(judgedBy) && sentence === claim.sentence && citations.join() === claim.citations.join(),
  );
  if (!before) return claim;
  const { verdict, gate, reason, words } = before;
  return { ...claim, verdict, gate, reason, words, judgedBy: before.judgedBy! };
}

function isModel(judgedBy: string | null): boolean {
  return judgedBy !== null && judgedBy !== byQuotation;
}

/** The claims it is unsure of first, then the sample. One that cites nothing needs a citation, not a judge. */
function questionsOn({ claims }: SupportReport, evidence: Evidence, language: string, maxSample: number): Asked[] {
  const cited = claims.map((claim, index) => ({ claim, index })).filter(({ claim }) => !claim.gate && claim.citations.length > 0);
  const open = cited.filter(({ claim }) => claim.judgedBy === undefined);
  const isUnsure = ({ claim }: (typeof open)[number]) => claim.verdict !== 'supported';
  const passed = open.filter((one) => !isUnsure(one));
  // What was judged before counts, so that handing in again does not draw another sample.
  const size = Math.min(maxSample, Math.ceil(cited.length / sampleEvery)) - (cited.length - open.length);
  const sample = passed.filter((_, nth) => nth % sampleEvery === 0).slice(0, Math.max(0, size));
  return [...open.filter(isUnsure), ...sample].map(({ claim, index }) => {
    return { index, sentence: claim.sentence, passages: passagesFor(claim, evidence, language) };
  });
}

/** The claim as the judge sees it; undefined if its opinion cannot be used: a contradiction must name words that stand where it says. */
function withOpinion(claim: Claim, { sentence, passages }: Question, opinion: Opinion, model: string): Claim | undefined {
  const { verdict, claimWords, sourceWords } = opinion;
  const reason = `${model}: ${JSON.stringify(clipAtWord(tidy(opinion.reason), maxReason))}`;
  const judged = { ...claim, verdict, reason, judgedBy: model };
  if (verdict !== 'contradicted') return judged;
  const words = { claim: tidy(claimWords), source: tidy(sourceWords) };
  const stands = isIn(words.claim, [sentence]) && isIn(words.source, passages);
  return stands ? { ...judged, gate: true, words: [words] } : undefined;
}

function isIn(words: string, texts: readonly string[]): boolean {
  return words !== '' && texts.some((text) => normalise(text).includes(normalise(words)));
}

/** The passages that a claim cites; of many, those that share most words with it. */
function passagesFor({ sentence, citations }: Claim, evidence: Evidence, language: string): string[] {
  const all = [...new Set(citations.flatMap((number) => evidence.get(number)?.passages ?? []))];
  if (all.length <= maxPassages) return all;
  const wanted = new Set(terms(sentence, language));
  const shared = (text: string) => new Set(terms(text, language).filter((term) => wanted.has(term))).size;
  const ranked = all.map((text) => ({ text, shared: shared(text) })).toSorted((one, other) => other.shared - one.shared);
  return ranked.slice(0, maxPassages).map(({ text }) => text);
}
