import type { Config } from '../../config.ts';
import type { Store } from '../../db/open.ts';
import type { Projects } from '../account/index.ts';
import type { Google } from './google.ts';
import { isOf } from './import/site.ts';
import { notConnected } from './sync/request.ts';

/** What of Google's a project may read. */
export interface Readable {
  properties: string[];
  /** The one that the project names. */
  chosen: string | null;
  /** Of those that may be read, the one that the project's site belongs to. */
  ofSite: string | null;
}

/** Asks Google. Throws `integration_required`, `not_found`, and what `SearchConsole` does. */
export async function readableOf({ projects, google }: { projects: Projects; google: Google }, projectId: string): Promise<Readable> {
  const { id, siteUrl, searchConsoleProperty: chosen } = await projects.resolve(projectId);
  const client = await google(id);
  if (!client) throw notConnected();
  const properties = await client.properties();
  const fits = (property: string) => siteUrl !== null && isOf(property, siteUrl);
  return { properties, chosen, ofSite: properties.find(fits) ?? null };
}

/** How projects are connected to Google. */
export interface Connections {
  byEnvironment: boolean;
  /** Connected by their settings, or last checked with the environment's; the first ones by name. */
  projects: { id: string; name: string; property: string | null; lastError: string | null }[];
}

const maxTold = 20;

export async function connectionsOf({ store, config }: { store: Store; config: Config }): Promise<Connections> {
  const byEnvironment = config.providers['search-console'] !== undefined;
  const rows = store.db
    .selectFrom('integrations')
    .innerJoin('projects', 'projects.id', 'integrations.project_id')
    .select(['projects.id', 'projects.name', 'projects.search_console_property as property', 'integrations.last_error as lastError'])
    .where('integrations.provider', '=', 'search-console');
  const projects = byEnvironment ? rows : rows.where('integrations.settings', 'is not', null);
  return { byEnvironment, projects: await projects.orderBy('projects.name').limit(maxTold).execute() };
}
