import type { AutoPublishState } from '../../../../../schema/auto-publish.ts';
import type { Project } from '../../../../../schema/projects.ts';
import type { WaitingPublicationRow } from '../../../../db/rows/articles.ts';
import { isoTime } from '../../../common/wire.ts';
import type { Given } from '../../given.ts';
import { waitingCounts, waitingFor } from '../../queries.ts';
import type { Targets } from '../targets.ts';
import { openClock, turnTimes } from './clock.ts';

/** Articles that an answer names, of those that wait for their turn and of those that wait for a person. */
const maxNamed = 10;

type Needs = Pick<Given, 'store' | 'system' | 'publishingEndpoints'> & { targets: Targets };

/** What a project has set, what waits, and when it goes. */
export async function stateOf(needs: Needs, project: Project, letGo: number): Promise<AutoPublishState> {
  const { store, system } = needs;
  const { id: projectId, timezone, autoPublish } = project;
  const now = system.now();
  const clock = await openClock(timezone);
  const kept = await store.db
    .selectFrom('auto_publishing')
    .select(['day', 'published'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const publishedToday = kept && kept.day >= clock.dayOf(now) ? kept.published : 0;
  const inTurn = await waitingFor(store.db, { projectId, waitsFor: ['turn'], limit: maxNamed });
  const times = turnTimes(clock, { ...autoPublish, now, publishedToday }, inTurn.length);
  const forPerson = await waitingFor(store.db, { projectId, waitsFor: ['review', 'score'], limit: maxNamed });
  const counts = await waitingCounts(store.db, projectId);
  const of = (waitsFor: WaitingPublicationRow['waits_for']) => counts.find(({ waits_for }) => waits_for === waitsFor)?.count ?? 0;
  return {
    projectId,
    ...autoPublish,
    publishedToday,
    held: [
      ...inTurn.map(({ since: _, ...one }, index) => ({ ...one, goesAt: isoTime(times[index]!) })),
      ...forPerson.map(({ since: _, ...one }) => ({ ...one, goesAt: null })),
    ],
    heldCount: { turn: of('turn'), person: of('review') + of('score') },
    warnings: await warningsOf(needs, project, letGo),
  };
}

async function warningsOf(
  { store, publishingEndpoints, targets }: Needs,
  { id, autoPublish: { mode } }: Project,
  letGo: number,
): Promise<AutoPublishState['warnings']> {
  const warnings: AutoPublishState['warnings'] = [];
  if (await publishingEndpoints.current(store.db, id)) {
    const message =
      'The publishing webhook sends every finished article all the same: mode, cap, score and quiet hours rule WordPress and Ghost.';
    warnings.push({ code: 'publishing_webhook', message });
  }
  if (mode !== 'off' && (await targets.configured(id)).length === 0) {
    const message = 'Neither WordPress nor Ghost is configured, so nothing goes out by itself: set one with integrations_set.';
    warnings.push({ code: 'no_target', message });
  }
  if (letGo > 0) {
    const message = `${letGo} that waited ${letGo === 1 ? 'waits' : 'wait'} no longer, and ${letGo === 1 ? 'stays' : 'stay'} ready: send with articles_publish. Next time, mode review keeps what waits.`;
    warnings.push({ code: 'let_go', message });
  }
  return warnings;
}
