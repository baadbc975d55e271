import type { Deleted, Page } from '../../../schema/common.ts';
import type { AddedCompetitor, Competitor, NewCompetitor, RemovedCompetitor } from '../../../schema/competitors.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { CompetitorRow } from '../../db/rows/site.ts';
import { AppError } from '../../errors.ts';
import type { Projects } from '../account/index.ts';
import { inTurn, type Foundation } from '../common/group.ts';
import { checkSiteUrl } from '../common/outside-url.ts';
import { decodeCursor, defaultLimit, pageOf } from '../common/paging.ts';
import { anyLeft, inSlices } from '../common/slices.ts';
import { isoTime, parsed } from '../common/wire.ts';
import type { CrawledPages } from './crawled/pages.ts';
import { domainOf, isBelow, isOwnDomain } from './domains.ts';

export interface Competitors {
  /** Newest first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(input: { projectId?: string; limit?: number; cursor?: string }): Promise<Page<Competitor>>;
  /** Throws `conflict` for the project's own site, one that is there already, or too many; `invalid_input`, `address_refused`. */
  add(input: NewCompetitor): Promise<AddedCompetitor>;
  /** With all that was read of its site. Throws `not_found`, and `invalid_input` unless one of `id` and `domain` is given. */
  remove(input: RemovedCompetitor): Promise<Deleted>;
  /** All of a project, newest first. */
  ofProject(projectId: string, db?: Db | Tx): Promise<Competitor[]>;
}

/** Each is watched, and weighed in every comparison. */
export const maxCompetitors = 50;
const domainHint = 'Give a domain such as example.com, or an address of its site.';

type Needs = Pick<Foundation, 'store' | 'system' | 'config' | 'groups'> & { projects: Projects };

export function createCompetitors({ store, system, config, projects, groups }: Needs): Competitors {
  async function rowOf(tx: Tx, { id, domain, projectId }: RemovedCompetitor): Promise<CompetitorRow> {
    const all = tx.selectFrom('competitors').selectAll();
    if (id !== undefined) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      if (row && (projectId === undefined || row.project_id === projectId)) return row;
      throw noCompetitor(id);
    }
    const project = await projects.resolve(projectId, tx);
    const named = readDomain(domain!);
    const row = await all.where('project_id', '=', project.id).where('domain', '=', named).executeTakeFirst();
    if (!row) throw noCompetitor(named);
    return row;
  }

  /** Tells every group; returns the id of the job that takes a first look. */
  async function tellAll(tx: Tx, competitor: Competitor): Promise<string | null> {
    let looking: string | null = null;
    await inTurn(groups, async ({ competitorAdded }) => {
      looking = (await competitorAdded?.(tx, competitor)) ?? looking;
    });
    return looking;
  }

  return {
    async list({ projectId, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^cmp_\w+$/);
      const project = await projects.resolve(projectId);
      let query = store.db.selectFrom('competitors').selectAll().where('project_id', '=', project.id);
      if (before) query = query.where('id', '<', before);
      const rows = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return pageOf(rows, limit, toCompetitor);
    },

    async add({ projectId, name, domain: written, aliases = [], feedUrl, mentionOnlyWith = [], mentionNotWith = [] }) {
      const domain = readDomain(written);
      checkSiteUrl(`http://${domain}/`, '/domain', config);
      if (feedUrl !== undefined) checkSiteUrl(feedUrl, '/feedUrl', config);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        refuseOwn(project, domain);
        await refuseKnown(tx, project.id, domain);
        const row: CompetitorRow = {
          id: system.id('cmp'),
          project_id: project.id,
          name,
          domain,
          aliases: JSON.stringify([...new Set(aliases)].filter((alias) => alias !== name)),
          feed_url: feedUrl ?? null,
          mention_only_with: JSON.stringify([...new Set(mentionOnlyWith)]),
          mention_not_with: JSON.stringify([...new Set(mentionNotWith)]),
          created_at: system.now(),
        };
        await tx.insertInto('competitors').values(row).execute();
        const competitor = toCompetitor(row);
        return { ...competitor, jobId: await tellAll(tx, competitor) };
      });
    },

    async remove(input) {
      if ((input.id === undefined) === (input.domain === undefined)) throw notOne();
      return inSlices({ store, system }, async (tx) => {
        const { id } = await rowOf(tx, input);
        if (await anyLeft(groups, ({ competitorRemoved }) => competitorRemoved?.(tx, id))) return undefined;
        await tx.deleteFrom('competitors').where('id', '=', id).execute();
        return { id, deleted: true as const };
      });
    },

    async ofProject(projectId, db = store.db) {
      const rows = await db.selectFrom('competitors').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').execute();
      return rows.map(toCompetitor);
    },
  };
}

/** Throws `conflict` where a project's new site is that of one of its competitors. */
export async function refuseSiteOfCompetitor(tx: Tx, { id, siteUrl }: Project, before: Project | null): Promise<void> {
  if (siteUrl === null || siteUrl === before?.siteUrl) return;
  const known = await tx.selectFrom('competitors').select(['id', 'domain']).where('project_id', '=', id).execute();
  const same = known.find(({ domain }) => isOwnDomain(siteUrl, domain));
  if (!same) return;
  throw new AppError('conflict', `${siteUrl} is the site of a competitor, ${same.domain} (${same.id}).`, {
    hint: 'Remove that with competitors_remove first: a project does not compete with itself.',
    errors: [{ pointer: '/siteUrl', detail: `is the site of the competitor ${same.id}`, code: 'site_of_competitor' }],
  });
}

/** Removes the competitors of a project that is being deleted: few enough for one transaction. */
export async function removeCompetitors(tx: Tx, projectId: string): Promise<boolean> {
  await tx.deleteFrom('competitors').where('project_id', '=', projectId).execute();
  return false;
}

/** The crawled pages that go with a competitor: of its hosts, but not of those that are competitors themselves. */
export async function pagesOfCompetitor(tx: Tx, crawledPages: Pick<CrawledPages, 'hostsOf'>, id: string) {
  const { project_id: projectId, domain } = await tx
    .selectFrom('competitors')
    .select(['project_id', 'domain'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const all = await tx.selectFrom('competitors').select('domain').where('project_id', '=', projectId).execute();
  const below = all.map((other) => other.domain).filter((other) => isBelow(other, domain));
  const found = await crawledPages.hostsOf(projectId, 'competitor', tx);
  const hosts = found.filter(
    (host) => host === domain || (isBelow(host, domain) && !below.some((one) => host === one || isBelow(host, one))),
  );
  return { projectId, origin: 'competitor' as const, hosts };
}

function readDomain(written: string): string {
  const domain = domainOf(written);
  if (domain !== null) return domain;
  const detail = 'must be a domain, or an http or https address without credentials';
  throw new AppError('invalid_input', `domain: ${detail}.`, {
    hint: domainHint,
    errors: [{ pointer: '/domain', detail, code: 'invalid_domain' }],
  });
}

function refuseOwn({ siteUrl }: Project, domain: string): void {
  if (siteUrl === null || !isOwnDomain(siteUrl, domain)) return;
  throw new AppError('conflict', `${domain} belongs to the project's own site, ${siteUrl}: it is no competitor.`, {
    hint: "Name another site's domain; the project's own is siteUrl in projects_update.",
  });
}

async function refuseKnown(tx: Tx, projectId: string, domain: string): Promise<void> {
  const known = await tx.selectFrom('competitors').select(['id', 'domain']).where('project_id', '=', projectId).execute();
  const same = known.find((one) => one.domain === domain);
  if (same) {
    throw new AppError('conflict', `${domain} is a competitor already (${same.id}).`, {
      hint: 'To change its name, aliases or feed, remove it with competitors_remove and add it again.',
    });
  }
  if (known.length < maxCompetitors) return;
  throw new AppError('conflict', `The project has ${maxCompetitors} competitors, the most there may be.`, {
    hint: 'Remove one that matters less with competitors_remove.',
  });
}

function noCompetitor(named: string): AppError {
  return new AppError('not_found', `There is no competitor ${named}.`, { hint: 'See competitors_list.' });
}

function notOne(): AppError {
  const detail = 'give the id of the competitor or its domain, and not both';
  return new AppError('invalid_input', `id, domain: ${detail}.`, {
    hint: 'competitors_list has both.',
    errors: [{ pointer: '/id', detail, code: 'exactly_one' }],
  });
}

function toCompetitor(row: CompetitorRow): Competitor {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    domain: row.domain,
    aliases: parsed(row.aliases),
    mentionOnlyWith: parsed(row.mention_only_with),
    mentionNotWith: parsed(row.mention_not_with),
    feedUrl: row.feed_url,
    createdAt: isoTime(row.created_at),
  };
}
