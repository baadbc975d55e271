import { z } from 'zod';
import { listOf, Paging, ProjectId } from './common.ts';
import { Day } from './period.ts';

export const searchViews = ['rows', 'quick_wins', 'low_ctr', 'decay', 'cannibalization', 'new', 'lost'] as const;
export const searchDimensions = ['query', 'page', 'country', 'device', 'date'] as const;
export const searchSorts = ['clicks', 'impressions', 'ctr', 'position', 'change', 'date'] as const;
const searchComparisons = ['previous', 'year', 'none'] as const;

const Why = z.record(z.string(), z.string()).describe('Why something is null, by its name.');

export const SearchQuestion = z.strictObject({
  view: z.enum(searchViews).optional().describe('Default rows.'),
  dimensions: z.array(z.enum(searchDimensions)).max(20).optional().describe('Default what the view lists by.'),
  since: Day.optional().describe('Default 28 days to until, or the import.'),
  until: Day.optional().describe('Default the last day held.'),
  compare: z.enum(searchComparisons).optional().describe('With which period.'),
  query: z.string().min(1).max(500).optional().describe('Words in it.'),
  page: z.string().min(1).max(2000).optional().describe('Part of the address.'),
  country: z.string().max(100).optional().describe('Like deu.'),
  device: z.string().max(100).optional().describe('Like mobile.'),
  sort: z.enum(searchSorts).optional().describe('Only of view rows.'),
  projectId: ProjectId,
  limit: Paging.limit,
  cursor: Paging.cursor,
});

const Figures = z.object({
  clicks: z.number().int().describe('Clicks.'),
  impressions: z.number().int().describe('Impressions.'),
  ctr: z.number().nullable().describe('Clicks ÷ impressions; null without impressions.'),
  position: z.number().nullable().describe('Mean position, weighed by impressions.'),
});

const Before = Figures.omit({ ctr: true }).nullable().describe('The comparison period; null without one.');

export const SearchRow = z
  .object({
    query: z.string().optional().describe('What was searched.'),
    page: z
      .string()
      .nullable()
      .optional()
      .describe('The page shown; of a quick win by query the one shown most, null where that is not told, see why.'),
    country: z.string().optional().describe('ISO 3166-1 alpha-3, lower case.'),
    device: z.string().optional().describe('desktop, mobile or tablet.'),
    date: z.string().optional().describe("Google's day (Pacific time)."),
    ...Figures.shape,
    before: Before.optional(),
    change: z.number().int().nullable().optional().describe('Clicks now less those before.'),
    reason: z.string().optional().describe('Why it is listed, in numbers.'),
    pages: z
      .array(z.object({ page: z.string(), share: z.number(), position: z.number().nullable(), ledDays: z.number().int().nullable() }))
      .optional()
      .describe('Cannibalization: pages with their share of impressions, and days on which each had most.'),
  })
  .describe('A row of Search Console.');

const Span = z.object({ since: Day.describe('First day.'), until: Day.describe('Last day.') });

export const SearchReport = listOf(SearchRow).extend({
  data: z.array(SearchRow).nullable().describe('The rows; null where the source cannot tell, see why.'),
  property: z.string().describe('The property of Search Console.'),
  source: z.enum(['api', 'import', 'live']).describe('api: synced days; import: an export; live: asked now.'),
  period: Span.describe('What it covers.'),
  comparison: Span.extend({
    assumed: z.literal(true).optional().describe('The export does not say these days: they are taken to be those just before.'),
  })
    .nullable()
    .describe('What before covers.'),
  totals: Figures.extend({
    table: z.literal('day').describe('The table they add up.'),
    before: Before.optional(),
    differs: z.string().optional().describe('What the rows of the export add up to instead, and why.'),
  })
    .nullable()
    .describe('Of all days, with what Google withholds from rows; filters do not apply.'),
  count: z.number().int().nullable().describe('All rows of the question.'),
  basis: z.string().optional().describe('Thresholds or curve that the view went by.'),
  why: Why,
});

export type SearchQuestion = z.infer<typeof SearchQuestion>;
export type SearchView = (typeof searchViews)[number];
export type SearchDimension = (typeof searchDimensions)[number];
export type SearchSort = (typeof searchSorts)[number];
export type SearchRow = z.infer<typeof SearchRow>;
export type SearchReport = z.infer<typeof SearchReport>;
