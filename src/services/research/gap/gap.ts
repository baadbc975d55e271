import type { CompetitorGapJob, CompetitorGapRequest } from '../../../../schema/competitor-gap.ts';
import type { Competitor } from '../../../../schema/competitors.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import { allAsAsked, checkCodes, writtenKey } from '../../common/asked-keyword.ts';
import { domainOf, isOwnDomain, type Competitors } from '../../site/index.ts';
import type { Rival } from './sides.ts';

export interface CompetitorGap {
  /** Has it worked out by a job. Throws `not_found`, `project_required`, `site_required`, `competitors_required`, `invalid_input`. */
  start(request: CompetitorGapRequest): Promise<CompetitorGapJob>;
}

/** The kind of job that compares a site with its competitors. */
export const findGap = 'keywords.gap';

/** What such a job is asked for. */
export interface GapState {
  siteUrl: string;
  rivals: Rival[];
  country: string | null;
  language: string;
  keywords?: string[] | undefined;
  limit: number;
}

/** Rows that a result shows, unless fewer are asked for. */
export const mostRows = 50;

interface Needs {
  store: Store;
  projects: Projects;
  jobs: Pick<Jobs, 'create'>;
  competitors: Pick<Competitors, 'ofProject'>;
}

export function createCompetitorGap({ store, projects, jobs, competitors }: Needs): CompetitorGap {
  async function rivalsOf(tx: Tx, project: { id: string; siteUrl: string }, named: readonly string[] | undefined): Promise<Rival[]> {
    const known = await competitors.ofProject(project.id, tx);
    const rivals = named ? named.map((one, at) => rivalNamed(one, at, known, project.siteUrl)) : known.map(toRival);
    const each = new Map(rivals.map((rival) => [rival.domain, rival]));
    if (each.size > 0) return [...each.values()].toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
    throw new AppError('competitors_required', 'There is nobody to compare with: the project has no competitors, and none was named.', {
      hint: 'Name domains in competitors, or add some with competitors_add.',
    });
  }

  return {
    async start({ projectId, competitors: named, keywords, limit = mostRows, ...codes }) {
      checkCodes(codes);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const siteUrl = siteOf(project);
        const rivals = await rivalsOf(tx, { id: project.id, siteUrl }, named);
        const asked = { country: codes.country ?? project.country, language: codes.language ?? project.language };
        const each = keywords && [...new Map(allAsAsked('keywords', keywords).map((keyword) => [writtenKey(keyword), keyword])).values()];
        const state: GapState = { siteUrl, rivals, ...asked, keywords: each, limit };
        const job = { kind: findGap, projectId: project.id, resourceType: 'project', resourceId: project.id, state };
        const jobId = await jobs.create(tx, job);
        return { jobId, status: 'queued', projectId: project.id, siteUrl, competitors: rivals.map(({ domain }) => domain), ...asked };
      });
    },
  };
}

/** Throws `site_required`. */
function siteOf({ siteUrl }: { siteUrl: string | null }): string {
  if (siteUrl !== null) return siteUrl;
  throw new AppError('site_required', 'The project has no site that could be compared.', { hint: 'Set siteUrl with projects_update.' });
}

/** By its id, or a domain that need not be among the project's competitors. Throws `not_found`, `invalid_input`. */
function rivalNamed(named: string, at: number, known: readonly Competitor[], siteUrl: string): Rival {
  if (/^cmp_\w+$/.test(named)) {
    const competitor = known.find(({ id }) => id === named);
    if (competitor) return toRival(competitor);
    throw new AppError('not_found', `There is no competitor ${named}.`, { hint: 'See competitors_list.' });
  }
  const domain = domainOf(named);
  if (domain === null) throw wrong(at, 'must be the id of a competitor (cmp_…), a domain, or an address without credentials');
  if (isOwnDomain(siteUrl, domain)) throw wrong(at, `${domain} belongs to the project's own site`);
  const competitor = known.find((one) => one.domain === domain);
  return competitor ? toRival(competitor) : { domain, names: [] };
}

const toRival = ({ domain, name, aliases }: Competitor): Rival => ({ domain, names: [name, ...aliases] });

function wrong(at: number, detail: string): AppError {
  return new AppError('invalid_input', `competitors: ${detail}.`, {
    hint: 'Name domains such as rival.example, or ids from competitors_list.',
    errors: [{ pointer: `/competitors/${at}`, detail, code: 'invalid_competitor' }],
  });
}
