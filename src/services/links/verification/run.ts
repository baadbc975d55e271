import type { ExpressionBuilder } from 'kysely';
import type { LinkState } from '../../../../schema/link-building.ts';
import { polite, type Polite } from '../../../crawl/polite.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Hosts } from '../../common/hosts.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { parsedOrNull } from '../../common/wire.ts';
import { requireSite } from '../discovery/ground.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { checkLink, type Remembered, type Seen } from './check.ts';

export interface VerificationState {
  /** What was looked at since then is done. */
  since: number;
  /** Absent: all placed links. */
  ids?: string[];
}

/** Links that are looked at at the same time, each at another host: a prospect is one. */
const atOnce = 5;
const maxRead = 50;
/** Lost links that a result names; link_prospects_list has all. */
const maxNamed = 20;

type PlacedRow = Pick<LinkProspectRow, 'id' | 'host' | 'placed_url' | 'target_url' | 'link_state' | 'link_seen'>;

/** One attempt at a look at the links of a project. */
interface Course {
  attempt: JobAttempt;
  state: VerificationState;
  siteUrl: string;
  way: Polite;
  total: number;
  done: number;
}

/** Looks at placed links. Each look is kept as it comes: after an interruption none is looked at twice. */
export function createVerifying(given: Given & { hosts: Hosts }): JobKind {
  const { store, system, projects, hosts } = given;

  async function lookAtOne(course: Course, row: PlacedRow): Promise<void> {
    const { attempt, siteUrl, way, state } = course;
    const before = parsedOrNull<Remembered>(row.link_seen);
    const placed = { placedUrl: row.placed_url!, siteUrl, targetUrl: row.target_url, before };
    const seen = await checkLink({ ...given, way }, placed, attempt.signal);
    course.done++;
    const step = `looked at ${Math.min(course.done, course.total)} of ${course.total} links`;
    await attempt.report(step, Math.min(1, course.done / course.total), (tx) =>
      keepSeen(tx, { system, since: state.since }, { row, before, seen }),
    );
  }

  async function lookAtAll(course: Course): Promise<void> {
    const { attempt, state } = course;
    for (;;) {
      const rows = await placedIn(store.db, attempt.resourceId, state).where(isWaiting(state.since)).orderBy('link_checked_at').orderBy('id').limit(maxRead).selectAll().execute(); // prettier-ignore
      if (rows.length === 0) return;
      const lookOn = async () => {
        for (let next = rows.shift(); next; next = rows.shift()) await lookAtOne(course, next);
      };
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, lookOn));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    }
  }

  return {
    resumes: true,

    async run(attempt) {
      const state = attempt.state as VerificationState;
      const { siteUrl } = requireSite(await projects.get(attempt.resourceId));
      const way = polite(system, hosts.visit, { ownSite: siteUrl });
      const { total, waiting } = await countLinks(store.db, attempt.resourceId, state);
      await lookAtAll({ attempt, state, siteUrl, way, total, done: total - waiting });
      return { write: (tx) => resultOf(tx, attempt.resourceId, state) };
    },

    // What was seen until then stands.
    async failed() {},
    async canceled() {},
  };
}

/** The placed links of a project that are wanted. */
function placedIn(db: Db | Tx, projectId: string, { ids }: Pick<VerificationState, 'ids'>) {
  const placed = db.selectFrom('link_prospects').where('project_id', '=', projectId).where('status', '=', 'link_placed');
  const withLink = placed.where('placed_url', 'is not', null);
  return ids ? withLink.where('id', 'in', idsIn(ids)) : withLink;
}

const isWaiting = (since: number) => (row: ExpressionBuilder<Tables, 'link_prospects'>) =>
  row.or([row('link_checked_at', 'is', null), row('link_checked_at', '<', since)]);

export async function countLinks(db: Db | Tx, projectId: string, state: VerificationState): Promise<{ total: number; waiting: number }> {
  const count = async (links: ReturnType<typeof placedIn>) =>
    (await links.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  const all = placedIn(db, projectId, state);
  return { total: await count(all), waiting: await count(all.where(isWaiting(state.since))) };
}

/** The same look is no news; another state is told in the log. A link that was changed meanwhile is left for the next look. */
async function keepSeen(
  tx: Tx,
  { system, since }: { system: Pick<Given['system'], 'id' | 'now'>; since: number },
  { row, before, seen }: { row: PlacedRow; before: Remembered | null; seen: Seen },
): Promise<void> {
  const now = Math.max(system.now(), since);
  const isNew = seen.state !== row.link_state;
  const stands = seen.state === 'live' || seen.state === 'nofollow' || seen.state === 'redirected';
  const remembered: Remembered = {
    ...seen,
    // What led there is looked for first where no link stands any more.
    link: seen.link ?? before?.link ?? null,
    stoodAt: stands ? now : (before?.stoodAt ?? null),
    since: isNew || !before ? now : before.since,
  };
  const changes = {
    link_state: seen.state,
    link_seen: JSON.stringify(remembered),
    link_checked_at: now,
    ...(isNew && { updated_at: now }),
  };
  const place = tx.updateTable('link_prospects').set(changes).where('id', '=', row.id).where('placed_url', '=', row.placed_url);
  const { numUpdatedRows } = await place.executeTakeFirstOrThrow();
  if (!isNew || numUpdatedRows === 0n) return;
  const detail = { url: row.placed_url, from: row.link_state, to: seen.state, ...(seen.why !== null && { why: seen.why }) };
  await writeLog(tx, system, [{ prospectId: row.id, kind: 'link_checked', detail }]);
}

const lostStates: ReadonlySet<LinkState> = new Set(['removed', 'page_gone']);

async function resultOf(tx: Tx, projectId: string, state: VerificationState): Promise<Record<string, unknown>> {
  const looked = await placedIn(tx, projectId, state).where('link_checked_at', '>=', state.since).select(['id', 'host', 'placed_url', 'link_state']).orderBy('id').execute(); // prettier-ignore
  const states: Partial<Record<LinkState, number>> = {};
  for (const { link_state } of looked) if (link_state !== null) states[link_state] = (states[link_state] ?? 0) + 1;
  const lost = looked.filter(({ link_state }) => link_state !== null && lostStates.has(link_state));
  return {
    links: looked.length,
    states,
    lost: lost.slice(0, maxNamed).map(({ id, host, placed_url, link_state }) => ({ id, host, url: placed_url, state: link_state })),
    next: lost.length > 0 ? 'link_prospects_get says what was seen; link_prospects_outreach asks for the link again.' : null,
  };
}
