import type { Category, CheckText, Severity } from './check.ts';

/** What a finding on every page takes off its category, as a share of what is left. */
export const severityWeights: Readonly<Record<Severity, number>> = { critical: 0.6, warning: 0.2, notice: 0.03 };

/** How much each category counts in the whole; together 100. */
export const categoryWeights: Readonly<Record<Category, number>> = {
  availability: 20,
  indexing: 20,
  content: 15,
  links: 12,
  performance: 6,
  ai_readiness: 6,
  security: 5,
  international: 5,
  structured_data: 4,
  images: 4,
  accessibility: 3,
};

/** The same in words, for the docs. */
export const auditFormula: readonly { part: string; rule: string }[] = [
  {
    part: 'share',
    rule: 'Addresses that have it, divided by the HTML pages that were read, 1 at most; of what is wrong with the site as a whole, 1',
  },
  {
    part: 'cost of an issue',
    rule: 'weight of its severity × √share: the first pages cost most, and a big site compares with a small one',
  },
  { part: 'score of a category', rule: '100 × (1 − cost) of one issue × (1 − cost) of the next, and so on' },
  { part: 'score', rule: 'the mean of the categories, each by its weight' },
];

/** An issue with how many addresses have it. */
export interface ScoredIssue {
  check: Pick<CheckText, 'severity' | 'category' | 'told'>;
  count: number;
  /** Whether it is about the site as a whole. */
  isOfSite: boolean;
}

/** What an issue takes off its category, 0–1. What is only told costs nothing. */
function costOf({ check, count, isOfSite }: ScoredIssue, htmlPages: number): number {
  if (check.told || count === 0) return 0;
  const share = isOfSite ? 1 : Math.min(count / Math.max(htmlPages, 1), 1);
  return severityWeights[check.severity] * Math.sqrt(share);
}

/** What an issue takes off the whole score at most: by this issues are put in order. */
export function weightOf(issue: ScoredIssue, htmlPages: number): number {
  return costOf(issue, htmlPages) * categoryWeights[issue.check.category];
}

export interface AuditScore {
  /** 0–100; null where no page could be read. */
  score: number | null;
  /** The lowest first; none where there is no score. */
  categories: { category: Category; score: number; issues: number }[];
}

export function scoreOf(issues: readonly ScoredIssue[], htmlPages: number): AuditScore {
  if (htmlPages === 0) return { score: null, categories: [] };
  const found = issues.filter(({ count }) => count > 0);
  const categories = (Object.keys(categoryWeights) as Category[]).map((category) => {
    const own = found.filter(({ check }) => check.category === category);
    const left = own.reduce((rest, issue) => rest * (1 - costOf(issue, htmlPages)), 1);
    return { category, exact: 100 * left, issues: own.length };
  });
  const total = categories.reduce((sum, { category, exact }) => sum + exact * categoryWeights[category], 0);
  return {
    score: Math.round(total / 100),
    categories: categories
      .toSorted((a, b) => a.exact - b.exact)
      .map(({ category, exact, issues: count }) => ({ category, score: Math.round(exact), issues: count })),
  };
}
