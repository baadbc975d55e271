import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { clipAtWord } from '../../language/slug.ts';
import {
  actionDays,
  dayMs,
  daysSince,
  evidence,
  maxKeyword,
  pageTarget,
  type ActionOffer,
  type ActionQuestion,
} from '../common/actions.ts';
import { parsed } from '../common/wire.ts';
import type { Before } from './compare.ts';
import { droppedKeywords } from './queries.ts';
import type { ProvidersOf } from './serving.ts';

interface Needs {
  db: Db;
  providersOf: ProvidersOf;
}

/** Tracked keywords that nobody has checked, or not for long, and pages that lost their places. */
export async function rankingActions(needs: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  return [...(await checking(needs, question)), ...(await lost(needs.db, question))];
}

async function checking({ db, providersOf }: Needs, { project, now }: ActionQuestion): Promise<ActionOffer[]> {
  const { id: projectId, siteUrl, schedules } = project;
  const counted = db
    .selectFrom('tracked_keywords')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('checked_at').as('checked'),
      fn.sum<number>('waiting').as('waiting'),
    ])
    .select(({ fn }) => fn.max('checked_at').as('last'));
  const { all, checked, waiting, last } = await counted.where('project_id', '=', projectId).executeTakeFirstOrThrow();
  if (siteUrl === null || all === 0 || waiting > 0 || (await providersOf(projectId)).length === 0) return [];
  const call = { target: { kind: 'rankings', id: projectId, about: siteUrl }, operation: 'rankings_check', arguments: { projectId } };
  const never = all - checked;
  if (never > 0) {
    return [
      {
        ...call,
        reason: 'rankings_unchecked',
        why: `Nobody has looked where ${siteUrl} ranks for ${never} of the ${all} keywords you follow; whoever is asked bills it.`,
        evidence: [evidence('rankings', `${never} of ${all} never checked`, null)],
        cause: `${never} of ${all}, ${last}`,
      },
    ];
  }
  if (last === null || schedules.rankings !== 'off' || now - last < actionDays.rankings * dayMs) return [];
  return [
    {
      ...call,
      reason: 'rankings_old',
      why: `Where ${siteUrl} ranks was last checked ${daysSince(last, now)} days ago.`,
      evidence: [evidence('rankings', `${all} keywords, last checked`, last)],
      cause: String(last),
    },
  ];
}

async function lost(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { rows } = await droppedKeywords(db, { projectId: project.id, since: now - 2 * actionDays.rankings * dayMs }, limit);
  return rows.flatMap(({ keyword, position, before }) => {
    const { last } = parsed<Before>(before);
    return last?.url === undefined ? [] : [improving(project, { keyword, url: last.url, from: last.position, to: position })];
  });
}

function improving(
  { id: projectId }: Project,
  { keyword, url, from, to }: { keyword: string; url: string; from: number | null; to: number | null },
): ActionOffer {
  const now = to === null ? 'it is no longer found' : `it is at ${to}`;
  return {
    reason: 'ranking_lost',
    target: pageTarget(url),
    why: `For “${keyword}” ${url} stood at position ${from}; now ${now}.`,
    evidence: [evidence('rankings', `“${keyword}”: from ${from} to ${to ?? 'not found'}`, null)],
    operation: 'optimizations_create',
    arguments: { url, keyword: clipAtWord(keyword, maxKeyword), writer: 'agent', projectId },
    cause: `${keyword} ${from} ${to}`,
  };
}
