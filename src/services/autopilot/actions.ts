import type { Action, ActionDismissal, ActionPage, ActionQuestion, DismissedAction, RunAction } from '../../../schema/actions.ts';
import type { Overview } from '../../../schema/overview.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Store } from '../../db/open.ts';
import type { ActionMarkRow } from '../../db/rows/autopilot.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../operation.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import type { Foundation } from '../common/group.ts';
import { maxOffers } from '../common/actions.ts';
import { costOf, tidied } from '../common/overview.ts';
import { decodeCursor, encodeCursor } from '../common/paging.ts';
import { isoTime, isoTimeOrNull } from '../common/wire.ts';
import type { Board } from './board.ts';
import { markOf, marksOf, runningMs, setMark, undoRun } from './marks.ts';
import { idPrefixOf, inOrder, type Weighed } from './weigh.ts';

/** What to do next. */
export interface Actions {
  /** The first to do first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: ActionQuestion): Promise<ActionPage>;
  /** The first open ones of a project, or of all; null where these are too many to look through. Throws `not_found`. */
  first(projectId: string | undefined): Promise<Overview['doNext']>;
  /** Throws `not_found`, `conflict` where it was run already, `insufficient_scope`, and what its operation throws; then nothing is marked. */
  run(id: string, caller: Caller): Promise<RunAction>;
  /** Throws `not_found`, `invalid_input` for a time that has passed, and `conflict` while it is being run. */
  dismiss(input: ActionDismissal): Promise<DismissedAction>;
}

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  board: Board;
  invoke: Foundation['invoke'];
}

type Standing = Weighed & Pick<Action, 'status'>;

/** What an answer may name that goes on after it. */
type Begun = { jobId?: string | null; publications?: { status: string; jobId: string | null }[] };

/** Actions that the overview shows, and projects that it looks through for them. */
const maxFirst = 5;
const maxProjects = 5;
/** In characters, there. */
const maxWhy = 140;

/** In estimated tokens: a page of no given length. */
const pageRoom = 2_250;

const scale =
  'priority = impact × confidence ÷ effort. impact 1–5: what it brings; effort 1–5: what is left to do, 1 where the call does it all; confidence 0–1: how sure it is to help. Judgements, the same for every project.';

const nothingHint =
  'Nothing is to be done by what is known. More is known with a siteUrl (projects_update) and audit_start or posts_refresh, documents (knowledge_create), competitors (competitors_add), search_console_import, topics_create or prompts_create.';

export function createActions({ store, system, projects, board, invoke }: Needs): Actions {
  /** What can be run now, or could if it had not been run or dismissed; and what is missing. */
  async function standing(project: Project): Promise<{ all: Standing[]; notes: readonly string[] }> {
    const { actions, notes } = await board.of(project);
    const now = system.now();
    const current = actions.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    const marks = await marksOf(
      store.db,
      current.map(({ id }) => id),
    );
    return { all: current.map((action) => ({ ...action, status: statusOf(action, marks.get(action.id), now) })), notes };
  }

  /** Of each reason the best that are open: the next come once these are done. */
  async function shownOf(project: Project): Promise<{ all: Standing[]; notes: readonly string[] }> {
    const { all, notes } = await standing(project);
    const open = all.filter(({ status }) => status === 'open');
    const best = [...Map.groupBy(open, ({ reason }) => reason).values()].flatMap((some) =>
      some.toSorted((one, other) => one.nth - other.nth).slice(0, maxOffers),
    );
    const shown = new Set(best);
    return { all: all.filter((action) => action.status !== 'open' || shown.has(action)), notes };
  }

  /** Throws `not_found`, and `conflict` for one that was run and has no cause any more. */
  async function offered(id: string): Promise<Weighed & { projectId: string }> {
    const all = await store.db.selectFrom('projects').select('id').where('arriving', '=', 0).execute();
    const owners = all.filter((project) => id.startsWith(idPrefixOf(project.id)));
    for (const { id: projectId } of owners) {
      const { all: ours } = await standing(await projects.get(projectId));
      const action = ours.find((one) => one.id === id);
      if (action) return { ...action, projectId };
    }
    const mark = await markOf(store.db, id);
    if (mark?.mark === 'run') throw alreadyRun(mark);
    throw new AppError('not_found', `There is no action ${id}: it never was, or what it rested on has gone.`, {
      hint: 'See actions_list.',
    });
  }

  /** Takes it for this call alone. Returns how it was marked before. */
  function begin({ id, projectId, cause, operation }: Weighed & { projectId: string }): Promise<ActionMarkRow | undefined> {
    return store.write(async (tx) => {
      const now = system.now();
      const before = await markOf(tx, id);
      if (before?.cause === cause) refuseTaken(before, now);
      await setMark(tx, { action_id: id, project_id: projectId, mark: 'running', cause, operation, until: null, marked_at: now });
      return before;
    });
  }

  return {
    async list({ projectId, type, status = 'open', limit, cursor }) {
      const after = placeIn(cursor);
      const { all, notes } = await shownOf(await projects.resolve(projectId));
      const wanted = all.filter((action) => action.status === status && (type === undefined || action.type === type));
      const rest = after === undefined ? wanted : wanted.filter((action) => inOrder(after, action) < 0);
      const shown = rest.slice(0, limit ?? fitting(rest));
      const last = shown.at(-1);
      return {
        data: shown.map(toAction),
        nextCursor: last !== undefined && rest.length > shown.length ? encodeCursor(`${last.priority}.${last.id}`) : null,
        hint: hintFor({ all, wanted, status }),
        notes: [...notes],
        scale,
        next: status === 'open' && shown[0] ? { operation: 'actions_run', arguments: { id: shown[0].id } } : null,
      };
    },

    async first(projectId) {
      const some = projectId === undefined ? (await projects.list({ limit: maxProjects + 1 })).data : [await projects.get(projectId)];
      if (some.length > maxProjects) return null;
      const open: Standing[] = [];
      for (const project of some) open.push(...(await shownOf(project)).all.filter(({ status }) => status === 'open').slice(0, maxFirst));
      const first = open.toSorted(inOrder).slice(0, maxFirst);
      return first.map(({ id, priority, why }) => ({ id, priority, why: tidied(why, maxWhy) }));
    },

    async run(id, caller) {
      const action = await offered(id);
      const before = await begin(action);
      const { operation, arguments: input, cause, projectId: project_id } = action;
      const { refused: _, ...who } = caller;
      const called = invoke(operation, input, { ...who, viaActions: true });
      const answer = (await called.catch(async (error: unknown) => {
        await store.write((tx) => undoRun(tx, id, before));
        throw error;
      })) as Record<string, unknown>;
      // What the call itself changed, such as a test that failed again, is no news.
      const { actions } = await board.of(await projects.get(project_id));
      const left = actions.find((one) => one.id === id)?.cause ?? cause;
      await store.write((tx) =>
        setMark(tx, { action_id: id, project_id, mark: 'run', cause: left, operation, until: null, marked_at: system.now() }),
      );
      return { id, operation, answer, next: waitFor(answer) };
    },

    async dismiss({ id, until: untilText }) {
      const until = untilText === undefined ? null : Date.parse(untilText);
      const { cause, projectId: project_id } = await offered(id);
      return store.write(async (tx) => {
        const now = system.now();
        if (until !== null && until <= now) throw passed();
        const before = await markOf(tx, id);
        if (before?.mark === 'running') refuseTaken(before, now);
        await setMark(tx, { action_id: id, project_id, mark: 'dismissed', cause, operation: null, until, marked_at: now });
        return { id, status: until === null ? 'dismissed' : 'snoozed', until: isoTimeOrNull(until) };
      });
    },
  };
}

/** The first job under way that an answer names, its own or that of a place where something is published. */
function waitFor(answer: Begun): RunAction['next'] {
  const id = answer.jobId ?? answer.publications?.find(({ status, jobId }) => status === 'pending' && jobId !== null)?.jobId ?? null;
  return id === null ? null : { operation: 'jobs_get', arguments: { id, waitSeconds: 30 } };
}

function statusOf({ cause }: Weighed, mark: ActionMarkRow | undefined, now: number): Action['status'] {
  if (mark?.cause !== cause) return 'open';
  if (mark.mark === 'run') return 'run';
  if (mark.mark === 'running') return now - mark.marked_at < runningMs ? 'run' : 'open';
  if (mark.until === null) return 'dismissed';
  return mark.until > now ? 'snoozed' : 'open';
}

/** Throws `conflict` for what was run, or is being. */
function refuseTaken(mark: ActionMarkRow, now: number): void {
  if (mark.mark === 'run') throw alreadyRun(mark);
  if (mark.mark === 'running' && now - mark.marked_at < runningMs) {
    throw new AppError(
      'conflict',
      `The action ${mark.action_id} is being run: ${mark.operation} is under way since ${isoTime(mark.marked_at)}.`,
      {
        hint: 'Wait for that call to answer, then see actions_list.',
      },
    );
  }
}

function alreadyRun({ action_id, operation, marked_at }: ActionMarkRow): AppError {
  return new AppError('conflict', `The action ${action_id} was run on ${isoTime(marked_at)}, by ${operation}.`, {
    hint: 'It comes back once its cause is another one. See actions_list for what is open.',
  });
}

function passed(): AppError {
  return new AppError('invalid_input', 'until: must be a time to come.', {
    hint: 'Name a later time, or leave until out to dismiss the action.',
    errors: [{ pointer: '/until', detail: 'Must be a time to come.', code: 'in_the_past' }],
  });
}

/** Throws `invalid_input` for what is no cursor of this list. */
function placeIn(cursor: string | undefined): Pick<Weighed, 'priority' | 'id'> | undefined {
  const place = decodeCursor(cursor, /^\d(?:\.\d{1,2})?\.act_\w+$/);
  if (place === undefined) return undefined;
  const at = place.lastIndexOf('.');
  return { priority: Number(place.slice(0, at)), id: place.slice(at + 1) };
}

function hintFor({
  all,
  wanted,
  status,
}: {
  all: readonly Standing[];
  wanted: readonly Standing[];
  status: Action['status'];
}): string | null {
  if (wanted.length > 0) return null;
  if (all.length === 0) return nothingHint;
  const counts = Map.groupBy(all, (action) => action.status);
  const others = [...counts].filter(([other]) => other !== status).map(([other, some]) => `${some.length} ${other}`);
  return `No such action is ${status}; of all there are ${all.length}${others.length > 0 ? `: ${others.join(', ')}` : ''}.`;
}

/** As many of the first as there is room for, one at least. */
function fitting(rest: readonly Standing[]): number {
  let left = pageRoom;
  const over = rest.findIndex((action) => (left -= costOf(toAction(action))) < 0);
  return over === -1 ? rest.length : Math.max(1, over);
}

function toAction({ cause: _, reason: __, nth: ___, expiresAt, status, id, type, ...told }: Standing): Action {
  return { id, type, status, ...told, expiresAt: isoTimeOrNull(expiresAt) };
}
