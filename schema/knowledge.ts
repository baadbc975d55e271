import { z } from 'zod';
import { listOf, ProjectId, Timestamp } from './common.ts';

/** As many as the largest body can hold, so that the body's limit is the only one. */
const maxTextLength = 8 * 1024 * 1024;
/** Base64 of 50 MiB. */
const maxBase64Length = 70_000_000;

/** The media types of files a document can be made from. */
export const mediaTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'text/plain',
] as const;

/** By the ending of a file's name. */
export const fileMediaTypes: Readonly<Record<string, (typeof mediaTypes)[number]>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export const NewKnowledge = z.strictObject({
  text: z.string().min(1).max(maxTextLength).optional().describe('Plain text.'),
  markdown: z.string().min(1).max(maxTextLength).optional().describe('Markdown.'),
  html: z.string().min(1).max(maxTextLength).optional().describe('HTML.'),
  url: z.string().min(1).max(2000).optional().describe('A page, PDF or DOCX.'),
  sitemapUrl: z.string().min(1).max(2000).optional().describe('Its pages, by a job.'),
  base64: z.string().min(1).max(maxBase64Length).optional().describe('A file, at most 3 MB, over REST 6 MB.'),
  mediaType: z.string().max(200).optional().meta({
    description: 'Of base64, such as application/pdf or text/plain; charset=utf-8.',
    inTool: 'Of base64, such as application/pdf.',
  }),
  maxPages: z.number().int().min(1).max(1000).optional().describe('Default 100.'),
  include: z.string().min(1).max(500).optional().describe('Only pages below it, such as /docs/.'),
  title: z.string().trim().min(1).max(300).optional().describe('Default: as found.'),
  sourceUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('For citations; not fetched.'),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).optional().describe('Labels.'),
  projectId: ProjectId,
});

/** What a caller on this machine may say, if its user named folders. */
export const LocalNewKnowledge = NewKnowledge.extend({
  path: z.string().min(1).max(4000).optional().describe('A file or folder below those the user named: at most 100 files of 20 MiB.'),
});

const ReadFailure = z.object({
  code: z.string().describe('Stable error code.'),
  message: z.string().describe('What went wrong and what to do.'),
});

export const Knowledge = z.object({
  id: z.string().describe('The document (doc_…).'),
  projectId: z.string().describe('Its project.'),
  title: z.string().describe('Its title.'),
  kind: z.enum(['text', 'markdown', 'html', 'pdf', 'docx', 'sitemap']).describe('What it was made from; sitemap: it stands for its pages.'),
  sourceUrl: z.string().nullable().describe('Where it came from.'),
  parentId: z.string().nullable().describe('The sitemap that it was found through.'),
  language: z.string().describe('ISO 639-1 code, und where unknown.'),
  wordCount: z.number().int().describe('Words of clean text.'),
  chunks: z.number().int().describe('Passages it was cut into.'),
  status: z
    .enum(['reading', 'ready', 'failed'])
    .describe('ready: indexed and searchable; reading: a job reads the pages of the sitemap; failed: none of them could be read.'),
  tags: z.array(z.string()).describe('Labels.'),
  createdAt: Timestamp.describe('When it was added.'),
  refreshedAt: Timestamp.describe('When its text was last taken from the source.'),
  checkedAt: Timestamp.describe('When its source was last looked at, whatever came of it.'),
  lastError: ReadFailure.nullable().describe('Why the last look failed; its text is then the one from before.'),
  unreadPageCount: z.number().int().describe('Of a sitemap: pages that could not be read, see knowledge_get; else 0.'),
});

export const CreatedKnowledge = Knowledge.extend({
  alreadyKnown: z
    .boolean()
    .describe('True where the project held this very address or text, or nearly this text, before: that document is answered.'),
  updated: z.boolean().describe('True where a known address had another text than before, which took its place.'),
  similarity: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('How alike the known text is, where it was known by its text: 1 for the same words.'),
  jobId: z.string().nullable().describe('The job that reads a sitemap, see jobs_get; null for all else.'),
});

/** `CreatedKnowledge` is then the first document. */
export const LocalCreatedKnowledge = CreatedKnowledge.extend({
  files: z
    .array(
      z.object({
        path: z.string().describe('Of the file.'),
        id: z.string().nullable().describe('Its document (doc_…).'),
        skipped: z.string().nullable().describe('Why there is none.'),
      }),
    )
    .optional()
    .describe('With path: every file, at most 1,000.'),
});

export const RefreshingKnowledge = Knowledge.extend({
  jobId: z.string().describe('The job that reads it again, see jobs_get.'),
});

const KnowledgeHit = z.object({
  kind: z.enum(['prose', 'code']).describe('Code belongs to the prose before it.'),
  heading: z.string().nullable().describe('The section it stands in.'),
  text: z
    .string()
    .describe(
      'What of the passage answers best, some 300 characters, words that match between ** and **; *, < and & of its own as &#42;, &lt;, &amp;.',
    ),
});

export const KnowledgeRow = Knowledge.extend({
  passages: z.array(KnowledgeHit).optional().describe('The best passages, only where q was given.'),
});

export const KnowledgePage = listOf(KnowledgeRow).extend({
  ignoredWords: z
    .array(z.string())
    .optional()
    .describe(
      'Words of q that find nothing by themselves, because they say little or too many passages hold them. Only where q was given.',
    ),
});

export const KnowledgeDetail = Knowledge.extend({
  text: z.string().describe('Clean text from offset on, cut at 20,000 characters.'),
  unreadPages: z
    .array(z.object({ url: z.string().describe('The page.'), reason: z.string().describe('Why it could not be read.') }))
    .optional()
    .describe('Of a sitemap: its pages from offset on that could not be read until now, 50 at a time.'),
  nextOffset: z.number().int().nullable().describe('Pass as offset to read on; null at the end.'),
});

export type NewKnowledge = z.output<typeof NewKnowledge>;
export type LocalNewKnowledge = z.output<typeof LocalNewKnowledge>;
export type LocalCreatedKnowledge = z.infer<typeof LocalCreatedKnowledge>;
export type Knowledge = z.infer<typeof Knowledge>;
export type CreatedKnowledge = z.infer<typeof CreatedKnowledge>;
export type RefreshingKnowledge = z.infer<typeof RefreshingKnowledge>;
export type KnowledgeRow = z.infer<typeof KnowledgeRow>;
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>;
