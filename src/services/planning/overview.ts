import { clipAtWord } from '../../language/slug.ts';
import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { isoTime, parsed } from '../common/wire.ts';
import { minutesLate } from './calendar/slots.ts';
import { slotsBegunLate, slotsPlanned, slotsUnwritten, type CountedSlots } from './queries.ts';

type Told = CountedSlots['first'][number];

/** In characters: what is said after it must stay in sight. */
const maxKeyword = 50;

/** Which slots of the calendar came to nothing, which were written late, and which come next. */
export async function planningOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const { projectId } = question;
  const unwritten = told(await slotsUnwritten(db, projectId), ({ error, date, time }) =>
    error === null ? `missed: was due ${date} ${time}` : `failed: ${parsed<{ message: string }>(error).message}`,
  );
  const late = told(await slotsBegunLate(db, question), howLate);
  const planned = told(await slotsPlanned(db, projectId), (slot) =>
    slot.late === 1 ? `at ${isoTime(slot.write_at)}, ${howLate(slot)}` : `${slot.date} ${slot.time}`,
  );
  return {
    needsYou: entry('slots_unwritten', unwritten, ['calendar_update', { id: unwritten.latest[0]?.id }]),
    happened: entry('slots_begun_late', late, ['calendar_list', { from: late.from, projectId: late.projectId }]),
    comesNext: entry('slots_planned', planned, ['calendar_list', { status: 'planned', projectId: planned.projectId }]),
  };
}

function howLate(slot: Told): string {
  const minutes = minutesLate(slot) ?? 0;
  const [number, unit] = minutes < 120 ? [minutes, 'minutes'] : minutes < 48 * 60 ? [minutes / 60, 'hours'] : [minutes / (24 * 60), 'days'];
  return `${Math.round(number)} ${unit} late`;
}

function told({ count, first }: CountedSlots, words: (slot: Told) => string) {
  const latest = first.map((slot) => ({ id: slot.id, about: `${clipAtWord(slot.keyword, maxKeyword)}: ${words(slot)}` }));
  return { count, latest, projectId: first[0]?.project_id, from: first.map(({ date }) => date).toSorted()[0] };
}
