import type { Audit } from '../../../schema/audit.ts';
import type { CrawlSpent } from '../../crawl/crawl.ts';
import type { Tx } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { parsed } from '../common/wire.ts';

/** What of its budget an audit has used, and how far it has come with rendering and with links to other sites. */
export interface AuditSpent extends CrawlSpent {
  /** Missing until it begins to ask them. */
  externalLinks?: NonNullable<Audit['externalLinks']>;
  rendering?: {
    rendered: number;
    /** Pages that were not, by the code of why. */
    failed: Record<string, { count: number; example: string }>;
  };
}

export function spentOf({ spent }: Pick<AuditRow, 'spent'>): AuditSpent {
  return parsed(spent);
}

export async function changeSpent(tx: Tx, id: string, change: (spent: AuditSpent) => AuditSpent): Promise<void> {
  const audit = await tx.selectFrom('audits').select('spent').where('id', '=', id).executeTakeFirstOrThrow();
  const spent = JSON.stringify(change(spentOf(audit)));
  await tx.updateTable('audits').set({ spent }).where('id', '=', id).execute();
}

/** Audits from before pages could be rendered do not say whether they were. */
export function limitsOf({ options }: Pick<AuditRow, 'options'>): Audit['limits'] {
  return { render: false, ...parsed<Omit<Audit['limits'], 'render'> & Partial<Audit['limits']>>(options) };
}

/** How many pages were rendered, and why others were not; null where that was not asked for. */
export function renderingOf(audit: Pick<AuditRow, 'spent' | 'options'>): Audit['rendering'] {
  if (!limitsOf(audit).render) return null;
  const { rendered, failed } = spentOf(audit).rendering ?? { rendered: 0, failed: {} };
  const reasons = Object.entries(failed).map(([code, one]) => ({ code, ...one }));
  return {
    rendered,
    notRendered: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  };
}
