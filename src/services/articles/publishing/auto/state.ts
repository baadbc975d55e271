import type { AutoPublishState } from '../../../../../schema/auto-publish.ts';
import type { Project } from '../../../../../schema/projects.ts';
import type { Db } from '../../../../db/open.ts';
import type { WaitingPublicationRow } from '../../../../db/rows/articles.ts';
import { isoTime } from '../../../common/wire.ts';
import type { Given } from '../../given.ts';
import { countedOn, waitingCounts, waitingFor, type Waiting } from '../../queries.ts';
import type { Targets } from '../targets.ts';
import { openClock, turnTimes } from './clock.ts';
import { publicationsInTurn } from './line.ts';

/** Articles that an answer names, of those that wait for their turn and of those that wait for a person. */
const maxNamed = 10;

type Needs = Pick<Given, 'store' | 'system' | 'publishingEndpoints'> & { targets: Targets };

/** What a project has set, what waits, and when it goes. */
export async function stateOf(needs: Needs, project: Project, letGo: number): Promise<AutoPublishState> {
  const { store, system } = needs;
  const { id: projectId, timezone, autoPublish } = project;
  const now = system.now();
  const clock = await openClock(timezone);
  const publishedToday = await countedOn(store.db, projectId, clock.dayOf(now));
  const inTurn = await waitingFor(store.db, { projectId, waitsFor: ['turn'], limit: maxNamed });
  const from = Math.max(now, inTurn[0] ? await triedAgainAt(store.db, inTurn[0]) : now);
  const times = turnTimes(clock, { ...autoPublish, now, from, publishedToday }, inTurn.length);
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

/** When the first in line is tried again where it has failed; else 0. */
async function triedAgainAt(db: Db, { articleId, since }: Pick<Waiting, 'articleId' | 'since'>): Promise<number> {
  const publications = await publicationsInTurn(db, articleId, since);
  return Math.max(0, ...publications.map(({ turn }) => turn.nextAt ?? 0));
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
