import type { OptimizationStatus } from '../../../../schema/optimizations.ts';
import type { NewRewrite, SubmittedRewrite } from '../../../../schema/rewrites.ts';
import type { Tx } from '../../../db/open.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { Caller } from '../../../operation.ts';
import { byNeed, needsWork } from '../../../writing/claims/told.ts';
import { gatesIn, shortened } from '../../../writing/score/gates.ts';
import type { LossReason } from '../../../writing/rewrite/shapes.ts';
import { pageOfClaims } from '../../common/claims.ts';
import { waitingRow, type Ends } from '../ends.ts';
import type { Given } from '../given.ts';
import { optimizationRow, pageOf } from '../rows.ts';
import { besides, shortChanges, shortLosses, shortQuestions } from '../view.ts';
import type { Checked, Checking, Handed } from './checking.ts';
import { lookAgain, type LastLook } from './last-look.ts';
import { lastText, type LastText } from './rewritten.ts';
import { textFrom } from './text.ts';

/** Texts that an agent hands in. */
export interface Submitting {
  /**
   * Checks the text, and makes the optimization ready if no gate objects or the agent insists. One that is not accepted is kept, to be mended.
   * Throws `conflict` unless one is waited for, `page_changed`, `precondition_failed`, `invalid_input`.
   */
  submit(input: NewRewrite, caller?: Pick<Caller, 'signal'>): Promise<SubmittedRewrite>;
}

const maxTold = 10;
/** Of claims: what else an answer holds takes as much. */
const maxClaimTokens = 4000;

export function createSubmitting(given: Given & { ends: Ends; checking: Checking }): Submitting {
  const { store, system, jobs, projects, ends, checking } = given;

  /** Throws `precondition_failed` if another text was handed in meanwhile. */
  async function keep(tx: Tx, row: OptimizationRow, kept: LastText): Promise<void> {
    const now = await waitingRow(tx, row.id);
    if (now.drafts !== row.drafts) throw handedMeanwhile();
    const values = { draft: JSON.stringify(kept), drafts: row.drafts + 1, updated_at: system.now() };
    await tx.updateTable('optimizations').set(values).where('id', '=', row.id).execute();
  }

  return {
    async submit({ id, acceptFlags = false, acceptChanged = false, lossReasons = [], evidence = [], ...input }, { signal } = {}) {
      const row = await waitingRow(store.db, id);
      const project = await projects.get(row.project_id);
      const last = lastText(row);
      const isMore = last !== null && (acceptFlags || acceptChanged || lossReasons.length + evidence.length > 0);
      const text = isMore && isNothing(input) ? last.text : await textFrom(given, input, { page: pageOf(row)!, last, signal });
      const reasons = merged(last?.lossReasons ?? [], lossReasons);
      const unchecked = { text, claims: last?.claims ?? [], quotes: last?.quotes ?? [], lossReasons: reasons, acceptedPage: last?.acceptedPage ?? null }; // prettier-ignore
      const how = { acceptChanged, accepted: unchecked.acceptedPage, signal };
      const { look, accepted: acceptedPage } = await lookAgain(given, row, how).catch(async (thrown: unknown) => {
        if (toAppError(thrown).code === 'page_changed') await store.write((tx) => keep(tx, row, unchecked));
        throw thrown;
      });
      const handed: Handed = { text, lossReasons: reasons, quotes: evidence, kept: last?.quotes ?? [] };
      const checked = await checking.check(row, project, handed, signal);
      const accepted = acceptFlags || gatesIn(checked.checked.flags).length === 0;
      const rewrite = accepted ? await checking.complete(handed, checked, { signal }) : null;
      const { claims, quotes } = checked.checked;
      const kept: LastText = { text, claims, quotes, lossReasons: reasons, acceptedPage };
      const known = new Set(lossReasons.map(({ loss }) => loss));
      // The answer is made inside, so that an Idempotency-Key keeps it together with its effect.
      return store.write(async (tx) => {
        await keep(tx, row, kept);
        if (rewrite) await jobs.finish(tx, row.job_id, await ends.ready(tx, id, { rewrite, score: checked.score, usage: null }));
        return told(await optimizationRow(tx, id), { accepted, checked, look, known });
      });
    },
  };
}

const isNothing = ({ title, metaDescription, markdown, edits }: Omit<NewRewrite, 'id'>) =>
  title === undefined && metaDescription === undefined && markdown === undefined && edits === undefined;

function merged(old: readonly LossReason[], now: readonly LossReason[]): LossReason[] {
  return [...new Map([...old, ...now].map((one) => [one.loss, one])).values()];
}

interface Outcome {
  accepted: boolean;
  checked: Checked;
  look: LastLook;
  /** Losses that reasons were given for now. */
  known: ReadonlySet<string>;
}

function told(row: OptimizationRow, { accepted, checked: { checked, score, changes }, look, known }: Outcome): SubmittedRewrite {
  const open = byNeed(checked.claims.filter(needsWork));
  const sentences = countsOf(checked);
  const { data: claims, nextCursor: nextClaims } = pageOfClaims(open, { maxTokens: maxClaimTokens });
  return {
    id: row.id,
    accepted,
    status: row.status as OptimizationStatus,
    scoreBefore: row.score_before!,
    scoreAfter: score.score,
    breakdown: score.breakdown,
    missingTerms: score.missingTerms.slice(0, maxTold),
    missingQuestions: shortQuestions(score.missingQuestions, maxTold),
    sentences,
    claims,
    moreClaims: open.length - claims.length,
    nextClaims,
    ...shortLosses(checked.losses),
    // Who mends a text needs what objects to it.
    ...(accepted ? shortChanges(changes) : { changes: [], moreChanges: changes.length }),
    gates: gatesIn(checked.flags).map(({ code }) => code),
    quality: shortened(checked.flags),
    unknownLosses: checked.unknownLosses.filter((id) => known.has(id)),
    droppedCitations: checked.dropped,
    refusedEvidence: checked.refusedQuotes.map(({ index, field, ...why }) => ({ index, errors: [{ pointer: `/evidence/${index}/${field}`, ...why }] })), // prettier-ignore
    ...look,
    next: nextAfter(accepted, score.score > row.score_before!, sentences) + (accepted ? besides(pageOf(row)) : ''),
  };
}

function countsOf({ newSentences, claims }: Checked['checked']): SubmittedRewrite['sentences'] {
  const supported = claims.filter(({ verdict }) => verdict === 'supported').length;
  return { checked: newSentences, supported, notJudged: claims.filter((claim) => needsWork(claim) && !claim.gate).length };
}

function nextAfter(accepted: boolean, isBetter: boolean, { checked, supported, notJudged }: SubmittedRewrite['sentences']): string {
  if (!accepted)
    return 'It is kept: mend by edits (optimizations_submit) the claims with gate true, put back what losses names or say why it is gone in lossReasons, and see quality; or insist with acceptFlags.';
  const worse = isBetter ? '' : ' Its score is no better than the page’s: see missingTerms and missingQuestions.';
  return `It is taken: of ${checked} new or changed sentences page and passages support ${supported}, and ${notJudged} could not be judged.${worse} optimizations_get with include [changes] has longer excerpts of what was changed, with include [markdown] the text; put it on the page yourself.`;
}

function handedMeanwhile(): AppError {
  return new AppError('precondition_failed', 'Another text was handed in meanwhile.', {
    hint: 'Hand in the whole text, or edits of that one.',
  });
}
