import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { AppError } from '../../../errors.ts';
import type { WritingBrief } from '../../../../schema/drafts.ts';
import type { Batches } from '../batches/batches.ts';
import type { JobAttempt, JobKind, Waiting } from '../../common/jobs.ts';
import type { Given } from '../given.ts';
import { extractiveCraft, type Craft, type DraftSoFar, type Outlined } from './craft.ts';
import type { Ends } from './ends.ts';
import type { Finishing } from './finish.ts';
import { openMaterial, type Material } from './material.ts';
import { insufficientSources, requestOf, type ArticleRequest } from '../request.ts';
import { research, type Research } from './research.ts';
import { articleRow, isWritten } from '../rows.ts';
import { openStages, type Stages } from './stages.ts';
import type { Written } from '../../../writing/claims/written.ts';

/** An article being written. */
interface Writing {
  article: ArticleRow;
  request: ArticleRequest;
  project: Project;
  attempt: JobAttempt;
  stages: Stages;
}

/** From request to ready article: research → brief → outline → draft → checks. After an interruption, finished stages are not repeated. */
export function createArticleWriting(given: Given & { finishing: Finishing; ends: Ends; batches: Batches }): JobKind {
  const { store, system, projects, finishing, ends, batches, config } = given;

  async function open(attempt: JobAttempt): Promise<Writing> {
    const article = await articleRow(store.db, attempt.resourceId);
    const request = requestOf(article);
    const project = await projects.get(article.project_id);
    return { article, request, project, attempt, stages: await openStages(store, system, attempt) };
  }

  function doResearch({ article, request, attempt, stages }: Writing): Promise<Research> {
    const tell = (step: string, share: number) => attempt.report(step, 0.05 + 0.25 * share);
    const about = { projectId: article.project_id, request };
    return stages.run('research', { status: 'researching', step: 'gathering sources', progress: 0.05 }, () =>
      research(given, about, attempt.signal, tell),
    );
  }

  function doBrief({ article, stages }: Writing, material: Material, { competing }: Research): Promise<WritingBrief> {
    return stages.run('brief', { status: 'researching', step: 'choosing passages', progress: 0.3 }, async () => {
      const { plan, brief } = await material.prepare(store.db, article.id, competing);
      if (!plan.ok && article.writer === 'extractive') throw insufficientSources(plan);
      if (!plan.ok) await material.refuseThin();
      return brief;
    });
  }

  async function craftOf({ article, request, attempt: { signal } }: Writing, material: Material): Promise<Craft> {
    if (article.writer !== 'llm') return extractiveCraft(material);
    const { openModelWriter } = await import('./model/writer.ts');
    return openModelWriter(given, { projectId: article.project_id, request, signal });
  }

  const doOutline = (stages: Stages, craft: Craft, brief: WritingBrief) =>
    stages.run<Outlined>('outline', { status: 'outlining', step: 'outlining', progress: 0.4 }, (stage) => craft.outline(brief, stage));

  const doDraft = (stages: Stages, craft: Craft, brief: WritingBrief, outlined: Outlined) =>
    stages.run<Written, DraftSoFar>('draft', { status: 'writing', step: 'writing', progress: 0.5 }, (stage) =>
      craft.draft(brief, outlined, stage),
    );

  /** Waits for the agent's draft or its deadline; until then nothing runs. */
  function waitForDraft({ article }: Writing, stages: Stages): Waiting {
    const now = system.now();
    if (article.draft_due_at !== null && article.draft_due_at <= now) throw draftTimeout(config.draftDeadlineMs);
    const until = article.draft_due_at ?? now + config.draftDeadlineMs;
    return {
      waitsFor: 'draft',
      until,
      async write(tx: Tx) {
        await stages.wait(tx, 'draft');
        await tx
          .updateTable('articles')
          .set({ status: 'awaiting_draft', draft_due_at: until, updated_at: system.now() })
          .where('id', '=', article.id)
          .execute();
        await batches.itemWaits(tx, article);
      },
    };
  }

  return {
    async run(attempt) {
      const writing = await open(attempt);
      const { article, stages } = writing;
      const found = await doResearch(writing);
      const material = openMaterial({
        ...given,
        ...writing,
        documentIds: found.documentIds ?? undefined,
        verbatim: article.writer === 'extractive',
        signal: attempt.signal,
      });
      const brief = await doBrief(writing, material, found);
      const craft = await craftOf(writing, material);
      const outlined = await doOutline(stages, craft, brief);
      if (article.writer === 'agent') return waitForDraft(writing, stages);
      const written = await doDraft(stages, craft, brief, outlined);
      const { judge, usage } = craft.checking(written);
      const end = await stages.run('checks', { status: 'checking', step: 'checking', progress: 0.9, kept: false }, () =>
        finishing.finish({ ...writing, written, brief, judge, signal: attempt.signal }),
      );
      return {
        async write(tx) {
          await stages.settle(tx);
          return ends.ready(tx, article, { ...end, usage: usage(), reason: isWritten(article) ? 'regenerated' : 'written' });
        },
      };
    },
    failed: ends.failed,
    canceled: ends.canceled,
  };
}

function draftTimeout(draftDeadlineMs: number): AppError {
  return new AppError('draft_timeout', `No draft was submitted within ${Math.round(draftDeadlineMs / 86_400_000)} days.`, {
    hint: 'Ask for the article again with articles_create, and submit its draft with articles_submit_draft.',
  });
}
