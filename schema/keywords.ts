import { z } from 'zod';
import { SimilarPiece } from './calendar.ts';
import { ProjectId } from './common.ts';
import { intentLabels, suggestSources } from './searches.ts';
import { Covering } from './topic-plan.ts';

const maxSearchedKeywords = 100;

/** Who can be asked for what people search for; `results` is whoever looks results pages up. */
const askable = [...suggestSources, 'results'] as const;
const includes = ['monthlySearches', 'serpFeatures', 'evidence'] as const;

const Keyword = z.string().trim().min(1).max(200);
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as US')
  .optional()
  .describe('Like US.');
const Language = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be a two-letter language code such as en')
  .optional()
  .describe('Like en.');

export const KeywordDiscovery = z.strictObject({
  seeds: z.array(Keyword).max(20).optional().describe('Default: your documents.'),
  sources: z.array(z.enum(askable)).max(askable.length).optional().describe('Default first two; [] none; results may cost.'),
  questionsOnly: z.boolean().optional().describe('Only questions.'),
  intent: z.enum(intentLabels).optional().describe('Only this.'),
  limit: z.number().int().min(1).max(200).optional().describe('Default 20.'),
  country: Country,
  language: Language,
  projectId: ProjectId,
});

export const KeywordSearch = z.strictObject({
  keywords: z.array(Keyword).min(1).max(maxSearchedKeywords).describe('Up to 100.'),
  include: z.array(z.enum(includes)).max(includes.length).optional().describe('More.'),
  country: Country,
  language: Language,
  projectId: ProjectId,
});

const Figure = z.number().nullable();

const row = {
  keyword: z.string().describe('The keyword.'),
  intent: z
    .object({
      label: z.enum(intentLabels).describe('What who searches for it wants.'),
      confidence: z.number().describe('0–1.'),
      evidence: z.array(z.string()).optional().describe('What that rests on. Only when included.'),
    })
    .describe('By the words in it, by its results page and by DataForSEO where these are kept.'),
  searchVolume: Figure.describe('Searches a month, the mean of the last twelve.'),
  cpc: Figure.describe('Of a click on an advertisement, in USD.'),
  competition: Figure.describe('Among advertisers, 0–1.'),
  difficulty: Figure.describe('Of ranking among the first ten, 0–100.'),
  difficultyMethod: z
    .enum(['provider', 'results'])
    .optional()
    .describe(
      "How difficulty was come by. provider: DataForSEO's own; results: the share of the kept results page's first ten that were made for the keyword. Left out where it is null.",
    ),
  position: Figure.describe(
    'Of the project: its last check in this country and language, else the mean of Search Console over all countries.',
  ),
  url: z.string().optional().describe('The page at that position. Left out where it is not known.'),
  measured: z
    .array(
      z.object({
        figures: z.array(z.string()).describe('Their names.'),
        source: z.string().describe('Who measured them.'),
        checkedAt: z.string().describe('When, or on which last day.'),
        device: z.string().optional().describe('Of a check: as which it was asked.'),
        country: z.string().nullable().optional().describe('Of a check: from where. Left out where a country was asked for.'),
      }),
    )
    .optional()
    .describe('Where figures are from. Left out where all are null.'),
  why: z
    .record(z.string(), z.string())
    .optional()
    .describe('Why a figure is null here. What holds in all rows stands in why of the answer.'),
  coveredBy: Covering.optional().describe(
    'What is for the same keyword: planned, being written, ready or published. Left out where nothing is.',
  ),
};

const Measured = z.object({
  ...row,
  monthlySearches: z
    .array(z.object({ month: z.string().describe('Like 2026-04.'), searches: z.number().int() }))
    .nullable()
    .optional()
    .describe('Searches of the last twelve months that are known, newest first. Only when included.'),
  serpFeatures: z
    .array(z.string())
    .nullable()
    .optional()
    .describe('What its results page shows beside organic results. Only when included.'),
});

const Says = z.string().optional().describe('How that begins, in 100 characters.');

const Discovered = z.object({
  ...row,
  near: SimilarPiece.optional().describe('What of the project is nearest to it. Left out where nothing is.'),
  question: z.boolean().describe('Whether somebody asks in it.'),
  relevance: Figure.describe(
    '0–1: 0.5 the share of its words in one passage of your documents, 0.3 that in its title and headings, 0.2 passages of a dozen that have all. null without documents.',
  ),
  sources: z
    .array(z.enum([...askable, 'documents', 'patterns', 'search_console']))
    .describe(
      'Who says it: a completion service, results pages (related searches, people also ask), your documents, question patterns on their subjects, or searches in which the site was shown.',
    ),
  documents: z
    .object({
      count: z.number().int().describe('Documents with such a passage.'),
      passages: z.number().int().describe('Passages that have all of its words, at most 16.'),
      best: z
        .object({
          id: z.string().describe('The document (doc_…).'),
          title: z.string().describe('Its title.'),
          heading: z.string().optional().describe('Where in it.'),
          url: z.string().optional().describe('Its address.'),
          says: Says,
        })
        .describe('The one that answers best.'),
    })
    .optional()
    .describe('What your documents say on it. Left out where none has all of its words.'),
  notPlanned: z
    .enum(['covered', 'insufficient_sources', 'near', 'overlaps', 'same_document'])
    .optional()
    .describe(
      'Why it is not in plan. covered, near: see coveredBy and near; insufficient_sources: your documents say too little for an article; overlaps: with one of plan, or with sections of its document that have rows of their own; same_document: four of its document are planned. Left out of what is in plan, and of what nothing speaks against: there was no room for more.',
    ),
});

const Asked = z.object({
  source: z.enum([...askable, 'search_console', 'dataforseo']).describe('Who.'),
  requests: z.number().int().describe('Requests made now.'),
  kept: z.number().int().describe('Answers taken from what is kept.'),
  keptSince: z.string().nullable().describe('When the oldest of those was given; of searches, their last day. null without any.'),
  cost: z.number().nullable().optional().describe('Of those requests, in USD; null where it is not said. Left out of what nobody bills.'),
  why: z
    .object({ reason: z.string().describe('Stable code.'), detail: z.string().describe('In words.') })
    .nullable()
    .describe('Why no more was asked or read; null where that is all.'),
});

const Why = z.record(z.string(), z.string()).describe('Why a figure is null in all rows, by its name.');

const Merged = z.array(
  z.object({ keyword: z.string().describe('As it was found.'), into: z.string().describe('The row that says the same.') }),
);

export const DiscoveredKeywords = z
  .object({
    projectId: z.string().describe('The project.'),
    keywords: z.array(Discovered).describe('The rows, best first.'),
    why: Why,
    found: z.number().int().describe('All that were weighed; a larger limit shows more of them.'),
    leftOut: z.number().int().describe('Found too, and not weighed: there were too many.'),
    ranking: z.string().describe('By what rows are ordered.'),
    asked: z.array(Asked).describe('Which completion services were asked, and what was read of results pages, searches and figures.'),
    merged: Merged.describe('The first twenty that say the same as another row.'),
    mergedCount: z.number().int().describe('All of those.'),
    plan: z
      .object({
        operation: z.string().describe('The call that plans them.'),
        arguments: z.record(z.string(), z.unknown()).describe('The best that nothing covers and your documents carry, one a week.'),
      })
      .nullable()
      .describe('The ready call; null where there is nothing to plan.'),
    outline: z
      .array(
        z.object({
          title: z.string().describe('Of a document.'),
          sections: z
            .array(z.object({ heading: z.string().describe('As it stands.'), says: Says }))
            .describe('Its longest ones, 30 of all documents.'),
        }),
      )
      .optional()
      .describe(
        'What else your documents tell in 100 words and more, for keywords that you word yourself. Left out where rows have it all.',
      ),
    hint: z.string().nullable().describe('What would make it better.'),
  })
  .describe('Keywords that articles could be written for.');

export const SearchedKeywords = z
  .object({
    projectId: z.string().describe('The project.'),
    country: z.string().nullable().describe('Where figures are for, ISO 3166-1.'),
    language: z.string().describe('ISO 639-1.'),
    keywords: z.array(Measured).describe('One for each keyword, in the order given.'),
    why: Why,
    present: z.array(z.string()).describe('Those given more than once, case and spaces aside; each has one row.'),
    same: Merged.optional().describe('Rows that say the same as one before them: one page serves both. Left out where none does.'),
    asked: z.array(Asked).describe('Who was asked for figures, and what was taken from what is kept.'),
    hint: z.string().nullable().describe('What would give the figures that are missing.'),
  })
  .describe('What is known of keywords.');

export type KeywordDiscovery = z.output<typeof KeywordDiscovery>;
export type KeywordSearch = z.output<typeof KeywordSearch>;
export type MeasuredKeyword = z.infer<typeof Measured>;
export type DiscoveredKeyword = z.infer<typeof Discovered>;
export type DiscoveredKeywords = z.infer<typeof DiscoveredKeywords>;
export type NotPlanned = NonNullable<DiscoveredKeyword['notPlanned']>;
export type SearchedKeywords = z.infer<typeof SearchedKeywords>;
export type KeywordSource = DiscoveredKeyword['sources'][number];
/** Who was asked or read, and how much. */
export type AskedSource = z.infer<typeof Asked>;
