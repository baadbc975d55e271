import type { Project } from '../../../../../schema/projects.ts';
import type { Tx } from '../../../../db/open.ts';
import type { ArticleRow } from '../../../../db/rows/articles.ts';
import { AppError, errorTable } from '../../../../errors.ts';
import { delayAfter } from '../../../../webhooks/backoff.ts';
import type { Given } from '../../given.ts';
import { countOne } from '../../queries.ts';
import { parsed } from '../../../common/wire.ts';
import { openClock } from './clock.ts';

/** The kind of work that sends what has its turn, one piece a project. */
export const release = 'article.release';
export const releaseOf = (projectId: string) => `${release} ${projectId}`;

/** Kept with the publication of an article in its turn. Each try is a job of one attempt, so that hours and settings of that time rule it. */
export interface Turn {
  /** When the article began to wait: it tells one of its turns from another. */
  since: number;
  /** That failed. */
  tries: number;
  /** When it may be tried again; null while it is tried, and once it has ended. */
  nextAt: number | null;
}

/** Three days at least, also for a site that is down over a weekend: what is behind it waits as long. */
const maxTries = 17;

/** Those that wait for their turn to go to WordPress and Ghost. An article stays in line until it is in all of them, or was given up. */
export interface Line {
  /** Throws `unavailable` where an article that was to go may not go any more. */
  requireTurn(tx: Tx, articleId: string, turn: Turn): Promise<void>;
  /** A turn after a try that failed, or was canceled (null). */
  afterFailure(turn: Turn, error: AppError | null): Turn;
  /** Called when a publication of an article in its turn has ended in any way. */
  ended(tx: Tx, articleId: string, turn: Turn): Promise<void>;
  /** It does not wait any more. */
  forget(tx: Tx, articleId: string): Promise<void>;
  /** Has whoever sends look now: what stood in the way may have gone. */
  wake(tx: Tx, projectId: string): Promise<void>;
}

export function createLine({ system, queue, projects }: Given): Line {
  const forget = async (tx: Tx, articleId: string): Promise<void> =>
    void (await tx.deleteFrom('waiting_publications').where('article_id', '=', articleId).execute());

  const wake = (tx: Tx, projectId: string) =>
    queue.enqueue(tx, { kind: release, key: releaseOf(projectId), payload: { projectId }, dueAt: system.now() });

  return {
    forget,
    wake,

    async requireTurn(tx, articleId, { since }) {
      const waiting = tx.selectFrom('waiting_publications').innerJoin('articles', 'articles.id', 'article_id');
      const mine = waiting.select(['articles.project_id', 'gated', 'score']).where('article_id', '=', articleId);
      const article = await mine.where('since', '=', since).where('waits_for', '=', 'turn').executeTakeFirst();
      const project = article && (await projects.resolve(article.project_id, tx));
      if (article && project && mayGo(article, project) && (await openFrom(project, system.now())) <= system.now()) return;
      throw new AppError('unavailable', 'Its turn was over before it could be sent.');
    },

    afterFailure({ since, tries }, error) {
      const again = error !== null && errorTable[error.code].retryable && tries + 1 < maxTries;
      const delay = delayAfter(tries + 1, 1000 * (error?.retryAfterSeconds ?? 0));
      return { since, tries: tries + 1, nextAt: again ? system.now() + delay : null };
    },

    async ended(tx, articleId, { since }) {
      const { project_id } = await tx.selectFrom('articles').select('project_id').where('id', '=', articleId).executeTakeFirstOrThrow();
      const project = await projects.resolve(project_id, tx);
      const publications = await publicationsInTurn(tx, articleId, since);
      if (publications.every(({ isOver }) => isOver)) {
        await tx.deleteFrom('waiting_publications').where('article_id', '=', articleId).where('since', '=', since).execute();
        const clock = await openClock(project.timezone);
        await countOne(tx, project.id, clock.dayOf(system.now()));
      }
      await wake(tx, project.id);
    },
  };
}

/** A publication of an article in its turn. */
interface InTurn {
  target: string;
  turn: Turn;
  /** Whether its job is: one that came with another desk's articles may have left it behind. */
  isUnderWay: boolean;
  /** Whether it is not tried again. */
  isOver: boolean;
}

/** What has begun of a turn of an article. */
export async function publicationsInTurn(db: Pick<Tx, 'selectFrom'>, articleId: string, since: number): Promise<InTurn[]> {
  const all = db.selectFrom('publications').leftJoin('jobs', 'jobs.id', 'job_id').where('article_id', '=', articleId);
  const rows = await all.select(['target', 'publications.status', 'wanted', 'jobs.id as job', 'finished_at']).execute();
  return rows.flatMap(({ target, status, wanted, job, finished_at }) => {
    const { turn } = parsed<{ turn?: Turn }>(wanted);
    const isPending = status === 'pending';
    const isUnderWay = isPending && job !== null && finished_at === null;
    return turn?.since === since ? [{ target, turn, isUnderWay, isOver: !isPending && turn.nextAt === null }] : [];
  });
}

/** Whether an article is good enough to go by itself. */
export function mayGo({ gated, score }: Pick<ArticleRow, 'gated' | 'score'>, { autoPublish: { minScore } }: Project): boolean {
  return gated === 0 && (score ?? 0) >= minScore;
}

/** From when on, at the earliest then, the hours of a project let anything go. */
export async function openFrom({ timezone, autoPublish: { quietHours } }: Project, instant: number): Promise<number> {
  return quietHours === null ? instant : (await openClock(timezone)).nextOpen(instant, quietHours);
}
