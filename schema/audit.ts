import { z } from 'zod';
import { idOf, listOf, Paging, ProjectId, Timestamp } from './common.ts';

export const severities = ['critical', 'warning', 'notice'] as const;
export const auditCategories = [
  'availability',
  'indexing',
  'content',
  'links',
  'images',
  'international',
  'structured_data',
  'security',
  'performance',
  'accessibility',
  'ai_readiness',
] as const;
const auditEnds = [
  'complete',
  'max_pages',
  'max_bytes',
  'max_seconds',
  'max_depth',
  'robots_forbid',
  'unreachable',
  'canceled',
  'failed',
] as const;

const Severity = z.enum(severities);
const Category = z.enum(auditCategories);
const count = () => z.number().int();

export const NewAudit = z.strictObject({
  siteUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe("Default: the project's."),
  maxPages: z.number().int().min(1).max(100_000).optional().describe('Default 500.'),
  maxSeconds: z.number().int().min(10).max(86_400).optional().describe('Default 1,800.'),
  maxDepth: z.number().int().min(0).max(100).optional().describe('Links from the start, default 20.'),
  checkExternal: z.boolean().optional().describe('Links to other sites, default true.'),
  render: z.boolean().optional().meta({
    description: 'Also run the scripts of 50 pages in Chromium. Default false.',
    inTool: 'Run the scripts of 50 pages in Chromium too.',
  }),
  projectId: ProjectId,
});

export const AuditQuestion = z.strictObject({
  id: idOf('aud').optional().describe('aud_…; default: the latest.'),
  view: z.enum(['summary', 'issues', 'pages']).optional().describe('Default: the list that is narrowed, else summary.'),
  code: z.string().max(100).optional().describe('In issues: its places; in pages: those that have it.'),
  severity: Severity.optional().describe('Of issues.'),
  category: Category.optional().describe('Of issues.'),
  change: z.enum(['new', 'same', 'fixed']).optional().describe('Since the audit before.'),
  url: z.string().min(1).max(2000).optional().describe('Only addresses that begin so, like /docs/.'),
  projectId: ProjectId,
  limit: Paging.limit.meta({ description: 'Rows at most. Default 20; of issues 5.', inTool: 'Default 20; of issues 5.' }),
  cursor: Paging.cursor,
});

const TopIssue = z.object({
  code: z.string().describe('Stable code; pass it to audit_get with view issues.'),
  severity: Severity.describe('How much it matters.'),
  title: z.string().describe('What is wrong.'),
  count: count().describe('Addresses that have it.'),
});

const BotAccess = z.object({
  allowed: z.array(z.string()).describe('Names that robots.txt lets read the start page.'),
  blocked: z.array(z.string()).describe('Names that it keeps out.'),
});

export const Audit = z.object({
  id: z.string().describe('The audit (aud_…).'),
  projectId: z.string().describe('Its project.'),
  jobId: z.string().describe('Follow it with jobs_get.'),
  siteUrl: z.string().describe('Where it started.'),
  status: z.enum(['queued', 'running', 'finished']).describe('finished, whatever ended it.'),
  endedBy: z
    .enum(auditEnds)
    .nullable()
    .describe('complete: all was read; max_…: a limit left pages out; robots_forbid: the site asks not to be read; null while it runs.'),
  limits: z
    .object({
      maxPages: count().describe('Addresses.'),
      maxSeconds: count().describe('Seconds.'),
      maxDepth: count().describe('Links away from the start.'),
      checkExternal: z.boolean().describe('Whether links to other sites were to be asked.'),
      render: z.boolean().describe('Whether pages were to be rendered.'),
    })
    .describe('What was asked for.'),
  pagesRead: count().describe('Addresses that were asked.'),
  htmlPages: count().describe('Those of them that are HTML pages with status 200; shares are shares of these.'),
  pagesLeft: count().describe('Addresses that were found and not asked.'),
  seconds: count().describe('Time spent reading.'),
  score: count().nullable().describe('0–100 by the published formula; null where no page could be read, or while it runs.'),
  categories: z
    .array(
      z.object({
        category: Category.describe('What the checks are about.'),
        score: count().describe('0–100.'),
        issues: count().describe('Different issues found.'),
      }),
    )
    .describe('The score by category, the lowest first.'),
  issueCounts: z
    .object({
      critical: count().describe('Codes.'),
      warning: count().describe('Codes.'),
      notice: count().describe('Codes.'),
    })
    .describe('Different issues found, by severity.'),
  topIssues: z.array(TopIssue).describe('The first five, by severity and then by cost; audit_get with view issues has all.'),
  previousId: z.string().nullable().describe('The audit of the same site that it is compared with.'),
  newCount: count().nullable().describe('Findings that were not there before, on pages that both read; null in a first audit.'),
  fixedCount: count()
    .nullable()
    .describe('Findings that are gone; null also where the audit was canceled or failed before it was compared.'),
  pagesAdded: count().nullable().describe('Pages that the audit before had not read.'),
  pagesNotSeen: count().nullable().describe('Pages that only the audit before had read.'),
  externalLinks: z
    .object({
      checked: count().describe('Asked, and answered for certain.'),
      broken: count().describe('Gone.'),
      notChecked: count().describe('Not asked, or nothing certain was answered.'),
    })
    .nullable()
    .describe('Addresses of other sites; null where they were not to be asked, or the audit ended before that.'),
  rendering: z
    .object({
      rendered: count().describe('Pages shown by a browser, with their scripts.'),
      notRendered: count().describe('Pages that should have been, and were not.'),
      reasons: z
        .array(
          z.object({
            code: z.string().describe('Such as timeout, refused, failed, or renderer_unavailable.'),
            count: count().describe('Pages.'),
            example: z.string().describe('What was said of one of them.'),
          }),
        )
        .describe('Why not, the most frequent first.'),
    })
    .nullable()
    .describe('Pages whose scripts were run; null where that was not asked for.'),
  aiAccess: z
    .object({
      asOf: z.string().describe('The date of the table of crawlers.'),
      search: BotAccess.describe('Crawlers of search and answer engines.'),
      training: BotAccess.describe('Crawlers that gather text for training: a choice of the site.'),
      user: BotAccess.describe('Agents that a person sends.'),
      llmsTxt: z.boolean().nullable().describe('Whether /llms.txt is there; it never scores.'),
    })
    .nullable()
    .describe('What robots.txt says to AI crawlers; null until it was read.'),
  csvUrl: z.string().nullable().describe('All findings as CSV, for a day; no key needed. Null while it runs.'),
  createdAt: Timestamp.describe('When it was asked for.'),
  finishedAt: Timestamp.nullable().describe('When it ended.'),
});

const Change = z
  .enum(['new', 'same', 'fixed'])
  .nullable()
  .describe('Against the audit before; null where that had not read this page or had not made this check.');

export const AuditIssue = z.object({
  code: z.string().describe('Stable code.'),
  severity: Severity.describe('How much it matters.'),
  category: Category.describe('What it is about.'),
  title: z.string().describe('What is wrong.'),
  why: z.string().describe('Why it matters.'),
  howToFix: z.string().describe('What to do.'),
  count: count().describe('Addresses that have it.'),
  newCount: count().nullable().describe('Those that did not have it before.'),
  fixedCount: count().nullable().describe('Those that had it before.'),
  urls: z.array(z.string()).describe('The first ten, fewer where they are long; with code you get all.'),
  line: count().nullable().describe("Line of the evidence in the first address's source."),
  evidence: z.string().describe('What stands at the first address, cut at 160 characters; with code you get all.'),
});

export const AuditFinding = z.object({
  url: z.string().describe('The page, or the file of the site.'),
  line: count().nullable().describe("Line in the page's source."),
  evidence: z.string().describe('What stands there, as the site has it.'),
  change: Change,
  more: z
    .array(z.object({ line: count().nullable().describe('Line.'), evidence: z.string().describe('What stands there.') }))
    .optional()
    .describe('Further places in the same page.'),
  moreCount: count().optional().describe('How many further places there are, where not all are shown.'),
});

const Altered = z
  .object({
    raw: z.string().nullable().describe('Without scripts.'),
    rendered: z.string().nullable().describe('With scripts.'),
  })
  .nullable();
const Brought = z.object({ count: count().describe('How many.'), first: z.array(z.string()).describe('The first ten.') });

const RenderedPage = z.object({
  error: z.string().nullable().describe('Why it was not rendered; null if it was.'),
  words: count().nullable().describe('Words of the main text.'),
  title: Altered.describe('Null where scripts do not change it.'),
  description: Altered.describe('Null where scripts do not change it.'),
  canonical: Altered.describe('Null where scripts do not change it.'),
  robots: Altered.describe('Null where scripts do not change it.'),
  headings: Brought.describe('Headings that only scripts bring.'),
  links: Brought.describe('Addresses that only scripts link to.'),
  types: Brought.describe('Types of structured data that only scripts bring.'),
});

export const AuditedPage = z.object({
  url: z.string().describe('The address.'),
  status: count().nullable().describe('HTTP status; null where there was no answer.'),
  depth: count().nullable().describe('Links away from the start; null where only a sitemap named it.'),
  codes: z.array(z.string()).describe('What is wrong with it.'),
  title: z.string().nullable().describe('Its title.'),
  words: count().nullable().describe('Words of the main text.'),
  inlinks: count().nullable().describe('Pages that link to it; null while the audit runs.'),
  indexable: z.boolean().describe('Whether search engines may list it under this address.'),
  redirectsTo: z.string().nullable().describe('Where it leads.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  milliseconds: count().nullable().describe('Until the answer was there.'),
  bytes: count().describe('Of its body, unpacked.'),
  rendered: RenderedPage.optional().describe('What it is once its scripts have run; only of pages that a browser was to show.'),
});

const Rows = listOf(z.union([AuditIssue, AuditFinding, AuditedPage]));

/** The summary has the fields of an audit; the other views are lists. */
export const AuditAnswer = Audit.partial().extend({
  auditId: z.string().optional().describe('In lists: the audit.'),
  data: Rows.shape.data.optional().describe('view issues: issues, or with code the places of one; view pages: pages.'),
  nextCursor: Rows.shape.nextCursor.optional(),
});

export type NewAudit = z.output<typeof NewAudit>;
export type AuditQuestion = z.output<typeof AuditQuestion>;
export type Audit = z.infer<typeof Audit>;
export type AuditIssue = z.infer<typeof AuditIssue>;
export type AuditFinding = z.infer<typeof AuditFinding>;
export type RenderedPage = z.infer<typeof RenderedPage>;
export type AuditedPage = z.infer<typeof AuditedPage>;
export type AuditAnswer = z.infer<typeof AuditAnswer>;
