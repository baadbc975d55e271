import type { Evidence } from '../claims/evidence.ts';
import { settleByQuotation } from '../claims/quotation.ts';
import { droppedCitations } from '../claims/dropped.ts';
import { toldClaims } from '../claims/told.ts';
import { checkRewriteClaims } from './claims.ts';
import { finishCitations } from './finish.ts';
import { flagsOf } from './flags.ts';
import { lossesOf } from './losses.ts';
import { readPage } from './page.ts';
import { partsIn } from './parts.ts';
import { pageNumber, type CheckedRewrite, type LossReason, type RewriteInput } from './shapes.ts';

/**
 * Checks the rewrite of a page: what it says against the page and the passages it cites, what it has lost, where its links lead, its language,
 * length and wording. Nothing in page, draft or passages is followed: they are compared. Deterministic and without side effects.
 */
export async function checkRewrite(input: RewriteInput): Promise<CheckedRewrite> {
  const { page, draft, passages } = input;
  const { language } = page;
  const given = passages.filter(({ number }) => number !== pageNumber).map((one) => [one.number, one] as const);
  const read = await readPage(page);
  const sources: Evidence = new Map(given);
  // Passages come first: where both say it, the passage is named.
  const evidence: Evidence = new Map([...given, [pageNumber, read.evidence]]);
  const { text, sources: cited } = await finishCitations(draft.markdown, sources, read.numbers, language);
  const { claims: found, asked } = await checkRewriteClaims({ input, page: read, text, evidence });
  const sentences = text.sentences.map((sentence) => sentence.text);
  const { claims, quotes, refused } = settleByQuotation(
    { claims: found, sentences, evidence, language },
    { kept: input.kept, brought: input.quotes },
  );
  const losses = withReasons(await lossesOf(page.markdown, text.markdown, page.url), input.lossReasons);
  const parts = await partsIn(draft.markdown, page.url);
  return {
    markdown: text.markdown,
    claims: toldClaims(claims),
    newSentences: asked,
    losses,
    unknownLosses: input.lossReasons.map(({ loss }) => loss).filter((id) => !losses.some((one) => one.id === id)),
    flags: await flagsOf({ input, page: read, text, parts, evidence, claims, losses }),
    dropped: droppedCitations([], { sources: cited, dropped: text.dropped }),
    quotes,
    refusedQuotes: refused,
  };
}

function withReasons(losses: Awaited<ReturnType<typeof lossesOf>>, reasons: readonly LossReason[]): CheckedRewrite['losses'] {
  const given = new Map(reasons.filter(({ reason }) => reason.trim() !== '').map(({ loss, reason }) => [loss, reason.trim()]));
  return losses.map((loss) => ({ ...loss, reason: given.get(loss.id) ?? null }));
}
