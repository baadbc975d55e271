import type { FindableKind, LinkDiscovery, LinkDiscoveryJob } from '../../../../schema/link-discovery.ts';
import type { Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { allAsAsked } from '../../common/asked-keyword.ts';
import type { Given } from '../given.ts';
import type { Gathered } from './candidates.ts';
import { requireSite, subjectsOf } from './ground.ts';
import { meansOf, missingFor } from './lacks.ts';

/** The kind of job that looks for prospects. */
export const discoverProspects = 'link_prospects.discover';
const usualLimit = 50;

export interface DiscoveryState {
  kinds: FindableKind[];
  keywords: string[];
  limit: number;
  /** What named pages; absent until that is known. */
  gathered?: Omit<Gathered, 'candidates'>;
}

const allKinds: readonly FindableKind[] = ['cited', 'mention', 'broken_link', 'resource_page'];

/** By a job. Throws `not_found`, `project_required`, `site_required`, `invalid_input`, and `conflict` while a search of the project is under way. */
export async function startDiscovery(given: Given, request: LinkDiscovery): Promise<LinkDiscoveryJob> {
  const { store, projects, jobs } = given;
  const named = request.keywords && [...new Set(allAsAsked('keywords', request.keywords))];
  const kinds = allKinds.filter((kind) => request.kinds === undefined || request.kinds.includes(kind));
  const { project, ...begun } = await store.write(async (tx) => {
    const site = requireSite(await projects.resolve(request.projectId, tx));
    const { id } = site;
    const other = await jobUnderWay(tx, discoverProspects, id);
    if (other) throw underWay(other.id);
    const keywords = named ?? (await subjectsOf(tx, id));
    const state: DiscoveryState = { kinds, keywords, limit: request.limit ?? usualLimit };
    const jobId = await jobs.create(tx, { kind: discoverProspects, projectId: id, resourceType: 'link_prospect', resourceId: id, state });
    return { project: site, jobId, status: 'queued' as const, projectId: id, ...state };
  });
  const missing = missingFor(kinds, await meansOf(given, project, begun.keywords));
  return { ...begun, missing, next: missing.length > 0 ? `${nextStep} ${withoutThem}` : nextStep };
}

const nextStep =
  'jobs_get with waitSeconds 30 names the best, each with whom to write to, what was seen there and a page of yours to offer.';
const withoutThem =
  'What missing names can be left as it is: the rest is looked for all the same, and link_prospects_create takes sites that you know.';

/** The job of a kind that a project has under way. */
export function jobUnderWay(tx: Tx, kind: string, projectId: string): Promise<{ id: string; status: string } | undefined> {
  const open = tx.selectFrom('jobs').select(['id', 'status']).where('status', 'in', ['queued', 'running']);
  return open.where('project_id', '=', projectId).where('kind', '=', kind).executeTakeFirst();
}

function underWay(jobId: string): AppError {
  return new AppError('conflict', `The search ${jobId} of this project is under way.`, {
    hint: 'Follow it with jobs_get, or end it with jobs_cancel, which keeps what was found.',
  });
}
