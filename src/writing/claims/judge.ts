import type { DoubtfulClaim, SupportReport } from './support.ts';

/** A model that says of each claim whether its passages support it. Both are data: whoever calls the model must say so to it. */
export type Judge = (claims: readonly Pick<DoubtfulClaim, 'sentence' | 'passages'>[]) => Promise<boolean[]>;

/** Removes the doubtful claims that the judge clears from the report. */
export async function askJudge(report: SupportReport, judge: Judge | undefined): Promise<SupportReport> {
  const { unsupported, doubtful } = report;
  if (!judge || doubtful.length === 0) return report;
  const verdicts = await judge(doubtful.map(({ sentence, passages }) => ({ sentence, passages })));
  // A judge that returns another number of answers did not understand the question.
  if (verdicts.length !== doubtful.length) return report;
  const cleared = new Set(doubtful.filter((_, index) => verdicts[index] === true).map(({ index }) => index));
  return { ...report, unsupported: unsupported.filter((_, index) => !cleared.has(index)) };
}
