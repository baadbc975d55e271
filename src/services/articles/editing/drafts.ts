import type { ArticleChange, HowToChange } from '../../../../schema/article-changes.ts';
import type { Usage } from '../../../../schema/articles.ts';
import type { ArticleBrief, NewDraft, WritingBrief } from '../../../../schema/drafts.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { AppError, type FieldError } from '../../../errors.ts';
import type { handOut } from '../../../writing/brief/fit.ts';
import { cannibalisedBy } from '../../../writing/score/similarity.ts';
import { faultsOf } from '../../../writing/brief/draft-faults.ts';
import type { Given } from '../given.ts';
import { isoTimeOrNull } from '../../common/wire.ts';
import type { Ends } from '../writing/ends.ts';
import type { Finishing, Unfinished } from '../writing/finish.ts';
import { requestOf } from '../request.ts';
import { sketchesOf } from '../others.ts';
import { whereaboutsOf } from '../publications.ts';
import { oneMoreAttempt, putStages } from '../queries.ts';
import { articleRow, isWritten } from '../rows.ts';
import { contentOf } from '../content.ts';
import { toChange } from './change.ts';
import { draftFrom, lastDraft, type LastDraft } from './last-draft.ts';
import { openJudge } from '../writing/judging.ts';
import type { Research } from '../writing/research.ts';
import { storedBrief, storedOutput } from '../writing/stored-brief.ts';
import { writtenBy } from '../../../writing/claims/written.ts';

/** Articles written by a connected agent, which gets a brief and hands in a draft. */
export interface Drafts {
  /** The brief, also of articles by other writers. Throws `not_found`, and `conflict` if it is not made yet. */
  brief(articleId: string): Promise<ArticleBrief>;
  /**
   * Checks the draft, and makes the article ready if no gate objects or the agent insists. A draft that is not accepted is stored until the next.
   * Edits change that one. Throws `conflict` unless the article waits for a draft, `draft_rejected` for text that cannot be a draft of it,
   * `precondition_failed` for edits of another draft than the last.
   */
  submit(input: NewDraft): Promise<ArticleChange>;
}

const maxRivals = 5;

export function createDrafts(given: Given & { finishing: Finishing; ends: Ends }): Drafts {
  const { store, system, jobs, projects, finishing, ends } = given;

  /** The brief as handed to the writer, whose citation numbers refer to it. */
  async function handedOut(article: ArticleRow): Promise<ReturnType<typeof handOut>> {
    const brief = await storedBrief(store.db, article.id);
    if (!brief) throw noBrief(article);
    const { handOut } = await import('../../../writing/brief/fit.ts');
    return handOut(brief);
  }

  async function rivalsOf(
    { id, project_id: projectId }: ArticleRow,
    { title, keyword, language }: WritingBrief,
  ): Promise<ArticleBrief['rivals']> {
    const rivals = cannibalisedBy({ title, keyword, language }, await sketchesOf(store.db, projectId, id));
    return rivals.slice(0, maxRivals).map((rival) => ({ articleId: rival.id, title: rival.title, keyword: rival.keyword }));
  }

  async function keepDraft(tx: Tx, articleId: string, draft: LastDraft): Promise<void> {
    const output = JSON.stringify(draft);
    const fresh = { article_id: articleId, stage: 'draft', status: 'waiting' as const, attempts: 1, started_at: system.now(), output };
    await putStages(tx, [fresh], { output, attempts: oneMoreAttempt });
  }

  async function endStages(tx: Tx, articleId: string): Promise<void> {
    const now = system.now();
    const done = { status: 'done' as const, finished_at: now, output: null };
    const fresh = ['draft', 'checks'].map((stage) => ({ article_id: articleId, stage, attempts: 1, started_at: now, ...done }));
    await putStages(tx, fresh, done);
  }

  async function finish(work: Unfinished, last: Numbered | undefined, usage: () => Usage | null, how: Handing): Promise<ArticleChange> {
    const { article, written } = work;
    const { acceptFlags = false, include } = how;
    const checked = await finishing.check(work);
    const accepted = acceptFlags || !checked.quality.some(({ gate }) => gate);
    const end = accepted ? await finishing.complete(work, checked) : undefined;
    const before = isWritten(article) ? contentOf(article) : null;
    const kept: LastDraft = { draft: written.draft, claims: checked.claims, quotes: checked.quotes, usage: usage() };
    // The answer is made inside, so that an Idempotency-Key keeps it together with its effect.
    return store.write(async (tx) => {
      const now = await articleRow(tx, article.id);
      refuseUnlessWaiting(now);
      if (how.changesLast) refuseOtherDraft(await lastDraft(tx, article.id), last);
      await keepDraft(tx, article.id, kept);
      if (end) {
        await endStages(tx, article.id);
        await jobs.finish(tx, now.job_id, await ends.ready(tx, now, { ...end, usage: kept.usage, reason: 'draft' }));
      }
      const row = await articleRow(tx, article.id);
      return toChange({ by: 'draft', accepted, checked, before, include, row, ...(await whereaboutsOf(tx, row)) });
    });
  }

  return {
    async brief(articleId) {
      const article = await articleRow(store.db, articleId);
      const { brief, draft } = await handedOut(article);
      const found = await storedOutput<Research>(store.db, articleId, 'research');
      const status = article.status as ArticleBrief['status'];
      const draftShape = { fields: draft.fields, markdown: [...draft.markdown], example: { ...draft.example } };
      return {
        articleId,
        status,
        draftDueAt: isoTimeOrNull(article.draft_due_at),
        ...brief,
        unreadPages: found?.unread ?? [],
        rivals: await rivalsOf(article, brief),
        draftShape,
      };
    },

    async submit({ id, acceptFlags, include, ...input }) {
      const article = await articleRow(store.db, id);
      refuseUnlessWaiting(article);
      const { brief } = await handedOut(article);
      const last = await lastDraft(store.db, id);
      const draft = await draftFrom(input, last);
      refuseFaults(faultsOf(draft, brief));
      const project = await projects.get(article.project_id);
      const request = requestOf(article);
      const written = writtenBy(brief, { draft, wanted: request.outline, planned: brief.outline, usage: null });
      const quoted = { kept: last?.quotes ?? [], brought: input.evidence ?? [] };
      const judging = await openJudge(given, project.id, last?.usage ?? null);
      const work = { article, request, project, written, brief, quoted, known: last?.claims, judge: judging?.judge };
      const usage = () => judging?.usage() ?? last?.usage ?? null;
      return finish(work, last, usage, { acceptFlags, include, changesLast: input.markdown === undefined });
    },
  };
}

type Numbered = NonNullable<Awaited<ReturnType<typeof lastDraft>>>;

interface Handing extends HowToChange {
  /** Whether the draft was made of the last one. */
  changesLast: boolean;
}

function refuseOtherDraft(now: Numbered | undefined, last: Numbered | undefined): void {
  if (now?.number === last?.number) return;
  throw new AppError('precondition_failed', 'Another draft was handed in meanwhile.', {
    hint: 'Read its claims with articles_claims, and send the edits again.',
  });
}

function refuseUnlessWaiting({ id, status }: ArticleRow): void {
  if (status === 'awaiting_draft') return;
  const hints: Record<string, string> = {
    ready: 'It has been written: change it with articles_update, or have it written again with articles_regenerate.',
    published: 'It has been written: change it with articles_update.',
    failed: 'Have it written again with articles_regenerate.',
    canceled: 'Have it written again with articles_regenerate.',
  };
  throw new AppError('conflict', `The article ${id} is ${status}: it waits for no draft.`, {
    hint: hints[status] ?? 'Wait for its brief with jobs_get (waitSeconds); with writer agent it then waits for a draft.',
  });
}

function noBrief({ id, status, writer, job_id }: ArticleRow): AppError {
  return new AppError('conflict', `The article ${id} is ${status}: its brief is not made yet.`, {
    hint:
      writer === 'agent' ? `Wait with jobs_get (waitSeconds) for ${job_id}.` : 'Only an article that was written by this release has one.',
  });
}

function refuseFaults(errors: FieldError[]): void {
  if (errors.length === 0) return;
  throw new AppError('draft_rejected', errors.map(({ detail }) => detail).join(' '), {
    hint: 'Mend what errors names and submit again; the article still waits.',
    errors,
  });
}
