import type { System } from '../../../../system.ts';
import type { WritingBrief } from '../../../../../schema/drafts.ts';
import type { Evidence } from '../../../../writing/claims/evidence.ts';
import { askJudge, type Judge } from '../../../../writing/claims/judge.ts';
import type { WritingThread } from '../../../../writing/tasks.ts';
import { countWords } from '../../../../language/tokens.ts';
import { cleanStretch, type Frame } from '../../../../writing/model/clean.ts';
import { mendPrompt, type Stretch } from './prompts.ts';
import { takeOut } from '../../../../writing/model/take-out.ts';
import type { Talk } from '../../../../providers/llm/talk.ts';

/** What text written from a brief is checked against, and with. */
export interface Checks {
  brief: WritingBrief;
  evidence: Evidence;
  judge: Judge;
  system: System;
  thread: WritingThread;
  signal: AbortSignal;
}

/** A sentence that failed the check. */
interface Fault {
  text: string;
  reason: string;
  /** True if no passage supports it, so that it counts as false. Other faults are a free wording or a missing citation. */
  isFalse: boolean;
}

/** A shorter answer, as a share of the text, is not the whole corrected text. */
const minShare = 0.5;

/**
 * Checks a stretch against its citations, and has the model correct it once. Sentences that are still unsupported are removed:
 * a shorter text is better for readers than a wrong sentence. Sentences that cannot be removed cleanly, such as those
 * in tables, and those that only differ in wording from their passages stay, and the article's checks flag them.
 */
export async function standing(
  talk: Talk,
  checks: Checks,
  { stretch, frame, markdown }: { stretch: Stretch; frame: Frame; markdown: string },
): Promise<string> {
  const { brief, system } = checks;
  const faults = await faultsIn(markdown, checks);
  if (faults.length === 0) return markdown;
  const { text, isCut } = await talk.say(mendPrompt(brief, stretch, markdown, faults));
  const mended = cleanStretch(text, frame, isCut);
  const isWhole = countWords(mended) >= minShare * countWords(markdown);
  const left = isWhole ? await faultsIn(mended, checks) : faults;
  const isBetter = weightOf(left) < weightOf(faults);
  const unwanted = (isBetter ? left : faults).filter(({ isFalse }) => isFalse).map((fault) => fault.text);
  if (unwanted.length > 0)
    system.log.info({ sentences: unwanted.length }, 'sentences that no passage bears out are taken out of an article');
  return takeOut(isBetter ? mended : markdown, unwanted, brief.language);
}

/** The answers that their passages support. */
export async function standingAnswers<Answer extends { question: string; answer: string }>(
  answers: readonly Answer[],
  checks: Checks,
): Promise<Answer[]> {
  const kept: Answer[] = [];
  for (const one of answers) {
    const faults = await faultsIn('', checks, [one]);
    if (!faults.some(({ isFalse }) => isFalse)) kept.push(one);
  }
  return kept;
}

async function faultsIn(
  markdown: string,
  { brief: { language }, evidence, judge, thread, signal }: Checks,
  faq: readonly { question: string; answer: string }[] = [],
): Promise<Fault[]> {
  const { grounded, support } = await thread.run('checkClaims', [{ markdown, faq, evidence, language }], signal);
  const { claims } = await askJudge(support, evidence, language, { judge: { ...judge, maxSample: 0 } });
  const invented = grounded.dropped.map(({ number, sentence }) => {
    return { text: sentence, reason: `There is no passage [${number}].`, isFalse: true };
  });
  const unborne = claims
    .filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')
    .map(({ sentence, reason, gate }) => ({ text: sentence, reason: reason ?? '', isFalse: gate }));
  return [...invented, ...unborne.filter(({ text }) => !invented.some((other) => other.text === text))];
}

function weightOf(faults: readonly Fault[]): number {
  return faults.reduce((sum, { isFalse }) => sum + (isFalse ? 100 : 1), 0);
}
