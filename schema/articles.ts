import { z } from 'zod';
import { ArticleType, Writer } from './article-request.ts';
import { GroundingShare, VerdictCounts } from './claims.ts';
import { Timestamp } from './common.ts';

export const ArticleStatus = z.enum([
  ...(['queued', 'researching', 'outlining', 'awaiting_draft', 'writing', 'checking'] as const),
  ...(['ready', 'failed', 'canceled', 'published'] as const),
]);

export const ArticleSummary = z.object({
  id: z.string().describe('The article (art_…).'),
  projectId: z.string().describe('Its project.'),
  jobId: z.string().describe('The job that writes it; follow it with jobs_get.'),
  status: ArticleStatus.describe(
    'ready once it can be read; published once a publication of it succeeded, in WordPress, Ghost or at the publishing webhook, also where it was changed since; awaiting_draft waits for articles_submit_draft.',
  ),
  keyword: z.string().describe('The target keyword.'),
  articleType: ArticleType.describe('The kind of article.'),
  writer: Writer.describe('Who writes.'),
  topicId: z.string().nullable().describe('Its topic (top_…); null for an article of none.'),
  batchId: z.string().nullable().describe('The batch it belongs to (bat_…); null for an article of no batch.'),
  language: z.string().nullable().describe('ISO 639-1 code; null until known.'),
  title: z.string().nullable().describe('The title; null until written.'),
  slug: z.string().nullable().describe('URL slug, unique within the project.'),
  version: z.number().int().describe('Counts up with every change of its content; 0 until written. The ETag begins with it.'),
  wordCount: z.number().int().nullable().describe('Words in the body.'),
  score: z.number().int().nullable().describe('0–100 by the published formula; the breakdown is in articles_get.'),
  grounding: GroundingShare.describe(
    'Claims of the body that sources support, in percent of those that could be checked; articles_claims lists them. null until written.',
  ),
  error: z
    .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong and what to do.') })
    .nullable()
    .describe('Why it failed; null otherwise.'),
  gates: z.array(z.string()).describe('Codes of its open quality gates; articles_get says what to mend.'),
  publishHeld: z.boolean().describe('True where a quality gate kept it from being published, until articles_publish sends it.'),
  publishedAt: Timestamp.nullable().describe('When a publication of it last succeeded, at whatever target.'),
  createdAt: Timestamp.describe('When it was asked for.'),
  generatedAt: Timestamp.nullable().describe('When it became ready.'),
});

const ScorePart = z.object({
  name: z.string().describe('What is judged.'),
  points: z.number().describe('Points given.'),
  max: z.number().describe('Points possible.'),
  detail: z.string().describe('Why.'),
});

const Stage = z.object({
  stage: z.enum(['research', 'brief', 'outline', 'draft', 'checks']).describe('In this order.'),
  status: z.enum(['running', 'waiting', 'done', 'failed']).describe('waiting: for a draft of yours.'),
  attempts: z.number().int().describe('How often it was begun.'),
  error: z
    .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong.') })
    .nullable()
    .describe('Why its last attempt failed.'),
  startedAt: Timestamp.describe('When it first began.'),
  finishedAt: Timestamp.nullable().describe('When it was done.'),
});

/** Tokens and cost of a model. */
export const Usage = z.object({
  provider: z.string().describe('Whose model.'),
  model: z.string().describe('Its name.'),
  calls: z.number().int().describe('Requests made.'),
  inputTokens: z.number().int().describe('Tokens read.'),
  outputTokens: z.number().int().describe('Tokens written.'),
  costUsd: z.number().nullable().describe('By the prices you configured; null where none are.'),
  estimated: z.boolean().describe('True where the provider gave no counts.'),
});

export const QualityFlag = z.object({
  code: z.string().describe('Stable code of the flag.'),
  detail: z.string().describe('What to look at.'),
  gate: z.boolean().describe('True where it holds back publishing.'),
});

export const ArticlePublication = z.object({
  target: z.string().describe('webhook, wordpress or ghost.'),
  status: z.enum(['pending', 'published', 'failed']).describe('How its last publication went.'),
  remoteId: z.string().nullable().describe("The target's id of it."),
  url: z.string().nullable().describe('Where it stands; of the webhook its address.'),
  version: z.number().int().nullable().describe('The version that stands there; of the webhook the one last sent.'),
  jobId: z.string().nullable().describe('The job of the last publication, in WordPress or Ghost.'),
  deliveryId: z.string().nullable().describe('The last delivery to the webhook.'),
  error: z
    .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong.') })
    .nullable()
    .describe('Why the last publication failed.'),
  publishedAt: Timestamp.nullable().describe('When it last succeeded.'),
  current: z.boolean().nullable().describe("True where the article's newest version stands there; null where nobody knows which does."),
});

export const ArticleSource = z.object({
  number: z.number().int().describe('The number in the text: [1].'),
  documentId: z.string().describe('The knowledge document (doc_…).'),
  title: z.string().describe('Its title.'),
  url: z.string().nullable().describe('Where it came from.'),
  sentences: z
    .array(
      z.object({
        text: z.string().describe('A sentence of the article.'),
        section: z.string().describe('The section it stands in; empty for the introduction.'),
      }),
    )
    .describe('Every sentence that stands on this source.'),
});

export const OutlineSection = z.object({
  heading: z.string().describe('The heading.'),
  level: z.number().int().describe('2 or 3.'),
  brief: z.string().describe('What the section covers.'),
});

export const ArticlePart = z.enum(['markdown', 'html', 'jsonLd', 'sources', 'outline', 'breakdown', 'stages']);

/** What comes only where `include` names it: null otherwise, and until written. */
export const articleParts = {
  contentMarkdown: z.string().nullable().describe('The body in Markdown; null unless include names markdown.'),
  contentHtml: z.string().nullable().describe('The same, rendered and sanitised; null unless include names html.'),
  outline: z.array(OutlineSection).nullable().describe('The sections, in order; null unless include names outline.'),
  jsonLd: z.record(z.string(), z.unknown()).nullable().describe('schema.org JSON-LD for the page; null unless include names jsonLd.'),
  sources: z
    .array(ArticleSource)
    .nullable()
    .describe('The documents it stands on, and which sentences cite them; null unless include names sources.'),
  breakdown: z.array(ScorePart).nullable().describe('How the score came about; null unless include names breakdown.'),
};

export const Article = ArticleSummary.extend({
  metaTitle: z.string().nullable().describe('At most 60 characters.'),
  metaDescription: z.string().nullable().describe('At most 160 characters.'),
  ...articleParts,
  verdicts: VerdictCounts.nullable().describe('How many claims of the body have each verdict; null until written.'),
  contentMarkdown: z.string().nullable().describe('The body in Markdown; null until ready, or where include leaves markdown out.'),
  readingTime: z.number().int().nullable().describe('Whole minutes at 200 words a minute, at least 1.'),
  faq: z
    .array(z.object({ question: z.string().describe('A question the sources answer.'), answer: z.string().describe('The answer.') }))
    .nullable()
    .describe('Questions and answers; empty where the sources hold none.'),
  quality: z.array(QualityFlag).nullable().describe('What a reader should look at before publishing; empty where nothing was found.'),
  stages: z.array(Stage).nullable().describe('How far the writing is; null unless include names stages.'),
  usage: Usage.nullable().describe('What the model took; null where none wrote.'),
  featuredImage: z
    .object({ url: z.string().describe('A PNG of 1200 × 630.'), alt: z.string().describe('Its alternative text.') })
    .nullable()
    .describe('null until ready, or where none was asked for.'),
  publications: z.array(ArticlePublication).describe('Where it was published; the webhook as long as its deliveries are kept.'),
  draftDueAt: Timestamp.nullable().describe('Until when it waits for a draft; null otherwise.'),
  webhookUrl: z.string().nullable().describe('Where its events go; null: the project default, if any.'),
  updatedAt: Timestamp.describe('When it last changed.'),
});

export type ScorePart = z.infer<typeof ScorePart>;
export type OutlineSection = z.infer<typeof OutlineSection>;
export type QualityFlag = z.infer<typeof QualityFlag>;
export type Usage = z.infer<typeof Usage>;
export type ArticlePublication = z.infer<typeof ArticlePublication>;
export type Article = z.infer<typeof Article>;
export type ArticleSummary = z.infer<typeof ArticleSummary>;
export type ArticleStatus = z.infer<typeof ArticleStatus>;
export type ArticleSource = z.infer<typeof ArticleSource>;
export type ArticleParts = Pick<Article, keyof typeof articleParts>;
export type ArticlePart = z.infer<typeof ArticlePart>;
