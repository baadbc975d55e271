import type { CheckText } from './check.ts';
import { pageChecks } from './page-checks/index.ts';
import { renderedChecks } from './rendered-checks.ts';
import { siteChecks } from './site-checks/index.ts';

/** All checks: first those that one page decides, then those of the whole site, then those of rendered pages. */
export const checks: readonly CheckText[] = [...pageChecks, ...siteChecks, ...renderedChecks];

const byCode = new Map(checks.map((check) => [check.code, check]));

/** Undefined for a check that an older program made. */
export function checkOf(code: string): CheckText | undefined {
  return byCode.get(code);
}
