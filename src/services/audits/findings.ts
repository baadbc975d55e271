import type { Evidence } from '../../audit/check.ts';
import type { Tx } from '../../db/open.ts';
import type { AuditIssueRow } from '../../db/rows/audits.ts';
import { idsIn } from '../../db/sql.ts';
import { parsed } from '../common/wire.ts';
import { addFindings, type FindingKey, type NewFinding } from './queries.ts';
import { shownText } from './shown-text.ts';
import { putIssues } from './stored.ts';

/** Places of a finding that are kept, and how much of each. */
export const maxPlaces = 10;
const maxTextLength = 300;
/** Addresses that an issue names. */
const maxNamed = 10;

/** A place in a page's source with what stands there. */
export type Place = [line: number | null, text: string];

/** What a check found at an address. */
export interface Finding {
  code: string;
  url: string;
  isPage: boolean;
  evidence: readonly Evidence[];
}

/** The audit that findings belong to, and what it is compared with. */
export interface Compared {
  id: string;
  previousId: string | null;
  /** The checks that the audit before made. */
  judgedBefore: ReadonlySet<string>;
}

/** Keeps findings beside what the audit before found, and counts them. */
export async function keepFindings(tx: Tx, { id, previousId, judgedBefore }: Compared, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map(({ code, url, isPage, evidence }): NewFinding => {
    const places = evidence.slice(0, maxPlaces).map(({ line, text }): Place => [line === 0 ? null : line, shownText(text, maxTextLength)]);
    const comparable = judgedBefore.has(code) ? 1 : 0;
    return { code, url, of_page: isPage ? 1 : 0, places: JSON.stringify(places), count: evidence.length, comparable };
  });
  const kept = await addFindings(tx, id, previousId, rows);
  const ofSite = new Set(findings.flatMap(({ isPage, code, url }) => (isPage ? [] : [`${code} ${url}`])));
  await count(
    tx,
    id,
    Map.groupBy(kept, ({ code }) => code),
    (issue, some) => ({
      count: issue.count + some.length,
      of_site: issue.of_site + some.filter(({ code, url }) => ofSite.has(`${code} ${url}`)).length,
      new_count: issue.new_count + some.filter(({ change }) => change === 'new').length,
      urls: JSON.stringify([...parsed<string[]>(issue.urls), ...some.map(({ url }) => url)].slice(0, maxNamed)),
    }),
  );
}

/** Counts findings of the audit before that are gone. */
export async function countMended(tx: Tx, auditId: string, mended: readonly FindingKey[]): Promise<void> {
  await count(
    tx,
    auditId,
    Map.groupBy(mended, ({ code }) => code),
    (issue, some) => ({ fixed_count: issue.fixed_count + some.length }),
  );
}

/** Changes the counts of these issues, which may be new. */
async function count<Found>(
  tx: Tx,
  auditId: string,
  found: ReadonlyMap<string, Found[]>,
  change: (issue: AuditIssueRow, some: Found[]) => Partial<AuditIssueRow>,
): Promise<void> {
  if (found.size === 0) return;
  const codes = idsIn([...found.keys()]);
  const before = await tx.selectFrom('audit_issues').selectAll().where('audit_id', '=', auditId).where('code', 'in', codes).execute();
  const known = new Map(before.map((issue) => [issue.code, issue]));
  const changed = Array.from(found, ([code, some]) => {
    const issue = known.get(code) ?? { audit_id: auditId, code, count: 0, of_site: 0, new_count: 0, fixed_count: 0, urls: '[]' };
    return { ...issue, ...change(issue, some) };
  });
  await putIssues(tx, changed);
}
