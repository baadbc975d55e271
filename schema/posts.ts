import { z } from 'zod';
import { listOf, Paging, ProjectId, Timestamp } from './common.ts';

export const postSorts = [
  'newest',
  'oldest',
  'shortest',
  'longest',
  'least_linked',
  'most_linked',
  'most_clicked',
  'most_decayed',
] as const;
/** What named or showed a post. */
export const postSources = ['sitemap', 'feed', 'crawl', 'copydesk'] as const;

const Why = z.record(z.string(), z.string());

export const PostQuestion = z.strictObject({
  q: z.string().trim().min(1).max(200).optional().describe('Words in title, keyword or address.'),
  keyword: z.string().trim().min(1).max(200).optional().describe('Only on this keyword, however written.'),
  staleDays: z.number().int().min(1).max(10_000).optional().describe('Those not changed for so many days.'),
  orphan: z.boolean().optional().describe('Those to which no page links in its text; false: the others.'),
  cannibalised: z.boolean().optional().describe('Those that share their keyword; false: the others.'),
  sort: z.enum(postSorts).optional().describe('Default newest. The others leave out what has no such figure.'),
  projectId: ProjectId,
  ...Paging,
});

const Rival = z.object({
  url: z.string().nullable().describe('Where it is.'),
  title: z.string().describe('Its title.'),
});

export const Post = z
  .object({
    url: z.string().nullable().describe('Where it is.'),
    title: z.string().describe('Its title.'),
    keyword: z.string().nullable().describe('What it is for: of an article its keyword, else a guess.'),
    keywordSource: z.enum(['article', 'guess']).nullable().describe("guess: from its title and its text's phrases."),
    language: z.string().describe('ISO 639-1 code, und where unknown.'),
    publishedAt: Timestamp.nullable().describe('When it was published.'),
    modifiedAt: Timestamp.nullable().describe('When it was last changed.'),
    dateSource: z.enum(['page', 'feed', 'sitemap', 'article']).nullable().describe('Who says so.'),
    ageDays: z.number().int().nullable().describe('Days since it was last changed.'),
    words: z.number().int().nullable().describe('Words of its main text.'),
    linksIn: z.number().int().nullable().describe('Pages of the site that link to it in their main text.'),
    linksOut: z.number().int().nullable().describe('Pages of the site that its main text links to.'),
    orphan: z.boolean().nullable().describe('No page links to it in its main text.'),
    cannibalised: z.boolean().describe('Others are for the same keyword, and none is canonical to the other.'),
    rivals: z.array(Rival).describe('The first of those others.'),
    decay: z.number().nullable().describe('The share of its clicks that it lost and the rest of the site kept, 0–1; 0: it does not decay.'),
    clicks: z.number().int().nullable().describe('Clicks from Google in the period of search.'),
    impressions: z.number().int().nullable().describe('How often Google showed it then.'),
    articleId: z.string().nullable().describe('The article (art_…), where Copydesk wrote it.'),
    sources: z.array(z.enum(postSources)).describe('What named it.'),
    checkedAt: Timestamp.nullable().describe('When the page was last read.'),
    why: Why.describe('Why a figure is null, by its name.'),
  })
  .describe('A published piece.');

const Inventory = z
  .object({
    refreshedAt: Timestamp.nullable().describe('When the site was last read; null: never, see posts_refresh.'),
    endedBy: z.string().nullable().describe('complete, or what cut that short: max_pages, max_seconds, robots_forbid, unreachable …'),
    pagesRead: z.number().int().describe('Pages that were read then.'),
    problems: z.array(z.string()).describe('What could not be read.'),
    jobId: z.string().nullable().describe('The job that reads it now.'),
  })
  .describe('How far the inventory can be trusted.');

const Day = z.iso.date();

const Search = z
  .object({
    property: z.string().describe('The property of Search Console.'),
    source: z.enum(['api', 'import']).describe('api: synced days; import: an export.'),
    since: Day.describe('First day: the 28 days that were stored last, or the period of the export.'),
    until: Day.describe('Last day.'),
  })
  .describe('What clicks, impressions and decay come from.');

export const PostPage = listOf(Post).extend({
  inventory: Inventory,
  search: Search.nullable(),
  why: Why.describe('Why search is null: integration_required (see search_console_import), or not_checked.'),
});

export const PostRefresh = z.strictObject({
  maxPages: z.number().int().min(1).max(5000).optional().describe('Default 500.'),
  projectId: ProjectId,
});

export const RefreshingPosts = z
  .object({
    projectId: z.string().describe('The project.'),
    siteUrl: z.string().describe('The site that is read.'),
    jobId: z.string().describe('The job that reads it, see jobs_get.'),
    status: z.enum(['queued', 'running']).describe('running: it was under way already.'),
  })
  .describe('A reading of the site.');

export type PostQuestion = z.infer<typeof PostQuestion>;
export type PostSort = (typeof postSorts)[number];
export type PostSource = (typeof postSources)[number];
export type Post = z.infer<typeof Post>;
export type PostPage = z.infer<typeof PostPage>;
export type PostRefresh = z.infer<typeof PostRefresh>;
export type RefreshingPosts = z.infer<typeof RefreshingPosts>;
