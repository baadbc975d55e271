import { z } from 'zod';
import { ProjectId, Timestamp } from './common.ts';

const longestText = 900_000;

export const NewKnowledge = z.strictObject({
  text: z.string().min(1).max(longestText).optional().describe('Plain text.'),
  markdown: z.string().min(1).max(longestText).optional().describe('Markdown.'),
  html: z.string().min(1).max(longestText).optional().describe('An HTML page; its main text is extracted.'),
  url: z.string().min(1).max(2000).optional().describe('A page to fetch: HTML, Markdown or plain text.'),
  title: z.string().trim().min(1).max(300).optional().describe('Default: the title found in the document.'),
  sourceUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('Where the text came from, for citations. Not fetched.'),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).optional().describe('Labels of your own.'),
  projectId: ProjectId,
});

export const Knowledge = z.object({
  id: z.string().describe('The document (doc_…).'),
  projectId: z.string().describe('Its project.'),
  title: z.string().describe('Its title.'),
  kind: z.enum(['text', 'markdown', 'html']).describe('What it was made from.'),
  sourceUrl: z.string().nullable().describe('Where it came from.'),
  language: z.string().describe('ISO 639-1 code, und where unknown.'),
  wordCount: z.number().int().describe('Words of clean text.'),
  chunks: z.number().int().describe('Passages it was cut into.'),
  status: z.literal('ready').describe('ready: indexed and searchable.'),
  tags: z.array(z.string()).describe('Labels.'),
  createdAt: Timestamp.describe('When it was added.'),
  refreshedAt: Timestamp.describe('When its text was last taken from the source.'),
});

export const CreatedKnowledge = Knowledge.extend({
  alreadyKnown: z.boolean().describe('True where the project held this very text before: that document is answered, nothing was added.'),
});

const KnowledgeHit = z.object({
  heading: z.string().nullable().describe('The section it stands in.'),
  text: z.string().describe('The passage, words that match between ** and **.'),
});

export const KnowledgeRow = Knowledge.extend({
  passages: z.array(KnowledgeHit).optional().describe('The best passages, only where q was given.'),
});

export const KnowledgeDetail = Knowledge.extend({
  text: z.string().describe('Clean text from offset on, cut at 20,000 characters.'),
  nextOffset: z.number().int().nullable().describe('Pass as offset to read on; null at the end.'),
});

export type NewKnowledge = z.output<typeof NewKnowledge>;
export type Knowledge = z.infer<typeof Knowledge>;
export type CreatedKnowledge = z.infer<typeof CreatedKnowledge>;
export type KnowledgeRow = z.infer<typeof KnowledgeRow>;
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>;
