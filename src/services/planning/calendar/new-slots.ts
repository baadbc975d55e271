import type { ChangedSlot, NewSlots, PlannedSlots } from '../../../../schema/calendar.ts';
import type { Refused } from '../../../../schema/common.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import type { CalendarSlotRow } from '../../../db/rows/planning.ts';
import { AppError, type FieldError } from '../../../errors.ts';
import { topicsThere } from '../../articles/index.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { given as whatIsGiven, isoTime } from '../../common/wire.ts';
import type { Given } from './given.ts';
import { nearestBefore, similarTo } from './similar.ts';
import { defaultTime, requestIn, workOf } from './slots.ts';
import { holdersOf, toldOf, type Holder } from './taken.ts';
import { openZone, type Zone } from './zone.ts';

type NewSlot = NewSlots['slots'][number];

/** Planned slots of a project: as many are moved at once where its time zone changes. */
export const maxPlanned = 500;

/** A slot of the request, with its place in it. */
interface Asked {
  index: number;
  slot: NewSlot;
}

type Judged = Asked & { error?: FieldError };

/** What else happens in the transaction that plans slots: before anything is planned, and after, which gives the answer. What it throws, undoes all. */
export interface Around<Answer> {
  before(tx: Tx): Promise<void>;
  after(tx: Tx, planned: PlannedSlots): Promise<Answer>;
}

/** Nothing else. */
export const alone: Around<PlannedSlots> = { before: async () => {}, after: async (_tx, planned) => planned };

/** Plans what may be planned; a dry run only judges. Throws if nothing may be planned. */
export async function planSlots<Answer>(
  given: Given,
  { slots, allowDuplicate = false, dryRun = false, projectId }: NewSlots,
  unfit: readonly Refused[],
  around: Around<Answer>,
): Promise<Answer> {
  const { store, system, queue, projects, articles, posts, sitePages } = given;
  const before = await projects.resolve(projectId);
  await articles.makeKeys(before);
  const keywords = slots.map(({ keyword }) => keyword);
  const similar = await similarTo({ db: store.db, sitePages, turn: system.turns() }, before, keywords);
  const support = await articles.support(before, slots);
  const writer = await articles.writerFor(before);
  return store.write(async (tx) => {
    await around.before(tx);
    const project = await projects.resolve(before.id, tx);
    const zone = await openZone(project.timezone);
    const now = system.now();
    const holders = allowDuplicate ? undefined : await holdersOf({ db: tx, articles, posts }, project, keywords, tx);
    const asked = slots.flatMap(({ topicId }) => topicId ?? []);
    const topics = await topicsThere(tx, project.id, asked);
    const judged = judge(placed(slots, unfit), { project, today: zone.dayOf(now), holders, topics });
    const right = judged.filter(({ error }) => error === undefined);
    const wrong = judged.flatMap(({ index, slot, error }) => (error ? [{ index, slot, error }] : []));
    if (right.length === 0) throw nothingPlanned(wrong);
    await refuseOverfull(tx, project.id, right.length);
    const rows = right.map(({ slot }) => newRow(slot, { id: system.id('cal'), project, zone, now }));
    if (!dryRun) {
      await tx.insertInto('calendar_slots').values(rows).execute();
      await queue.enqueueAll(tx, rows.map(workOf));
    }
    const nearest = nearestBefore(
      right.map(({ slot }) => slot.keyword),
      project.language,
    );
    const refused = [...unfit, ...wrong.map(({ index, error }) => ({ index, errors: [error] }))];
    const planned: PlannedSlots = {
      slots: rows.map((row, at) =>
        toPlanned(row, {
          id: dryRun ? undefined : row.id,
          similar: similar.get(row.keyword),
          nearTo: right[nearest[at] ?? -1]?.slot,
          ...support[slots.indexOf(right[at]!.slot)],
        }),
      ),
      ...(right.some(({ slot }) => slot.writer === undefined) && { writer }),
      refused: refused.toSorted((one, other) => one.index - other.index),
    };
    return around.after(tx, planned);
  });
}

type Planned = PlannedSlots['slots'][number];

interface Known {
  id: Planned['id'];
  similar: Planned['similar'];
  nearTo: Planned['nearTo'];
  source?: string;
  lack?: string;
}

function toPlanned({ date, time, due_at, keyword, title }: CalendarSlotRow, { id, similar, nearTo, source, lack }: Known): Planned {
  const near = nearTo && { date: nearTo.date, keyword: nearTo.keyword };
  return whatIsGiven({
    id,
    date,
    time,
    dueAt: isoTime(due_at),
    keyword,
    title: title ?? undefined,
    similar,
    nearTo: near,
    source,
    warnings: warningsOf(lack),
  });
}

/** What documents lack for an article, as a warning. */
export function warningsOf(lack: string | undefined): ChangedSlot['warnings'] {
  return lack === undefined ? undefined : [{ code: 'insufficient_sources', message: lack }];
}

/** Where those that are left stood among all, `unfit` ones included. */
function placed(slots: readonly NewSlot[], unfit: readonly Refused[]): Asked[] {
  const taken = new Set(unfit.map(({ index }) => index));
  const free = Array.from({ length: slots.length + taken.size }, (_, index) => index).filter((index) => !taken.has(index));
  return slots.map((slot, at) => ({ index: free[at]!, slot }));
}

interface Bounds {
  project: Project;
  today: string;
  /** Undefined where any keyword may be taken twice. */
  holders: ReadonlyMap<string, Holder> | undefined;
  /** The topics of the request that are there. */
  topics: ReadonlySet<string>;
}

function judge(asked: readonly Asked[], { project, today, holders, topics }: Bounds): Judged[] {
  const here = new Map<string, Asked>();
  return asked.map((one) => {
    const { index, slot } = one;
    if (slot.date < today) return { ...one, error: { pointer: `/slots/${index}/date`, ...pastDay(project, today) } };
    if (slot.topicId !== undefined && !topics.has(slot.topicId))
      return { ...one, error: { pointer: `/slots/${index}/topicId`, detail: 'is no topic of this project', code: 'unknown_topic' } };
    if (!holders) return one;
    const key = storedKey(slot.keyword, project.language);
    const holder = holders.get(key);
    const first = here.get(key);
    const taken = holder ? toldOf(holder) : first && `is in this request already, for ${first.slot.date} (slots/${first.index})`;
    if (taken !== undefined) return { ...one, error: { pointer: `/slots/${index}/keyword`, detail: taken, code: sameKeyword } };
    here.set(key, one);
    return one;
  });
}

export const sameKeyword = 'same_keyword';

export function pastDay({ timezone }: Pick<Project, 'timezone'>, today: string): Omit<FieldError, 'pointer'> {
  return { detail: `must not be before today, which is ${today} in ${timezone}`, code: 'past_day' };
}

export const howToFree = 'Pick another keyword, delete the slot that has it with calendar_delete, or pass allowDuplicate.';

function nothingPlanned(wrong: readonly { slot: NewSlot; error: FieldError }[]): AppError {
  const [{ slot, error }, ...others] = wrong as [(typeof wrong)[number], ...typeof wrong];
  const isTaken = error.code === sameKeyword;
  const what = isTaken
    ? `The keyword ${JSON.stringify(slot.keyword)}`
    : error.code === 'unknown_topic'
      ? `The topic ${slot.topicId}`
      : `The date ${slot.date}`;
  const more = others.length > 0 ? ` (${others.length} more in errors)` : '';
  return new AppError(isTaken ? 'conflict' : 'invalid_input', `${what} ${error.detail}.${more}`, {
    hint: isTaken ? howToFree : error.code === 'unknown_topic' ? 'See topics_list.' : 'Give a day from today on.',
    errors: wrong.map((one) => one.error),
  });
}

/** Throws `conflict` where so many more would be too many. */
export async function refuseOverfull(tx: Tx, projectId: string, more: number): Promise<void> {
  const { planned } = await tx
    .selectFrom('calendar_slots')
    .select((make) => make.fn.countAll<number>().as('planned'))
    .where('project_id', '=', projectId)
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow();
  if (planned + more <= maxPlanned) return;
  throw new AppError('conflict', `A calendar holds ${maxPlanned} planned slots at most; ${planned} are planned.`, {
    hint: 'Plan fewer, or wait until some are written.',
  });
}

interface Circumstances {
  id: string;
  project: Project;
  zone: Zone;
  now: number;
}

function newRow(slot: NewSlot, { id, project, zone, now }: Circumstances): CalendarSlotRow {
  const { date, time = defaultTime, keyword } = slot;
  const due_at = zone.instantOf(date, time);
  return {
    id,
    project_id: project.id,
    date,
    time,
    due_at,
    write_at: Math.max(due_at, now),
    late: 0,
    status: 'planned',
    keyword,
    keyword_key: storedKey(keyword, project.language),
    title: slot.title ?? null,
    request: JSON.stringify(requestIn(slot)),
    article_id: null,
    error: null,
    sequence: 0,
    created_at: now,
    updated_at: now,
  };
}
