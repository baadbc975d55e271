import type { ChangedSlot, SlotPatch } from '../../../../schema/calendar.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import type { CalendarSlotRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { given as whatIsGiven } from '../../common/wire.ts';
import type { Given } from './given.ts';
import { howToFree, pastDay, refuseOverfull, sameKeyword, warningsOf } from './new-slots.ts';
import { requestOf, slotRow, statusOf, toSlot, wishOf, workOf, type Slot } from './slots.ts';
import { holdersOf, toldOf } from './taken.ts';
import { openZone } from './zone.ts';

/** Changes a slot that is not begun; one that failed or was missed is planned again where it is moved. */
export async function changeSlot(given: Given, { id, allowDuplicate = false, ...patch }: SlotPatch): Promise<ChangedSlot> {
  const { store, system, queue, projects, articles } = given;
  const before = await slotRow(store.db, id);
  const owner = await projects.get(before.project_id);
  await articles.makeKeys(owner);
  const [support] = await articles.support(owner, [wishOf({ ...before, ...requestOf(before), ...whatIsGiven(patch) })]);
  const writer = await articles.writerFor(owner);
  const { source, lack } = support!;
  const told = (slot: Slot) => ({
    ...toSlot(slot, writer),
    ...(statusOf(slot) === 'planned' && whatIsGiven({ source, warnings: warningsOf(lack) ?? [] })),
  });
  return store.write(async (tx) => {
    const slot = await slotRow(tx, id);
    refuseBegun(slot);
    const project = await projects.resolve(slot.project_id, tx);
    const now = system.now();
    const isMoved = patch.date !== undefined || patch.time !== undefined;
    const changed = withPatch(slot, patch, { project, now });
    if (isMoved) Object.assign(changed, await replanned(changed, project, now));
    if (isSame(slot, changed)) return told(slot);
    if (changed.status === 'planned' && slot.status !== 'planned') await refuseOverfull(tx, project.id, 1);
    const isTakenAnew = changed.status === 'planned' && (slot.status !== 'planned' || changed.keyword_key !== slot.keyword_key);
    if (isTakenAnew && !allowDuplicate) await refuseTaken(given, tx, project, changed);
    await tx.updateTable('calendar_slots').set(changed).where('id', '=', id).execute();
    // Also where its time stays: who is at its old work right now is too late with what it was before.
    if (changed.status === 'planned') await queue.enqueue(tx, workOf(changed));
    return told(await slotRow(tx, id));
  });
}

function refuseBegun(slot: Slot): void {
  const status = statusOf(slot);
  if (status === 'planned' || status === 'failed' || status === 'missed') return;
  const isWriting = status === 'writing';
  throw new AppError('conflict', `The slot ${slot.id} is ${isWriting ? 'being written' : status}: it changes no more.`, {
    hint: isWriting
      ? `Wait for its article with jobs_get (waitSeconds): ${slot.job_id}; then change that with articles_update.`
      : `Change its article with articles_update: ${slot.article_id}.`,
  });
}

type Patch = Omit<SlotPatch, 'id' | 'allowDuplicate'>;

/** The row as it is to be, but for what a move does. */
function withPatch(slot: Slot, patch: Patch, { project, now }: { project: Project; now: number }): CalendarSlotRow {
  const { date, time, keyword, title, ...request } = patch;
  const {
    job_id: _job,
    article_status: _status,
    article_title: _title,
    article_writer: _writer,
    article_error: _error,
    article_changed_at: _at,
    ...row
  } = slot;
  return {
    ...row,
    date: date ?? row.date,
    time: time ?? row.time,
    keyword: keyword ?? row.keyword,
    keyword_key: storedKey(keyword ?? row.keyword, project.language),
    title: title === undefined ? row.title : title,
    request: JSON.stringify({ ...requestOf(row), ...whatIsGiven(request) }),
    sequence: row.sequence + 1,
    updated_at: now,
  };
}

const changing = ['date', 'time', 'due_at', 'status', 'late', 'keyword', 'keyword_key', 'title', 'request'] as const;

function isSame(one: CalendarSlotRow, other: CalendarSlotRow): boolean {
  return changing.every((column) => one[column] === other[column]);
}

/** Throws `invalid_input` for a day before today. */
async function replanned({ date, time }: CalendarSlotRow, project: Project, now: number): Promise<Partial<CalendarSlotRow>> {
  const zone = await openZone(project.timezone);
  const today = zone.dayOf(now);
  if (date < today) {
    const error = pastDay(project, today);
    throw new AppError('invalid_input', `The date ${date} ${error.detail}.`, {
      hint: 'Give a day from today on.',
      errors: [{ pointer: '/date', ...error }],
    });
  }
  const due_at = zone.instantOf(date, time);
  return { due_at, write_at: Math.max(due_at, now), late: 0, status: 'planned', article_id: null, error: null };
}

async function refuseTaken({ articles, posts }: Given, tx: Tx, project: Project, { keyword, keyword_key }: CalendarSlotRow): Promise<void> {
  const holder = (await holdersOf({ db: tx, articles, posts }, project, [keyword], tx)).get(keyword_key);
  if (!holder) return;
  const taken = toldOf(holder);
  throw new AppError('conflict', `The keyword ${JSON.stringify(keyword)} ${taken}.`, {
    hint: howToFree,
    errors: [{ pointer: '/keyword', detail: taken, code: sameKeyword }],
  });
}
