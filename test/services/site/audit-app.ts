import type { Audit, AuditFinding, AuditIssue } from '../../../schema/audit.ts';
import type { Site } from '../../support/site.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A page of a site under audit. */
export const htmlPage = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Pages that link to one another in a row, from `/` over `/p1` on. */
export function rowOfPages(count: number): Record<string, string> {
  const pages = Array.from({ length: count }, (_, nth) => htmlPage(`Page ${nth}`, `<a href="/p${nth + 1}">The next of them</a>`));
  return Object.fromEntries(
    pages.map((html, nth) => [nth === 0 ? '/' : `/p${nth}`, nth === count - 1 ? html.replace(/<a.*a>/, 'The end') : html]),
  );
}

export const start = async (app: TestApp, site: Site, input: Record<string, unknown> = {}) =>
  (await app.desk.call('audit_start', { siteUrl: `${site.url}/`, checkExternal: false, ...input })) as Audit;

export const get = async (app: TestApp, id?: string) => (await app.desk.call('audit_get', { id })) as Audit;

/** Audits a site to its end. */
export async function audited(app: TestApp, site: Site, input: Record<string, unknown> = {}): Promise<Audit> {
  const { id } = await start(app, site, input);
  await app.desk.runDue();
  return get(app, id);
}

interface Rows<Row> {
  data: Row[];
  nextCursor: string | null;
  auditId: string;
}

export const listed = async <Row>(app: TestApp, question: Record<string, unknown>) =>
  (await app.desk.call('audit_get', question)) as Rows<Row>;

export const issuesOf = async (app: TestApp, question: Record<string, unknown> = {}) =>
  (await listed<AuditIssue>(app, { view: 'issues', limit: 100, ...question })).data;

export const placesOf = async (app: TestApp, code: string, question: Record<string, unknown> = {}) =>
  (await listed<AuditFinding>(app, { view: 'issues', code, ...question })).data;
