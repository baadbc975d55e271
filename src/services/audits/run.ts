import type { Audit } from '../../../schema/audit.ts';
import { crawl } from '../../crawl/crawl.ts';
import { polite } from '../../crawl/polite.ts';
import type { Rendering } from '../../crawl/rendering.ts';
import { isOwn, scopeOf } from '../../crawl/url.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Hosts } from '../common/hosts.ts';
import type { Done, JobAttempt, JobKind } from '../common/jobs.ts';
import { parsedOrNull } from '../common/wire.ts';
import type { SiteServices } from '../site/index.ts';
import { askAside } from './aside.ts';
import { compare } from './compare.ts';
import { conclude, pageCodes } from './conclude.ts';
import { openFrontier } from './frontier.ts';
import { judge } from './judge.ts';
import { learnedFrom, type Learned } from './learned.ts';
import { noProbes, probe } from './probes.ts';
import { createReading } from './read.ts';
import { renderedCodes, renderPages } from './rendering.ts';
import { tidy } from './removal.ts';
import { limitsOf, spentOf } from './spent.ts';
import { keepingTexts, maxWaitMs, type TextKeeping } from './texts.ts';
import { openView } from './view.ts';

/** The kind of job that audits a site. */
export const auditSite = 'site.audit';

/** Bytes that an audit reads for each page it may read, and at least. */
const bytesPerPage = 1024 * 1024;
const minBytes = 256 * 1024 * 1024;

interface Needs extends Pick<SiteServices, 'ownTexts' | 'pages'> {
  store: Store;
  system: System;
  hosts: Hosts;
  rendering: Rendering;
}

/** An audit under way. */
interface Begun {
  audit: AuditRow;
  /** The project's own site, which is asked faster; null if it has none. */
  ownSite: string | null;
  texts: TextKeeping;
}

/** Audits a site: crawls it, asks where its links lead, judges it and compares it with the audit before. Each step is kept, so it can be interrupted anywhere. */
export function createAuditing({ store, system, hosts, rendering, ownTexts, pages }: Needs): JobKind {
  async function comparedWith({ id, previous_id: previousId }: AuditRow) {
    const before =
      previousId === null
        ? undefined
        : await store.db.selectFrom('audits').select('judged').where('id', '=', previousId).executeTakeFirst();
    return { id, previousId: before ? previousId : null, judgedBefore: new Set(parsedOrNull<string[]>(before?.judged ?? null)) };
  }

  /** Reads the pages, and asks the site what they do not tell. */
  async function learn(
    { audit, compared, ownSite, texts }: Begun & { compared: Awaited<ReturnType<typeof comparedWith>> },
    { signal, report }: JobAttempt,
  ): Promise<Learned> {
    const { maxPages, maxSeconds, maxDepth } = limitsOf(audit);
    const frontier = await openFrontier({ store, audit: { ...compared, maxPages }, report });
    const result = await crawl({
      system,
      visitHost: hosts.visit,
      start: audit.site_url,
      ownSite,
      budget: { maxPages, maxDepth, maxMs: maxSeconds * 1000, maxBytes: Math.max(maxPages * bytesPerPage, minBytes) },
      spent: spentOf(audit),
      frontier,
      read: createReading(scopeOf(audit.site_url), { pages, texts, turn: system.turns(signal), signal }),
      signal,
    });
    const asking = polite(system, hosts.visit, { ownSite });
    // Where nothing may be read, nothing is to be asked either.
    const probes = result.robots.robots ? await probe(system, asking, audit.site_url, signal) : noProbes;
    const learned = learnedFrom(result, probes);
    const { spent } = result;
    await report('the pages are read', 0.7, (tx) =>
      change(tx, audit.id, { learned: JSON.stringify(learned), spent: JSON.stringify(spent) }),
    );
    return learned;
  }

  const change = (tx: Tx, id: string, values: Partial<AuditRow>) => tx.updateTable('audits').set(values).where('id', '=', id).execute();

  async function projectOf({ project_id: projectId }: AuditRow) {
    return store.db.selectFrom('projects').select(['id', 'site_url', 'language']).where('id', '=', projectId).executeTakeFirstOrThrow();
  }

  async function end(tx: Tx, id: string, endedBy: NonNullable<Audit['endedBy']>): Promise<void> {
    const audit = await tx.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();
    if (audit && audit.finished_at === null)
      await conclude(tx, system, audit, { endedBy, judged: [...pageCodes, ...renderedCodesOf(audit)] });
  }

  async function auditOn(begun: Begun, attempt: JobAttempt): Promise<Done> {
    const { signal, report } = attempt;
    const { audit, ownSite, texts } = begun;
    const { id, site_url: start } = audit;
    if (audit.state === 'queued') await report('starting', 0, (tx) => change(tx, id, { state: 'running' }));
    const { checkExternal, maxSeconds, render } = limitsOf(audit);
    const compared = await comparedWith(audit);
    const learned = parsedOrNull<Learned>(audit.learned) ?? (await learn({ ...begun, compared }, attempt));
    const isOfSite = (url: string) => isOwn(start, url);
    const asking = polite(system, hosts.visit, { ownSite });
    const leftMs = async () => maxSeconds * 1000 - spentOf(await auditRow(store, id)).ms;
    if (render) {
      const needs = { store, system, rendering, start, ownSite, polite: asking, hosts, pages, attempt };
      await renderPages({ ...needs, audit: compared, leftMs: await leftMs() });
    }
    await askAside({ store, system, polite: asking, audit: { id, checkExternal, isOwn: isOfSite }, leftMs: await leftMs(), attempt });
    const turn = system.turns(signal);
    const view = await openView({ db: store.db, auditId: id, start, learned, isOwn: isOfSite, turn });
    const siteCodes = await judge({ audit: { ...compared, checkExternal }, view, turn, report });
    const judged = [...pageCodes, ...siteCodes, ...renderedCodesOf(await auditRow(store, id))];
    const { previousId } = compared;
    const comparison =
      previousId === null ? undefined : await compare({ store, audit: { ...compared, previousId }, judged: new Set(judged), report });
    await report('keeping the main texts', 0.96);
    await texts.end(maxWaitMs);
    while (await report('tidying up', 0.97, (tx) => tidy(tx, id)));
    return {
      async write(tx) {
        const now = await tx.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const figures = await conclude(tx, system, now, { endedBy: learned.end, judged, comparison });
        return { auditId: id, endedBy: learned.end, pagesRead: now.pages_read, ...figures, next: 'audit_get with view issues' };
      },
    };
  }

  return {
    resumes: true,

    async run(attempt) {
      const audit = await auditRow(store, attempt.resourceId);
      const project = await projectOf(audit);
      const texts = keepingTexts({ system, ownTexts, pages, project, signal: attempt.signal });
      try {
        return await auditOn({ audit, ownSite: project.site_url, texts }, attempt);
      } finally {
        await texts.end(0);
      }
    },

    failed: (tx, id) => end(tx, id, 'failed'),
    canceled: (tx, id) => end(tx, id, 'canceled'),
  };
}

/** The checks that only rendered pages have are made where there are any. */
function renderedCodesOf(audit: AuditRow): Iterable<string> {
  return (spentOf(audit).rendering?.rendered ?? 0) > 0 ? renderedCodes : [];
}

async function auditRow({ db }: Store, id: string): Promise<AuditRow> {
  const row = await db.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no audit ${id}.`, { hint: 'See audit_get without an id.' });
  return row;
}
