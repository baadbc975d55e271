import type { AuditedPage, Evidence, PageCheck } from '../check.ts';

/** All checks that one page decides. */
export const pageChecks: readonly PageCheck[] = [];

/** What is wrong with a page, by the checks' codes. */
export function findPageFaults(page: AuditedPage): { code: string; evidence: Evidence[] }[] {
  return pageChecks.flatMap(({ code, find }) => {
    const evidence = [...find(page)];
    return evidence.length > 0 ? [{ code, evidence }] : [];
  });
}
