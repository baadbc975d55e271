import { checkClaims } from '../../../src/writing/claims/support.ts';
import { checkArticle } from '../../../src/writing/score/check.ts';
import type { Subject, Variant } from './variants.ts';

export interface Scored {
  name: string;
  worth: number;
  score: number;
  /** What length and the number of mentions of the keyword alone would say, 0–100. */
  byCounting: number;
}

/** Scores each variant as the desk would score a draft, or an article declared to be quotations. */
export async function scored(subject: Subject, variants: readonly Variant[], verbatim = false): Promise<Scored[]> {
  const all: Scored[] = [];
  for (const { name, worth, markdown, evidence } of variants) {
    const { grounded, support } = await checkClaims({ markdown, evidence, language: subject.language }, verbatim);
    const { score, wordCount } = await checkArticle({ ...subject, evidence, grounded, support, verbatim });
    const mentions = markdown.toLowerCase().split(subject.keyword.toLowerCase()).length - 1;
    const length = Math.min(1, wordCount / subject.targetWordCount);
    all.push({ name, worth, score, byCounting: 50 * length + 10 * Math.min(5, mentions) });
  }
  return all;
}

/** How well scores agree with the order that an editor would give, from −1 to 1. */
export function agreement(all: readonly Scored[], of: (one: Scored) => number = ({ score }) => score): number {
  return spearman(
    all.map(({ worth }) => worth),
    all.map(of),
  );
}

/** Spearman's rank correlation, equals sharing their mean rank. */
function spearman(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const mean = (a.length + 1) / 2;
  const product = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, rank, index) => sum + (rank - mean) * (right[index]! - mean), 0);
  return product(a, b) / (Math.sqrt(product(a, a) * product(b, b)) || 1);
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}
