import type { CalendarPage, ChangedSlot, NewSlots, PlannedSlots, SimilarPiece, SlotPatch } from '../../../../schema/calendar.ts';
import type { Deleted, Refused } from '../../../../schema/common.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { CalendarSlotRow } from '../../../db/rows/planning.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { textsThere, type TextsThere } from '../queries.ts';
import { changeSlot } from './change-slot.ts';
import { freeDays, type WantedDays } from './free-days.ts';
import { readFeed, type Feed } from './feed.ts';
import type { Given } from './given.ts';
import { listSlots, type SlotFilter } from './list-slots.ts';
import { alone, planSlots, type Around } from './new-slots.ts';
import { similarTo } from './similar.ts';
import { slotRow, statusOf } from './slots.ts';
import { holdersOf, type Holder } from './taken.ts';

/** What is to be written, and when. */
export interface Calendar {
  /** In the order of date and time. Throws `invalid_input`, `not_found`, `project_required`. */
  list(input: SlotFilter & { projectId?: string }): Promise<CalendarPage>;
  /** What concerns one slot refuses only that slot. Throws `not_found`, `project_required`, and where no slot is left `conflict` or `invalid_input`. */
  create(input: NewSlots, refused?: readonly Refused[]): Promise<PlannedSlots>;
  /** The same with what else happens in its transaction. */
  createWithin<Answer>(input: NewSlots, around: Around<Answer>): Promise<Answer>;
  /** What stands in a project's calendar from a day on, in the order of the ids; bounded by what a calendar holds. */
  standing(projectId: string, from: string, tx?: Tx): Promise<StandingSlot[]>;
  /** Throws `not_found`, `invalid_input`, and `conflict` for a slot that is begun and for a keyword that is taken. */
  update(patch: SlotPatch): Promise<ChangedSlot>;
  /** Its article stays. Throws `not_found`, and `conflict` while it is being written. */
  delete(id: string): Promise<Deleted>;
  /** What is planned, being written, ready or published for the same keyword as one of these; in their order, undefined for one that is free. */
  holders(project: Pick<Project, 'id' | 'language'>, keywords: readonly string[]): Promise<(Holder | undefined)[]>;
  /** Posts, articles, pages that Google shows and planned slots that are near to some of these keywords, nearest first. */
  similar(
    project: Pick<Project, 'id' | 'language' | 'searchConsoleProperty'>,
    keywords: readonly string[],
  ): Promise<ReadonlyMap<string, SimilarPiece[]>>;
  /** What articles could stand on. */
  textsThere(projectId: string): Promise<TextsThere>;
  /** Days of the project, from tomorrow on, on which nothing is planned; in order. */
  freeDays(project: Pick<Project, 'id' | 'timezone'>, wanted: WantedDays): Promise<string[]>;
  /** The feed at an address; undefined if there is none. */
  feed(token: string): Promise<Feed | undefined>;
}

/** What is planned, begun or ended, as far as its day and keyword go. */
export type StandingSlot = Pick<CalendarSlotRow, 'id' | 'date' | 'time' | 'keyword'>;

export function createCalendar(given: Given): Calendar {
  const { store, system, queue, projects, articles, posts, sitePages, publicUrl } = given;

  return {
    async list({ projectId, ...filter }) {
      const project = await projects.resolve(projectId);
      const writer = await articles.writerFor(project);
      const page = await listSlots(store.db, system.pause, { projectId: project.id, writer }, filter);
      const token = await calendarToken(store.db, project.id);
      return { ...page, timezone: project.timezone, feedUrl: `${publicUrl()}/calendar/${token}.ics` };
    },

    create: (input, refused = []) => planSlots(given, input, refused, alone),
    createWithin: (input, around) => planSlots(given, input, [], around),

    standing: (projectId, from, tx) =>
      (tx ?? store.db)
        .selectFrom('calendar_slots')
        .select(['id', 'date', 'time', 'keyword'])
        .where('project_id', '=', projectId)
        .where('date', '>=', from)
        .orderBy('id')
        .execute(),

    update: (patch) => changeSlot(given, patch),

    async delete(id) {
      await store.write(async (tx) => {
        const slot = await slotRow(tx, id);
        if (statusOf(slot) === 'writing') {
          throw new AppError('conflict', `The slot ${id} is being written.`, { hint: `Cancel its job first: jobs_cancel ${slot.job_id}.` });
        }
        await removeSlots(tx, queue, [id]);
      });
      return { id, deleted: true };
    },

    async holders(project, keywords) {
      const found = await holdersOf({ db: store.db, articles, posts }, project, keywords);
      return keywords.map((keyword) => found.get(storedKey(keyword, project.language)));
    },

    similar: (project, keywords) => similarTo({ db: store.db, sitePages, turn: system.turns() }, project, keywords),

    textsThere: (projectId) => textsThere(store.db, projectId),

    freeDays: (project, wanted) => freeDays({ db: store.db, now: system.now() }, project, wanted),

    feed: (token) => readFeed(store.db, system.now(), token),
  };
}

async function calendarToken(db: Db, projectId: string): Promise<string> {
  const { calendar_token } = await db.selectFrom('projects').select('calendar_token').where('id', '=', projectId).executeTakeFirstOrThrow();
  return calendar_token;
}

async function removeSlots(tx: Tx, queue: Pick<Queue, 'dropAll'>, ids: readonly string[]): Promise<void> {
  await queue.dropAll(tx, ids);
  await tx.deleteFrom('calendar_slots').where('id', 'in', idsIn(ids)).execute();
}

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxRemovedAtOnce = 100;

/** Removes some slots of a project that is being deleted; returns whether there may be more. */
export async function removeCalendar(tx: Tx, queue: Pick<Queue, 'dropAll'>, projectId: string): Promise<boolean> {
  const rows = await tx.selectFrom('calendar_slots').select('id').where('project_id', '=', projectId).limit(maxRemovedAtOnce).execute();
  await removeSlots(
    tx,
    queue,
    rows.map(({ id }) => id),
  );
  return rows.length === maxRemovedAtOnce;
}
