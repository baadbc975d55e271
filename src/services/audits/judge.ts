import { applicableChecks, judgeSite } from '../../audit/site-checks/find-site-faults.ts';
import { siteChecks } from '../../audit/site-checks/index.ts';
import type { SiteFinding } from '../../audit/site-checks/find-site-faults.ts';
import type { SiteView } from '../../audit/site-checks/site-view.ts';
import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { JobAttempt } from '../common/jobs.ts';
import { noteInlinks } from './queries.ts';
import { sitemapDepth } from './page.ts';
import { keepFindings, type Compared } from './findings.ts';

/** Rows written in one transaction. */
const maxAtOnce = 200;
const maxCountedAtOnce = 1000;

interface Needs {
  audit: Compared & { checkExternal: boolean };
  view: SiteView;
  turn: () => Promise<void>;
  report: JobAttempt['report'];
}

/** Makes the checks of the whole site. What an interrupted attempt found is forgotten first. Returns the codes of the checks that were made. */
export async function judge({ audit, view, turn, report }: Needs): Promise<string[]> {
  const step = 'comparing pages with one another';
  const tell = <Also>(also: (tx: Tx) => Promise<Also>) => report(step, 0.86, also);
  while (await tell((tx) => forget(tx, audit.id)));
  const checks = applicableChecks({ isComplete: view.about.isComplete, asksOutside: audit.checkExternal });
  const { survey, findings } = await judgeSite(view, checks, turn);
  let found: SiteFinding[] = [];
  for await (const finding of findings()) {
    if (found.push(finding) < maxAtOnce) continue;
    const some = found;
    found = [];
    await tell((tx) => keepFindings(tx, audit, some));
  }
  await tell((tx) => keepFindings(tx, audit, found));
  for (let from = 1; from <= view.size; from += maxCountedAtOnce) {
    const numbers = Array.from({ length: Math.min(maxCountedAtOnce, view.size - from + 1) }, (_, at) => from + at);
    const counts = numbers.map((number) => ({ number, inlinks: survey.inlinksOf(number), depth: survey.depthOf(number) ?? sitemapDepth }));
    await tell((tx) => noteInlinks(tx, audit.id, counts));
  }
  return checks.map(({ code }) => code);
}

const siteCodes = siteChecks.map(({ code }) => code);

/** Also what is mended, which is found after. Returns whether there may be more. */
async function forget(tx: Tx, auditId: string): Promise<boolean> {
  // One after the other: each is found by the key, where both at once would read all findings of the audit.
  const mended = await forgetSome(tx, auditId, 1);
  const found = await forgetSome(tx, auditId, 0);
  await tx.deleteFrom('audit_issues').where('audit_id', '=', auditId).where('code', 'in', idsIn(siteCodes)).execute();
  await tx.updateTable('audit_issues').set({ fixed_count: 0 }).where('audit_id', '=', auditId).execute();
  return mended === maxAtOnce || found === maxAtOnce;
}

/** What is mended, or what the checks of the whole site found. Returns how many were removed. */
async function forgetSome(tx: Tx, auditId: string, mended: 0 | 1): Promise<number> {
  const some = tx
    .selectFrom('audit_findings')
    .select(['audit_id', 'mended', 'code', 'url'])
    .where('audit_id', '=', auditId)
    .where('mended', '=', mended)
    .$if(mended === 0, (found) => found.where('code', 'in', idsIn(siteCodes)))
    .limit(maxAtOnce)
    .$asTuple('audit_id', 'mended', 'code', 'url');
  const { numDeletedRows } = await tx
    .deleteFrom('audit_findings')
    .where(({ eb, refTuple }) => eb(refTuple('audit_id', 'mended', 'code', 'url'), 'in', some))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
