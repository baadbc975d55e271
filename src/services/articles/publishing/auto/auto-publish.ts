import type { AutoPublishPatch, AutoPublishState } from '../../../../../schema/auto-publish.ts';
import type { Project } from '../../../../../schema/projects.ts';
import type { Tx } from '../../../../db/open.ts';
import type { ArticleRow } from '../../../../db/rows/articles.ts';
import { AppError } from '../../../../errors.ts';
import type { Worker } from '../../../../queue/worker.ts';
import { given as whatIsGiven } from '../../../common/wire.ts';
import type { Given } from '../../given.ts';
import { judgeAnew } from '../../queries.ts';
import { hasEnded } from '../../rows.ts';
import type { Targets } from '../targets.ts';
import { openClock } from './clock.ts';
import { hasPlace, isFull, lacking, mayGo, openFrom, publicationsInTurn, release, releaseOf, type Line } from './line.ts';
import { stateOf } from './state.ts';

/** What goes to WordPress and Ghost by itself. */
export interface AutoPublishing {
  /** Changes what is given, and says what waits and when it goes. Throws `not_found`, `project_required`, `invalid_input`. */
  set(input: AutoPublishPatch): Promise<AutoPublishState>;
}

/** The same for the rest of this group. */
export interface PublishingInTurn extends AutoPublishing {
  /** Has an article that is ready wait for its turn or for a person. Where nothing stands in the way, its turn is now. */
  wait(tx: Tx, project: Project, article: Pick<ArticleRow, 'id' | 'score'>): Promise<void>;
  /** Its text has changed: where its score was too low and is no longer, it waits for its turn. */
  changed(tx: Tx, article: Pick<ArticleRow, 'id' | 'project_id' | 'score'>): Promise<void>;
  /** Called in the transaction that changes the project. */
  projectChanged(tx: Tx, project: Project, before: Project | null): Promise<void>;
  /** Drops the work of a project that is being deleted. */
  removeProject(tx: Tx, projectId: string): Promise<void>;
  worker: Worker;
}

/** What became of the first in turn: it waits for a person now, or nothing goes before an instant; undefined where nothing waits. */
type Step = 'next' | number | undefined;

/** So often it is looked at what is under way, as that may end without a word: an article is deleted, or cannot be written anew. */
const lookAgainMs = 600_000;

export function createAutoPublishing(given: Given & { targets: Targets; line: Line }): PublishingInTurn {
  const { store, system, queue, projects, targets, line } = given;

  /** The one that has waited longest, of those that are not being written anew if there are any. */
  const firstInTurn = (tx: Tx, projectId: string) =>
    tx
      .selectFrom('waiting_publications')
      .innerJoin('articles', 'articles.id', 'waiting_publications.article_id')
      .select(['articles.id', 'articles.project_id', 'articles.score', 'articles.gated', 'articles.status', 'since'])
      .where('waiting_publications.project_id', '=', projectId)
      .where('waits_for', '=', 'turn')
      .orderBy((make) => make.case().when('articles.status', 'in', ['ready', 'published']).then(0).else(1).end())
      .orderBy('since')
      .orderBy('article_id')
      .limit(1)
      .executeTakeFirst();

  /** Sends the first in turn, if the hour and the cap allow it. */
  async function step(tx: Tx, project: Project): Promise<Step> {
    const article = await firstInTurn(tx, project.id);
    if (!article) return undefined;
    const now = system.now();
    const begun = await publicationsInTurn(tx, article.id, article.since);
    if (!hasEnded(article) || begun.some(({ isUnderWay }) => isUnderWay)) return now + lookAgainMs;
    // It may have been changed while it waited.
    if (!mayGo(article, project)) {
      await waitForPerson(tx, article);
      return 'next';
    }
    const from = Math.max(now, ...begun.map(({ turn }) => turn.nextAt ?? 0));
    const open = await openFrom(project, from);
    if (open > now) return open;
    const configured = await targets.configured(project.id, tx);
    if (configured.length === 0 || (!hasPlace(begun) && (await isFull(tx, project, now))))
      return openFrom(project, (await openClock(project.timezone)).nextDay(now));
    const to = lacking(configured, begun);
    if (to.length === 0) {
      await leave(tx, article.id);
      return 'next';
    }
    const tries = Math.max(0, ...begun.map(({ turn }) => turn.tries));
    await targets.start(tx, article, to, { overwrite: false, turn: { since: article.since, tries, nextAt: null } });
    return now + lookAgainMs;
  }

  /** It would have its turn, but a gate objects or its score is too low. */
  async function waitForPerson(tx: Tx, { id, gated }: Pick<ArticleRow, 'id' | 'gated'>): Promise<void> {
    if (gated === 0) {
      await tx.updateTable('waiting_publications').set({ waits_for: 'score' }).where('article_id', '=', id).execute();
      return;
    }
    await tx.updateTable('articles').set({ publish_held: 1 }).where('id', '=', id).execute();
    await leave(tx, id);
  }

  /** Whoever calls goes on with the next, so nobody is woken. */
  async function leave(tx: Tx, articleId: string): Promise<void> {
    await tx.deleteFrom('waiting_publications').where('article_id', '=', articleId).execute();
  }

  /** Notes when the next has its turn. */
  async function noteNext(tx: Tx, projectId: string, next_at: number | null): Promise<void> {
    await tx
      .insertInto('auto_publishing')
      .values({ project_id: projectId, day: '', published: 0, next_at })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ next_at }))
      .execute();
  }

  async function stepAndNote(tx: Tx, project: Project): Promise<Step> {
    const outcome = await step(tx, project);
    if (outcome !== 'next') await noteNext(tx, project.id, outcome ?? null);
    return outcome;
  }

  /** Something has joined those that wait for their turn. */
  async function goOn(tx: Tx, project: Project): Promise<void> {
    const outcome = await stepAndNote(tx, project);
    if (outcome !== undefined) await line.wake(tx, project.id, outcome === 'next' ? system.now() : outcome);
  }

  return {
    async wait(tx, project, { id: article_id, score }) {
      const { mode, minScore } = project.autoPublish;
      const waits_for = mode === 'review' ? 'review' : (score ?? 0) < minScore ? 'score' : 'turn';
      const row = { article_id, project_id: project.id, waits_for, since: system.now() } as const;
      await tx.insertInto('waiting_publications').values(row).execute();
      if (waits_for === 'turn') await goOn(tx, project);
    },

    async changed(tx, { id, project_id, score }) {
      const project = await projects.resolve(project_id, tx);
      if ((score ?? 0) < project.autoPublish.minScore) return;
      const waiting = tx.updateTable('waiting_publications').set({ waits_for: 'turn' }).where('article_id', '=', id);
      const { numUpdatedRows } = await waiting.where('waits_for', '=', 'score').executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await goOn(tx, project);
    },

    async projectChanged(tx, project, before) {
      const isSame = JSON.stringify(project.autoPublish) === JSON.stringify(before?.autoPublish) && project.timezone === before?.timezone;
      if (before === null || isSame) return;
      const { mode, minScore } = project.autoPublish;
      if (mode === 'off') await tx.deleteFrom('waiting_publications').where('project_id', '=', project.id).execute();
      else await judgeAnew(tx, project.id, mode === 'review' ? null : minScore);
      if (mode === 'auto') await line.wake(tx, project.id);
      else await queue.drop(tx, releaseOf(project.id));
    },

    async removeProject(tx, projectId) {
      await queue.drop(tx, releaseOf(projectId));
      await tx.deleteFrom('auto_publishing').where('project_id', '=', projectId).execute();
    },

    async set({ projectId, ...changes }) {
      refuseEndless(changes.quietHours);
      const asked = whatIsGiven(changes);
      const { project, letGo } = await store.write(async (tx) => {
        const before = await projects.resolve(projectId, tx);
        if (Object.keys(asked).length === 0) return { project: before, letGo: 0 };
        const { waiting } = await tx
          .selectFrom('waiting_publications')
          .select((make) => make.fn.countAll<number>().as('waiting'))
          .where('project_id', '=', before.id)
          .executeTakeFirstOrThrow();
        const changed = await projects.setAutoPublish(tx, before.id, asked);
        return { project: changed, letGo: changed.autoPublish.mode === 'off' ? waiting : 0 };
      });
      return stateOf(given, project, letGo);
    },

    worker: {
      kind: release,
      slots: 2,
      perLane: 1,
      leaseMs: 15_000,
      async handle(payload) {
        const { projectId } = payload as { projectId: string };
        for (;;) {
          const outcome = await store.write(async (tx) => {
            const project = await projects.resolve(projectId, tx);
            return project.autoPublish.mode === 'auto' ? stepAndNote(tx, project) : undefined;
          });
          if (outcome !== 'next') return outcome === undefined ? {} : { retryAt: outcome };
          await system.pause(0);
        }
      },
    },
  };
}

/** Throws `invalid_input` for quiet hours that would never begin, or never end. */
function refuseEndless(quiet: AutoPublishPatch['quietHours']): void {
  if (!quiet || quiet.from !== quiet.to) return;
  const detail = 'from and to must differ';
  throw new AppError('invalid_input', `quietHours: ${detail}.`, {
    hint: 'Give null for no quiet hours, or mode review where nothing is to go out by itself.',
    errors: [{ pointer: '/quietHours/to', detail, code: 'same_time' }],
  });
}
