import type { Audit } from '../../../schema/audit.ts';
import { crawl, type CrawlSpent } from '../../crawl/crawl.ts';
import { polite } from '../../crawl/polite.ts';
import { isOwn, scopeOf } from '../../crawl/url.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { AppError } from '../../errors.ts';
import { pageTasks } from '../../pages/tasks.ts';
import type { System } from '../../system.ts';
import type { OpenThread } from '../../threads/thread.ts';
import type { Hosts } from '../common/hosts.ts';
import type { JobAttempt, JobKind } from '../common/jobs.ts';
import { parsed, parsedOrNull } from '../common/wire.ts';
import { askAside } from './aside.ts';
import { compare } from './compare.ts';
import { conclude, pageCodes } from './conclude.ts';
import { openFrontier } from './frontier.ts';
import { judge } from './judge.ts';
import { learnedFrom, type Learned } from './learned.ts';
import { probe } from './probes.ts';
import { readVisit } from './read.ts';
import { tidy } from './removal.ts';
import { openView } from './view.ts';

/** The kind of job that audits a site. */
export const auditSite = 'site.audit';

/** Bytes that an audit reads for each page it may read, and at least. */
const bytesPerPage = 1024 * 1024;
const minBytes = 256 * 1024 * 1024;
/** The time limit of reading one large page. */
const maxPageMs = 20_000;

interface Needs {
  store: Store;
  system: System;
  hosts: Hosts;
  openThread: OpenThread;
}

/** Audits a site: crawls it, asks where its links lead, judges it and compares it with the audit before. Each step is kept, so it can be interrupted anywhere. */
export function createAuditing({ store, system, hosts, openThread }: Needs): JobKind {
  const thread = openThread(pageTasks, { maxMs: maxPageMs });

  async function comparedWith({ id, previous_id: previousId }: AuditRow) {
    const before =
      previousId === null
        ? undefined
        : await store.db.selectFrom('audits').select('judged').where('id', '=', previousId).executeTakeFirst();
    return { id, previousId: before ? previousId : null, judgedBefore: new Set(parsedOrNull<string[]>(before?.judged ?? null)) };
  }

  /** Reads the pages, and asks the site what they do not tell. */
  async function learn(audit: AuditRow, compared: Awaited<ReturnType<typeof comparedWith>>, attempt: JobAttempt): Promise<Learned> {
    const { signal, report } = attempt;
    const { maxPages, maxSeconds, maxDepth } = limitsOf(audit);
    const scope = scopeOf(audit.site_url);
    const frontier = await openFrontier({ store, audit: { ...compared, maxPages }, report });
    const result = await crawl({
      system,
      visitHost: hosts.visit,
      start: audit.site_url,
      ownSite: await ownSiteOf(audit),
      budget: { maxPages, maxDepth, maxMs: maxSeconds * 1000, maxBytes: Math.max(maxPages * bytesPerPage, minBytes) },
      spent: parsed<CrawlSpent>(audit.spent),
      frontier,
      read: (visit) => readVisit(visit, { scope, thread, signal }),
      signal,
    });
    const asking = polite(system, hosts.visit, { ownSite: await ownSiteOf(audit) });
    const learned = learnedFrom(result, await probe(system, asking, audit.site_url, signal));
    const { spent } = result;
    await report('the pages are read', 0.7, (tx) =>
      change(tx, audit.id, { learned: JSON.stringify(learned), spent: JSON.stringify(spent) }),
    );
    return learned;
  }

  const change = (tx: Tx, id: string, values: Partial<AuditRow>) => tx.updateTable('audits').set(values).where('id', '=', id).execute();

  async function ownSiteOf({ project_id: projectId }: AuditRow): Promise<string | null> {
    const project = await store.db.selectFrom('projects').select('site_url').where('id', '=', projectId).executeTakeFirst();
    return project?.site_url ?? null;
  }

  async function end(tx: Tx, id: string, endedBy: NonNullable<Audit['endedBy']>): Promise<void> {
    const audit = await tx.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();
    if (audit && audit.finished_at === null) await conclude(tx, system, audit, { endedBy, judged: pageCodes });
  }

  return {
    resumes: true,

    async run(attempt) {
      const { signal, report } = attempt;
      const audit = await auditRow(store, attempt.resourceId);
      const { id, site_url: start } = audit;
      if (audit.state === 'queued') await report('starting', 0, (tx) => change(tx, id, { state: 'running' }));
      const { checkExternal, maxSeconds } = limitsOf(audit);
      const compared = await comparedWith(audit);
      const learned = parsedOrNull<Learned>(audit.learned) ?? (await learn(audit, compared, attempt));
      const isOfSite = (url: string) => isOwn(start, url);
      const asking = polite(system, hosts.visit, { ownSite: await ownSiteOf(audit) });
      const leftMs = maxSeconds * 1000 - parsed<CrawlSpent>((await auditRow(store, id)).spent).ms;
      await askAside({ store, system, polite: asking, audit: { id, checkExternal, isOwn: isOfSite }, leftMs, attempt });
      const turn = system.turns(signal);
      const view = await openView({ db: store.db, auditId: id, start, learned, isOwn: isOfSite, turn });
      const siteCodes = await judge({ audit: { ...compared, checkExternal }, view, turn, report });
      const judged = [...pageCodes, ...siteCodes];
      const { previousId } = compared;
      const comparison =
        previousId === null ? undefined : await compare({ store, audit: { ...compared, previousId }, judged: new Set(judged), report });
      while (await report('tidying up', 0.97, (tx) => tidy(tx, id)));
      return {
        async write(tx) {
          const now = await tx.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
          const figures = await conclude(tx, system, now, { endedBy: learned.end, judged, comparison });
          return { auditId: id, endedBy: learned.end, pagesRead: now.pages_read, ...figures, next: 'audit_get with view issues' };
        },
      };
    },

    failed: (tx, id) => end(tx, id, 'failed'),
    canceled: (tx, id) => end(tx, id, 'canceled'),
  };
}

async function auditRow({ db }: Store, id: string): Promise<AuditRow> {
  const row = await db.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no audit ${id}.`, { hint: 'See audit_get without an id.' });
  return row;
}

export function limitsOf({ options }: Pick<AuditRow, 'options'>): Audit['limits'] {
  return parsed(options);
}
