import type { Audit } from '../../../schema/audit.ts';
import type { CrawlSpent } from '../../crawl/crawl.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { parsed } from '../common/wire.ts';

/** What of its budget an audit has used, and how far it has come with rendering. */
export interface AuditSpent extends CrawlSpent {
  rendering?: {
    rendered: number;
    /** Pages that were not, by the code of why. */
    failed: Record<string, { count: number; example: string }>;
  };
}

export function spentOf({ spent }: Pick<AuditRow, 'spent'>): AuditSpent {
  return parsed(spent);
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
