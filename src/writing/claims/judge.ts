import type { DoubtfulClaim, SupportReport } from './support.ts';

/** A model that decides whether each claim's passages support it. The caller must tell the model that both are data, not instructions. */
export type Judge = (claims: readonly Pick<DoubtfulClaim, 'sentence' | 'passages'>[]) => Promise<boolean[]>;

/** Removes the doubtful claims that the judge clears from the report. */
export async function askJudge(report: SupportReport, judge: Judge | undefined): Promise<SupportReport> {
  const { unsupported, doubtful } = report;
  if (!judge || doubtful.length === 0) return report;
  const verdicts = await judge(doubtful.map(({ sentence, passages }) => ({ sentence, passages })));
  // A wrong number of answers means that the judge did not understand the question.
  if (verdicts.length !== doubtful.length) return report;
  const cleared = new Set(doubtful.filter((_, index) => verdicts[index] === true).map(({ index }) => index));
  return { ...report, unsupported: unsupported.filter((_, index) => !cleared.has(index)) };
}
