import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { moveSlots } from '../queries.ts';
import type { Given } from './given.ts';
import { workOf } from './slots.ts';
import { openZone } from './zone.ts';

/** Where a project's time zone changes, the local times of what is planned stay and their instants move; where its language does, so do the keys of keywords. */
export async function followProject(
  tx: Tx,
  { system, queue }: Pick<Given, 'system' | 'queue'>,
  project: Project,
  before: Project | null,
): Promise<void> {
  if (before === null || (before.timezone === project.timezone && before.language === project.language)) return;
  const zone = await openZone(project.timezone);
  const now = system.now();
  const planned = await tx
    .selectFrom('calendar_slots')
    .select(['id', 'project_id', 'date', 'time', 'due_at', 'write_at', 'late', 'keyword', 'keyword_key'])
    .where('project_id', '=', project.id)
    .where('status', '=', 'planned')
    .execute();
  const moved = planned.map((slot) => {
    const due_at = zone.instantOf(slot.date, slot.time);
    // What was put off keeps its turn.
    const write_at = slot.late === 1 ? slot.write_at : Math.max(due_at, now);
    return { ...slot, due_at, write_at, keyword_key: storedKey(slot.keyword, project.language) };
  });
  await moveSlots(tx, moved, now);
  await queue.enqueueAll(tx, moved.map(workOf));
}
