import type { Audit, AuditAnswer, AuditQuestion, NewAudit } from '../../../schema/audit.ts';
import type { Config } from '../../config.ts';
import type { Rendering } from '../../crawl/rendering.ts';
import { normaliseUrl, scopeOf } from '../../crawl/url.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Exports, Jobs, Projects } from '../account/index.ts';
import { checkSiteUrl } from '../common/outside-url.ts';
import { viewOf } from './asked.ts';
import { issuesOf } from './conclude.ts';
import { listAuditedPages, listIssues, listPlaces } from './listing.ts';
import { auditSite } from './run.ts';
import { toAudit } from './wire.ts';

export interface Audits {
  /** Throws `not_found`, `project_required`, `site_required`, `renderer_required`, `address_refused`, `conflict` while one of the project runs. */
  start(input: NewAudit): Promise<Audit>;
  /** Starts one that a schedule asks for, unless one runs or the project has no site. */
  startDue(tx: Tx, project: { id: string; siteUrl: string | null }): Promise<void>;
  /** The latest audit or the one that is named, its issues or its pages. Throws `not_found`, `project_required`, `invalid_input`. */
  get(question: AuditQuestion): Promise<AuditAnswer>;
}

/** The kind of export that tells all findings of an audit. */
export const auditExport = 'audit';

const usual = { maxPages: 500, maxSeconds: 1800, maxDepth: 20, checkExternal: true, render: false };

interface Needs {
  store: Store;
  system: System;
  config: Config;
  rendering: Pick<Rendering, 'problem'>;
  projects: Projects;
  jobs: Pick<Jobs, 'create'>;
  exports: Exports;
}

export function createAudits({ store, system, config, rendering, projects, jobs, exports }: Needs): Audits {
  const shown = async (db: Pick<Tx, 'selectFrom'>, row: AuditRow) =>
    toAudit(row, await issuesOf(db, row.id), row.finished_at === null ? null : exports.urlOf(auditExport, row.id));

  async function startIn(tx: Tx, project: { id: string; siteUrl: string | null }, input: NewAudit): Promise<AuditRow> {
    const siteUrl = siteOf(input, project);
    const running = await runningIn(tx, project.id);
    if (running) throw underWay(running);
    const { host, path } = scopeOf(siteUrl);
    const site = `${host}${path}`;
    const id = system.id('aud');
    const job_id = await jobs.create(tx, { kind: auditSite, projectId: project.id, resourceType: 'audit', resourceId: id });
    const limits: Audit['limits'] = {
      maxPages: input.maxPages ?? usual.maxPages,
      maxSeconds: input.maxSeconds ?? usual.maxSeconds,
      maxDepth: input.maxDepth ?? usual.maxDepth,
      checkExternal: input.checkExternal ?? usual.checkExternal,
      render: input.render ?? usual.render,
    };
    const row: AuditRow = {
      id,
      project_id: project.id,
      job_id,
      site_url: siteUrl,
      site,
      options: JSON.stringify(limits),
      state: 'queued',
      ended_by: null,
      previous_id: await previousOf(tx, project.id, site),
      spent: JSON.stringify({ pages: 0, bytes: 0, ms: 0 }),
      found: 0,
      pages_read: 0,
      html_pages: 0,
      judged: null,
      learned: null,
      result: null,
      new_critical: 0,
      created_at: system.now(),
      finished_at: null,
    };
    await tx.insertInto('audits').values(row).execute();
    return row;
  }

  return {
    async startDue(tx, project) {
      if (project.siteUrl !== null && !(await runningIn(tx, project.id))) await startIn(tx, project, {});
    },

    async start({ projectId, ...input }) {
      if (input.render) requireRenderer(rendering);
      if (input.siteUrl !== undefined) checkSiteUrl(input.siteUrl, '/siteUrl', config);
      return store.write(async (tx) => shown(tx, await startIn(tx, await projects.resolve(projectId, tx), input)));
    },

    async get({ id, projectId, ...asked }) {
      const view = viewOf(asked);
      const row = id === undefined ? await latestOf(store, await projects.resolve(projectId)) : await auditOf(store, id, projectId);
      if (view === 'summary') return shown(store.db, row);
      if (view === 'pages') return listAuditedPages(store.db, row, asked);
      const { code } = asked;
      return code === undefined ? listIssues(store.db, row, asked) : listPlaces(store.db, row, { ...asked, code });
    },
  };
}

function runningIn(tx: Tx, projectId: string): Promise<AuditRow | undefined> {
  return tx.selectFrom('audits').selectAll().where('project_id', '=', projectId).where('finished_at', 'is', null).executeTakeFirst();
}

/** Throws `site_required`. */
function siteOf({ siteUrl }: NewAudit, project: { siteUrl: string | null }): string {
  const site = siteUrl ?? project.siteUrl;
  const url = site === null ? null : normaliseUrl(site);
  if (url !== null) return url;
  throw new AppError('site_required', 'There is no site to audit: the project has no siteUrl, and none was given.', {
    hint: 'Give siteUrl with this call, or set it for good with projects_update.',
  });
}

/** Throws `renderer_required` where it is plain that no page can be rendered. */
function requireRenderer(rendering: Pick<Rendering, 'problem'>): void {
  const problem = rendering.problem();
  if (problem === null) return;
  throw new AppError('renderer_required', `No page can be rendered: Chromium cannot be used, as ${problem}`, {
    hint: 'Leave render out to audit the pages as they come, or have whoever runs the desk give it a Chromium.',
  });
}

/** The last audit of the same site that read any pages. */
async function previousOf(tx: Tx, projectId: string, site: string): Promise<string | null> {
  const ended = tx.selectFrom('audits').select('id').where('project_id', '=', projectId).where('site', '=', site);
  const row = await ended
    .where('finished_at', 'is not', null)
    .where('html_pages', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

function underWay({ id, job_id, site_url, pages_read }: AuditRow): AppError {
  return new AppError('conflict', `The audit ${id} of ${site_url} is under way (${pages_read} pages read).`, {
    hint: `Follow it with jobs_get (${job_id}), or end it with jobs_cancel, which keeps what was read.`,
  });
}

/** Throws `not_found`. */
async function latestOf({ db }: Store, project: { id: string }): Promise<AuditRow> {
  const audits = db.selectFrom('audits').selectAll().where('project_id', '=', project.id);
  const row = await audits.orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (row) return row;
  throw new AppError('not_found', 'No site of this project was audited yet.', { hint: 'Begin with audit_start.' });
}

/** Its id says which project it is of; one that is named must be that. Throws `not_found`. */
async function auditOf({ db }: Store, id: string, projectId: string | undefined): Promise<AuditRow> {
  const row = await db.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();
  if (row && (projectId === undefined || row.project_id === projectId)) return row;
  const detail = `There is no audit ${id}${row ? ` of the project ${projectId}` : ''}.`;
  throw new AppError('not_found', detail, { hint: 'Leave id out for the latest.' });
}
