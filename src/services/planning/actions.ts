import { isSpoken } from '../../language/headline.ts';
import type { Db } from '../../db/open.ts';
import { actionDays, dayMs, evidence, maxOffers, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime, parsed } from '../common/wire.ts';
import type { Calendar } from './calendar/calendar.ts';
import { listedChanges, slotsPlanned, slotsUnwritten, textsThere } from './queries.ts';
import { minRelevance } from './radar/relevance.ts';
import { offersToPlan } from './wishes.ts';

interface Needs {
  db: Db;
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays'>;
}

/** New pages of competitors that are looked at, the newest. */
const maxChanges = 50;

/** Slots that came to nothing, a calendar that runs empty, and what competitors published that nothing of the project is on. */
export async function planningActions(needs: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  return [...(await unwritten(needs, question)), ...(await empty(needs, question)), ...(await ofRivals(needs, question))];
}

async function unwritten({ db, calendar }: Needs, { project }: ActionQuestion): Promise<ActionOffer[]> {
  const { first } = await slotsUnwritten(db, project.id);
  const days = first.length === 0 ? [] : await calendar.freeDays(project, {});
  return first.slice(0, days.length).map(({ id, keyword, date, time, error, status, due_at }, index): ActionOffer => {
    const fault = error === null ? 'nothing ran when it was due' : parsed<{ message: string }>(error).message;
    return {
      reason: 'slot_unwritten',
      target: { kind: 'slot', id, about: keyword },
      why: `The article on “${keyword}” planned for ${date} was not written: ${sentence(fault)} Plan it anew.`,
      evidence: [evidence('calendar', `${status}, was due ${date} ${time}`, due_at)],
      operation: 'calendar_update',
      arguments: { id, date: days[index]! },
      cause: `${status} ${date} ${fault}`,
    };
  });
}

/** Only where there is something to plan from. */
async function empty({ db }: Needs, { project, now }: ActionQuestion): Promise<ActionOffer[]> {
  const { first } = await slotsPlanned(db, project.id);
  const next = first[0]?.write_at ?? null;
  if (next !== null && next < now + actionDays.calendar * dayMs) return [];
  const { hasKnowledge, hasOwnPages } = await textsThere(db, project.id);
  if (!hasKnowledge && !hasOwnPages) return [];
  return [
    {
      reason: 'calendar_empty',
      target: { kind: 'calendar', id: project.id, about: 'The calendar' },
      why: `Nothing is planned for the next ${actionDays.calendar} days: have a plan made of the pieces that are worth most, then carry it out by its planId.`,
      evidence: [evidence('calendar', next === null ? 'No slot is planned' : `The next slot is due ${isoTime(next)}`, null)],
      operation: 'autoblog_autofill',
      arguments: { projectId: project.id, days: actionDays.calendar, dryRun: true },
      cause: `until ${next ?? 'never'}`,
    },
  ];
}

async function ofRivals({ db, calendar }: Needs, { project, now }: ActionQuestion): Promise<ActionOffer[]> {
  const since = now - actionDays.rival * dayMs;
  const changes = await listedChanges(db, { projectId: project.id, kind: 'new', since, until: now, minRelevance, limit: maxChanges });
  const wishes = changes
    .toSorted((one, other) => other.relevance! - one.relevance!)
    .flatMap(({ id, keyword, title, competitor, url, created_at }) => {
      // Of some pages only the headline is known, which nobody searches for.
      if (keyword === null || isSpoken(keyword)) return [];
      const who = competitor ?? new URL(url).host;
      const told = {
        reason: 'rival_published' as const,
        why: `${who} has published on “${keyword}”, and nothing of yours is on it.`,
        evidence: [evidence('content-radar', `${who}: “${title ?? url}”`, created_at)],
        cause: id,
      };
      return [{ keyword: keyword.slice(0, 200), told }];
    });
  return offersToPlan(calendar, project, wishes, maxOffers);
}
