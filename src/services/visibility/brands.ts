import type { Competitor } from '../../../schema/competitors.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { Brand } from '../../visibility/shapes.ts';
import type { Projects } from '../account/index.ts';
import { domainOf, type Competitors } from '../site/index.ts';

/** The id of the project's own brand. */
export const own = 'own';

/** Who a project's answers are read for. */
export interface Brands {
  version: number;
  /** The own one first. */
  brands: Brand[];
  /** What each is called, by its id. */
  names: ReadonlyMap<string, string>;
}

interface Needs {
  projects: Pick<Projects, 'get'>;
  competitors: Pick<Competitors, 'ofProject'>;
}

export async function brandsOf(db: Db, { projects, competitors }: Needs, projectId: string): Promise<Brands> {
  // The version first: where the brands change meanwhile, it is an old one when what was read is kept.
  const version = await versionOf(db, projectId);
  const project = await projects.get(projectId);
  const brands = [ownBrand(project), ...(await competitors.ofProject(projectId)).toReversed().map(brandOf)];
  const names = new Map(brands.map(({ id, names: [name] }) => [id, name ?? project.name]));
  return { version, brands, names };
}

/** Without names of its own an answer that does not name it tells nothing: then no answers are read. */
export function hasNames({ brandTerms }: Pick<Project, 'brandTerms'>): boolean {
  return brandTerms.some((term) => term !== '');
}

export const namesHint =
  'The project has no brandTerms, so nobody knows what to look for: set its names with projects_update { id, brandTerms } (projects_list tells the id), and the answers are read by themselves.';

function ownBrand({ brandTerms, siteUrl, mentionOnlyWith, mentionNotWith }: Omit<Project, 'id'>): Brand {
  return { id: own, names: brandTerms.filter((term) => term !== ''), sites: siteOf(siteUrl), mentionOnlyWith, mentionNotWith };
}

function brandOf({ id, name, aliases, domain, mentionOnlyWith, mentionNotWith }: Competitor): Brand {
  return { id, names: [name, ...aliases], sites: [domain], mentionOnlyWith, mentionNotWith };
}

/** Its host, with the path where the site is but a part of it. */
function siteOf(siteUrl: string | null): string[] {
  const host = siteUrl === null ? null : domainOf(siteUrl);
  if (host === null) return [];
  return [`${host}${new URL(siteUrl!).pathname.replace(/\/(?:[^/]*\.[^/]*)?$/, '')}`];
}

export async function versionOf(db: Db | Tx, projectId: string): Promise<number> {
  const row = await db.selectFrom('ai_brands').select('version').where('project_id', '=', projectId).executeTakeFirst();
  return row?.version ?? 1;
}

/** From now on all answers wait to be read again. */
export async function brandsChanged(tx: Tx, { now }: Pick<System, 'now'>, projectId: string): Promise<void> {
  await tx
    .insertInto('ai_brands')
    .values({ project_id: projectId, version: 2, changed_at: now() })
    .onConflict((oc) =>
      oc
        .column('project_id')
        .doUpdateSet((eb) => ({ version: eb('ai_brands.version', '+', 1), changed_at: eb.ref('excluded.changed_at') })),
    )
    .execute();
}

/** Whether a change of a project changes what answers say of it. */
export function changesBrand(project: Project, before: Project): boolean {
  return JSON.stringify(ownBrand(project)) !== JSON.stringify(ownBrand(before));
}
