import type { Project } from '../../../schema/projects.ts';
import { isSpoken } from '../../language/headline.ts';
import { clipAtWord } from '../../language/slug.ts';
import type { Db } from '../../db/open.ts';
import { actionDays, dayMs, evidence, maxKeyword, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime, parsedOrNull } from '../common/wire.ts';
import type { Calendar } from './calendar/calendar.ts';
import { listedChanges, slotsPlanned, slotsUnwritten } from './queries.ts';
import { minRelevance } from './radar/relevance.ts';
import { documentsFirst, offersToPlan } from './wishes.ts';

interface Needs {
  db: Db;
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays' | 'textsThere'>;
}

/** New pages of competitors that are looked at, the newest. */
const maxChanges = 50;
/** In characters, in a sentence: the call to make must stay in sight. */
const maxNamed = 60;

/** Slots that came to nothing, a calendar that runs empty, and what competitors published that nothing of the project is on. */
export async function planningActions(needs: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  return [...(await unwritten(needs, question)), ...(await empty(needs, question)), ...(await ofRivals(needs, question))];
}

async function unwritten({ db, calendar }: Needs, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { first } = await slotsUnwritten(db, project.id, limit);
  const days = first.length === 0 ? [] : await calendar.freeDays(project, {});
  if (days.length === 0) return [];
  const newest = db.selectFrom('documents').select('created_at').where('project_id', '=', project.id).orderBy('id', 'desc').limit(1);
  const fed = (await newest.executeTakeFirst())?.created_at ?? 0;
  return first.map(({ id, keyword, date, time, error, status, due_at, updated_at }, index): ActionOffer => {
    const { code, message: fault } = parsedOrNull<{ code: string; message: string }>(error) ?? { message: 'nothing ran when it was due' };
    const seen = [evidence('calendar', `${status}, was due ${date} ${time}`, due_at)];
    // Planned anew it would fail again.
    if (code === 'insufficient_sources' && fed <= updated_at) return documentsFor(project, { id, keyword }, fault, seen);
    return {
      reason: 'slot_unwritten',
      target: { kind: 'slot', id, about: keyword },
      why: `The article on “${keyword}” planned for ${date} was not written: ${sentence(fault)} Plan it anew.`,
      evidence: seen,
      operation: 'calendar_update',
      arguments: { id, date: days[index % days.length]! },
      // What fails the same way again is not offered again, unless there is something new to write from.
      cause: status === 'missed' ? `missed ${date}` : `${status} ${fault} ${code === 'insufficient_sources' ? fed : ''}`,
    };
  });
}

/** What no document says enough for. */
function documentsFor(
  { id: projectId }: Project,
  { id, keyword }: { id: string; keyword: string },
  fault: string,
  seen: ActionOffer['evidence'],
): ActionOffer {
  return {
    reason: 'documents_missing',
    target: { kind: 'slot', id, about: keyword },
    why: `There is too little to write “${clipAtWord(keyword, maxNamed)}” from: add documents on it with knowledge_create. This call only lists those there are. ${sentence(fault)}`,
    evidence: seen,
    operation: 'knowledge_list',
    arguments: { projectId, q: clipAtWord(keyword, maxKeyword) },
    cause: fault,
  };
}

/** Only where there is something to plan from; and without documents they come first. */
async function empty({ db, calendar }: Needs, { project, now }: ActionQuestion): Promise<ActionOffer[]> {
  const { first } = await slotsPlanned(db, project.id);
  const next = first[0]?.write_at ?? null;
  if (next !== null && next < now + actionDays.calendar * dayMs) return [];
  const { hasKnowledge, hasOwnPages } = await calendar.textsThere(project.id);
  if (!hasKnowledge && !hasOwnPages) return [];
  if (!hasKnowledge) return [documentsFirst(project, [])];
  const last = db
    .selectFrom('calendar_slots')
    .select('id')
    .where('project_id', '=', project.id)
    .where('date', '<=', isoTime(now).slice(0, 10))
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc');
  // Empty anew once another one was due.
  const since = (await last.limit(1).executeTakeFirst())?.id ?? 'never';
  const seen = [evidence('calendar', next === null ? 'No slot is planned' : `The next slot is due ${isoTime(next)}`, null)];
  return [
    {
      reason: 'calendar_empty',
      target: { kind: 'calendar', id: project.id, about: 'The calendar' },
      why: `Nothing is planned for the next ${actionDays.calendar} days: have a plan made of the pieces that are worth most, then carry it out by its planId.`,
      evidence: seen,
      operation: 'autoblog_autofill',
      arguments: { projectId: project.id, days: actionDays.calendar, dryRun: true },
      cause: since,
    },
  ];
}

async function ofRivals({ db, calendar }: Needs, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
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
        why: `${who} has published on “${keyword}”, and nothing of yours is on it. Whether your documents carry it, the answer says.`,
        evidence: [evidence('content-radar', `${who}: “${title ?? url}”`, created_at)],
        cause: id,
      };
      return [{ keyword: clipAtWord(keyword, maxKeyword), told }];
    });
  return offersToPlan(calendar, project, wishes, limit);
}
