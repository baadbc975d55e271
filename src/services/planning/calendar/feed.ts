import type { Db } from '../../../db/open.ts';
import { isoTime } from '../../common/wire.ts';
import { minutesLate, requestOf, slotsIn, statusOf, type Slot } from './slots.ts';
import { openZone } from './zone.ts';

/** A calendar in iCalendar (RFC 5545). */
export interface Feed {
  text: string;
}

/** Events of the past that the feed still shows, the newest. */
export const maxPast = 500;
/** Beyond what can be planned. */
const maxComing = 1_000;

/** How long an event lasts: it marks a beginning, and takes no time of anybody's. */
const shownMs = 30 * 60_000;
const refreshSeconds = 60 * 60;

/** The calendar at an unguessable address; undefined if there is none. It says the same until something changes. */
export async function readFeed(db: Db, now: number, token: string): Promise<Feed | undefined> {
  const project = await db.selectFrom('projects').select(['id', 'name', 'timezone']).where('calendar_token', '=', token).executeTakeFirst();
  if (!project) return undefined;
  const { default: ical, ICalEventTransparency } = await import('ical-generator');
  const calendar = ical({
    // The one text that the package takes as it is.
    name: escaped(clean(project.name)),
    prodId: { company: 'Copydesk', product: 'Calendar', language: 'EN' },
    ttl: refreshSeconds,
  });
  for (const slot of await slotsShown(db, project.id, (await openZone(project.timezone)).dayOf(now))) {
    const changed = new Date(Math.max(slot.updated_at, slot.article_changed_at ?? 0));
    calendar.createEvent({
      id: `${slot.id}@copydesk`,
      sequence: slot.sequence,
      start: new Date(slot.due_at),
      end: new Date(slot.due_at + shownMs),
      stamp: changed,
      lastModified: changed,
      summary: clean(slot.article_title ?? slot.title ?? slot.keyword),
      description: clean(describe(slot)),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return { text: `${calendar.toString()}\r\n` };
}

/** What is still to come, and the newest of what was. */
async function slotsShown(db: Db, projectId: string, today: string): Promise<Slot[]> {
  const all = slotsIn(db).where('calendar_slots.project_id', '=', projectId);
  const past = all.where('date', '<', today).orderBy('date', 'desc').orderBy('time', 'desc').orderBy('calendar_slots.id', 'desc');
  const coming = all.where('date', '>=', today).orderBy('date').orderBy('time').orderBy('calendar_slots.id');
  return [...(await past.limit(maxPast).execute()).toReversed(), ...(await coming.limit(maxComing).execute())];
}

function describe(slot: Slot): string {
  const { articleType } = requestOf(slot);
  const late = minutesLate(slot);
  return [
    `Keyword: ${slot.keyword}`,
    `Status: ${statusOf(slot)}`,
    ...(articleType === null ? [] : [`Type: ${articleType}`]),
    ...(late === null || slot.status !== 'planned' ? [] : [`Late: will be written at ${isoTime(slot.write_at)}`]),
    ...(slot.article_id === null ? [] : [`Article: ${slot.article_id}`]),
  ].join('\n');
}

/** As RFC 5545, 3.3.11 has it. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Without control characters, which a calendar may not hold; lines stay. */
function clean(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
