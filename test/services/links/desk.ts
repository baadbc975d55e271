import type { LinkDiscovery } from '../../../schema/link-discovery.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { LinkProspect } from '../../../schema/link-building.ts';
import type { LinkProspectDetail } from '../../../schema/link-prospects.ts';
import { startSite, type Answering, type Site } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

export interface LinkDesk extends TestApp {
  projectId: string;
  /** The project's own. */
  own: Site;
}

/** A desk whose project has a site of its own and a name. */
export async function startLinkDesk(project: Record<string, unknown> = {}, pages: Record<string, Answering> = {}): Promise<LinkDesk> {
  const app = await createTestApp();
  const own = await startSite(pages);
  const { data } = (await app.desk.call('projects_list', {})) as { data: { id: string }[] };
  const projectId = data[0]!.id;
  await app.desk.call('projects_update', { id: projectId, siteUrl: `${own.url}/`, brandTerms: ['Gardenbook'], ...project });
  return { ...app, projectId, own };
}

/** A page of some text, and whatever else. */
export const pageWith = (title: string, html: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>\n${html}\n</main></body></html>`;

export async function jobOf({ desk }: Pick<TestApp, 'desk'>, operation: string, input: Record<string, unknown>): Promise<Job> {
  const { jobId } = (await desk.call(operation, input)) as { jobId: string };
  await desk.runDue();
  return (await desk.call('jobs_get', { id: jobId })) as Job;
}

/** What a search found. */
export async function discovered(
  app: LinkDesk,
  input: Partial<LinkDiscovery> = {},
): Promise<{ job: Job; prospects: LinkProspectDetail[] }> {
  const job = await jobOf(app, 'link_prospects_discover', input);
  const { data } = (await app.desk.call('link_prospects_list', { limit: 100 })) as { data: LinkProspect[] };
  const prospects: LinkProspectDetail[] = [];
  for (const { id } of data) prospects.push((await app.desk.call('link_prospects_get', { id })) as LinkProspectDetail);
  return { job, prospects };
}

/** A site that links, as somebody says. */
export async function placeLink({ desk }: Pick<TestApp, 'desk'>, url: string): Promise<string> {
  const { id } = (await desk.call('link_prospects_create', { url })) as LinkProspect;
  await desk.call('link_prospects_update', { id, status: 'contacted' });
  await desk.call('link_prospects_update', { id, status: 'link_placed', linkUrl: url });
  return id;
}
