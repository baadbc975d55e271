import type { Project } from '../../../../../schema/projects.ts';
import type { Tx } from '../../../../db/open.ts';
import type { ArticleRow } from '../../../../db/rows/articles.ts';
import { AppError, errorTable } from '../../../../errors.ts';
import { delayAfter } from '../../../../webhooks/backoff.ts';
import type { Given } from '../../given.ts';
import { countedOn, countOne } from '../../queries.ts';
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
  /** It does not wait any more: whoever sends looks for the next. */
  forget(tx: Tx, articleId: string): Promise<void>;
  /** Called when it is sent by hand: it waits no longer, unless one of the configured targets still lacks it. */
  sent(tx: Tx, articleId: string, configured: readonly string[]): Promise<void>;
  /** Has whoever sends look then. Default: now, as what stood in the way may have gone. */
  wake(tx: Tx, projectId: string, dueAt?: number): Promise<void>;
}

export function createLine({ system, queue, projects }: Given): Line {
  async function forget(tx: Tx, articleId: string): Promise<void> {
    const [forgotten] = await tx.deleteFrom('waiting_publications').where('article_id', '=', articleId).returning('project_id').execute();
    if (forgotten) await wake(tx, forgotten.project_id);
  }

  const wake = (tx: Tx, projectId: string, dueAt = system.now()) =>
    queue.enqueue(tx, { kind: release, key: releaseOf(projectId), payload: { projectId }, dueAt });

  return {
    forget,
    wake,

    async sent(tx, articleId, configured) {
      const waiting = tx.selectFrom('waiting_publications').select('since').where('article_id', '=', articleId);
      const found = await waiting.executeTakeFirst();
      if (!found) return;
      const begun = await publicationsInTurn(tx, articleId, found.since);
      if (lacking(configured, begun).length === 0) await forget(tx, articleId);
    },

    async requireTurn(tx, articleId, { since }) {
      const waiting = tx.selectFrom('waiting_publications').innerJoin('articles', 'articles.id', 'article_id');
      const mine = waiting.select(['articles.project_id', 'gated', 'score']).where('article_id', '=', articleId);
      const article = await mine.where('since', '=', since).where('waits_for', '=', 'turn').executeTakeFirst();
      const project = article && (await projects.resolve(article.project_id, tx));
      const now = system.now();
      // The one before it may have taken the last place of the day meanwhile.
      const hasRoom = async () => hasPlace(await publicationsInTurn(tx, articleId, since)) || !(await isFull(tx, project!, now));
      if (article && project && mayGo(article, project) && (await openFrom(project, now)) <= now && (await hasRoom())) return;
      throw new AppError('unavailable', 'Its turn was over before it could be sent.');
    },

    afterFailure({ since, tries }, error) {
      const again = error !== null && errorTable[error.code].retryable && tries + 1 < maxTries;
      const delay = delayAfter(tries + 1, 1000 * (error?.retryAfterSeconds ?? 0));
      return { since, tries: tries + 1, nextAt: again ? system.now() + delay : null };
    },

    async ended(tx, articleId, { since, nextAt }) {
      const { project_id } = await tx.selectFrom('articles').select('project_id').where('id', '=', articleId).executeTakeFirstOrThrow();
      const project = await projects.resolve(project_id, tx);
      const publications = await publicationsInTurn(tx, articleId, since);
      // Its place of the day is taken where it is over first, at whichever target.
      if (nextAt === null && publications.filter(tookPlace).length === 1) {
        const clock = await openClock(project.timezone);
        await countOne(tx, project.id, clock.dayOf(system.now()));
      }
      if (publications.every(({ isOver }) => isOver))
        await tx.deleteFrom('waiting_publications').where('article_id', '=', articleId).where('since', '=', since).execute();
      await wake(tx, project.id);
    },
  };
}

/** A publication of an article in its turn, or one by hand that takes its place. */
interface InTurn {
  target: string;
  turn: Turn;
  /** Whether its job is: one that came with another desk's articles may have left it behind. */
  isUnderWay: boolean;
  /** Whether it is not tried again. */
  isOver: boolean;
  isByHand: boolean;
}

const tookPlace = ({ isOver, isByHand }: InTurn) => isOver && !isByHand;

/** Whether an article has its place of the day: what it still has to go to needs no other. */
export function hasPlace(begun: readonly InTurn[]): boolean {
  return begun.some(tookPlace);
}

/** Those of the configured targets that an article still has to go to in its turn. */
export function lacking<Target extends string>(configured: readonly Target[], begun: readonly InTurn[]): Target[] {
  return configured.filter((target) => !begun.some((one) => one.target === target && one.isOver));
}

/** What has begun of a turn of an article, and what is sent or has arrived by hand as it is now. */
export async function publicationsInTurn(db: Pick<Tx, 'selectFrom'>, articleId: string, since: number): Promise<InTurn[]> {
  const publications = db.selectFrom('publications').innerJoin('articles', 'articles.id', 'article_id').where('article_id', '=', articleId);
  const all = publications.leftJoin('jobs', 'jobs.id', 'publications.job_id');
  const more = ['publications.version', 'publications.updated_at', 'articles.version as newest'] as const;
  const rows = await all.select(['target', 'publications.status', 'wanted', 'jobs.id as job', 'finished_at', ...more]).execute();
  return rows.flatMap(({ target, status, wanted, job, finished_at, version, updated_at, newest }): InTurn[] => {
    const { turn } = parsed<{ turn?: Turn }>(wanted);
    const isPending = status === 'pending';
    const isUnderWay = isPending && job !== null && finished_at === null;
    if (turn?.since === since) return [{ target, turn, isUnderWay, isOver: !isPending && turn.nextAt === null, isByHand: false }];
    const isByHand = turn === undefined && ((isUnderWay && updated_at >= since) || (status === 'published' && version === newest));
    return isByHand ? [{ target, turn: { since, tries: 0, nextAt: null }, isUnderWay: false, isOver: true, isByHand }] : [];
  });
}

/** Whether an article is good enough to go by itself. */
export function mayGo({ gated, score }: Pick<ArticleRow, 'gated' | 'score'>, { autoPublish: { minScore } }: Project): boolean {
  return gated === 0 && (score ?? 0) >= minScore;
}

/** Whether as much has gone by itself on the day of an instant as may. */
export async function isFull(tx: Tx, { id, timezone, autoPublish: { dailyCap } }: Project, instant: number): Promise<boolean> {
  return (await countedOn(tx, id, (await openClock(timezone)).dayOf(instant))) >= dailyCap;
}

/** From when on, at the earliest then, the hours of a project let anything go. */
export async function openFrom({ timezone, autoPublish: { quietHours } }: Project, instant: number): Promise<number> {
  return quietHours === null ? instant : (await openClock(timezone)).nextOpen(instant, quietHours);
}
