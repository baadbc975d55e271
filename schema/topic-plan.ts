import { z } from 'zod';
import { ArticleType } from './article-request.ts';
import { idOf, Timestamp } from './common.ts';
import { SimilarPiece, SlotStatus, Warnings } from './calendar.ts';
import { intentLabels, suggestSources } from './searches.ts';

export const TopicResearch = z.strictObject({
  id: idOf('top').describe('The topic.'),
  sources: z.array(z.enum(suggestSources)).optional().describe('Default wikipedia, duckduckgo.'),
});

export const TopicResearchJob = z.object({
  topicId: z.string().describe('The topic.'),
  projectId: z.string().describe('Its project.'),
  jobId: z.string().describe('The job, see jobs_get.'),
  status: z.enum(['queued']).describe('It begins at once.'),
});

export const Covering = z.object({
  type: z.enum(['slot', 'article', 'post']).describe('A slot of the calendar, an article, or a page of the site.'),
  id: z.string().describe('Its id; of a page its address.'),
  status: SlotStatus.describe('How far it is.'),
  date: z.string().nullable().describe('Of a slot.'),
  title: z.string().nullable().describe('Its title.'),
});

export const Intent = z.object({
  label: z.enum(intentLabels).describe('What who searches wants.'),
  confidence: z.number().describe('0–1.'),
  evidence: z.array(z.string()).describe('What it rests on; empty where nothing tells.'),
});

const Link = z.object({
  to: z.string().describe('The keyword of the page it links to.'),
  url: z.string().nullable().describe('Its address; null while it has none.'),
});

const PlannedPage = z.object({
  keyword: z.string().describe('What it is to be found for.'),
  relevance: z
    .enum(['about', 'related'])
    .describe('related: of documents that do not say much on the pillar keyword; in the plan only, and not in the topic.'),
  title: z.string().describe('An idea.'),
  articleType: ArticleType.describe('The kind of article that answers it, by its words and intent; a guide where documents hold no steps.'),
  intent: Intent.omit({ evidence: true }).describe('Of all its keywords.'),
  keywords: z.array(z.string()).describe('The first ten others that it is for.'),
  keywordCount: z.number().int().describe('All its keywords, its own among them.'),
  searchVolume: z.number().int().nullable().describe('Searches a month for all of them whose figure is known, when it was researched.'),
  difficulty: z.number().nullable().describe('Of ranking with its own keyword, 0–100.'),
  documents: z
    .object({
      count: z.number().int().describe('Documents with a passage that has all words of its keyword, or its one word in title or heading.'),
      passages: z.number().int().describe('Such passages among the best dozen.'),
      best: z.object({ id: z.string(), title: z.string() }).nullable().describe('The document that says most on it.'),
    })
    .nullable()
    .describe('What your documents said on it when it was researched; null where nobody looked, see why.'),
  warnings: Warnings.describe(
    'What its article would lack, as calendar_create says it, or that no document is on it; [] for none, left out where nobody looked or something exists.',
  ),
  exists: Covering.nullable().describe('What is for one of its keywords already.'),
  near: SimilarPiece.optional().describe('What of the project is nearest to it. Left out where nothing is, or something exists for it.'),
  internalLinks: z.array(Link).describe('Links to set on it.'),
  why: z.record(z.string(), z.string()).optional().describe('Why something is null, by its name, where that is not so of all pages.'),
});

export const ResearchSource = z.object({
  source: z.enum(['topic', 'documents', 'search_console', ...suggestSources]).describe('Who was asked.'),
  found: z.number().int().describe('Keywords it named, about the topic or not.'),
  used: z.number().int().describe('Those that are in the topic or this plan, as they are or as another that says the same.'),
  notAbout: z.number().int().describe('Those that are not about the topic. What is left was too long, or too much for one research.'),
  requests: z.number().int().describe('Questions put to it over the network.'),
  reason: z.string().nullable().describe('Why it was not asked, or not everything; null where it was.'),
  detail: z.string().nullable().describe('The same in words.'),
});

export const TopicPlan = z.object({
  pillar: PlannedPage.describe('The main page. It links to every other; shown are its links to those in pages.'),
  pages: z
    .array(PlannedPage)
    .describe(
      'A page of the supporting pages, one for each cluster: those searched most first, then those that documents carry, then the largest. Each links to the pillar and to its nearest neighbours.',
    ),
  pageCount: z.number().int().describe('All pages, the pillar among them.'),
  missing: z.number().int().describe('Of these, those that nothing is for: something for one of its keywords is for a page.'),
  call: z
    .object({ operation: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .nullable()
    .describe(
      'The ready call that plans up to 26 of the missing pages, one on each Tuesday that is free; null where there is none to plan.',
    ),
  notInCall: z
    .object({
      insufficientSources: z.number().int().describe('Their warnings say what documents lack.'),
      near: z.number().int().describe('Something of the project is near to them: their near.'),
      later: z.number().int().describe('The others, for a call after this one.'),
    })
    .describe('Missing pages that call leaves out, by why.'),
  method: z.enum(['results', 'embeddings', 'lexical']).describe('By what keywords belong together.'),
  sources: z.array(ResearchSource).describe('Where keywords came from, and who could not be asked.'),
  merged: z.array(z.object({ keyword: z.string(), into: z.string() })).describe('The first twenty keywords that say the same as another.'),
  mergedCount: z.number().int().describe('All of those.'),
  leftOut: z.number().int().describe('Keywords of the topic beyond the 2,000 that one plan takes.'),
  searchVolume: z.number().int().nullable().describe('Searches a month for all its keywords; null where that is not known, see why.'),
  figures: z
    .object({
      known: z.number().int().describe('Keywords whose volume is known.'),
      looked: z.number().int().describe('Keywords that were looked up: the pillar, those given, then those found.'),
      leftOut: z.number().int().describe('The others: beyond 500.'),
      source: z.string().nullable().describe('Who measured them.'),
      checkedAt: Timestamp.nullable().describe('The oldest measurement.'),
      detail: z.string().nullable().describe('What stood in the way, or would give them.'),
    })
    .describe('Where volume and difficulty are from.'),
  hint: z.string().nullable().describe('What to do next, where sources gave little, or documents have more.'),
  next: z
    .object({ operation: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .nullable()
    .describe('The call for it.'),
  why: z.record(z.string(), z.string()).describe('Why something is null, by its name, here or in all pages that are shown.'),
});

export const Researched = {
  status: z.enum(['new', 'researching', 'researched']).describe('How far topics_research is.'),
  researchedAt: Timestamp.nullable().describe('When it last ended; null: never.'),
};

export type TopicResearch = z.output<typeof TopicResearch>;
export type TopicResearchJob = z.infer<typeof TopicResearchJob>;
export type Covering = z.infer<typeof Covering>;
export type PlannedPage = z.infer<typeof PlannedPage>;
export type ResearchSource = z.infer<typeof ResearchSource>;
export type TopicPlan = z.infer<typeof TopicPlan>;
