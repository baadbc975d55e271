import { z } from 'zod';
import { SimilarPiece } from './calendar.ts';
import { ProjectId, Timestamp } from './common.ts';
import { intentLabels, suggestSources } from './searches.ts';
import { Covering } from './topic-plan.ts';

const maxSearchedKeywords = 100;

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
  sources: z.array(z.enum(suggestSources)).max(suggestSources.length).optional().describe('Default first two; [] none.'),
  questionsOnly: z.boolean().optional().describe('Only questions.'),
  intent: z.enum(intentLabels).optional().describe('Only this.'),
  limit: z.number().int().min(1).max(200).optional().describe('Default 20.'),
  country: Country,
  language: Language,
  projectId: ProjectId,
});

export const KeywordSearch = z.strictObject({
  keywords: z.array(Keyword).min(1).max(maxSearchedKeywords).describe('Up to 100.'),
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
    })
    .describe('By the words in it.'),
  searchVolume: Figure.describe('Searches a month.'),
  cpc: Figure.describe('Of a click on an advertisement, in USD.'),
  competition: Figure.describe('Among advertisers, 0–1.'),
  difficulty: Figure.describe('Of ranking among the first ten, 0–100.'),
  position: Figure.describe('Of the project: its last check, else the mean of Search Console.'),
  url: z.string().nullable().describe('The page at that position.'),
  measured: z
    .record(
      z.string(),
      z.object({ source: z.string().describe('Who measured it.'), checkedAt: z.string().describe('When, or on which last day.') }),
    )
    .optional()
    .describe('Where figures are from, by their names. Left out where all are null.'),
  why: z.record(z.string(), z.string()).describe('Why a figure is null, by its name.'),
  coveredBy: Covering.nullable().describe('What is for the same keyword: planned, being written, ready or published.'),
};

const Measured = z.object(row);

const Discovered = z.object({
  ...row,
  near: SimilarPiece.optional().describe('What of the project is nearest to it. Left out where nothing is.'),
  question: z.boolean().describe('Whether somebody asks in it.'),
  relevance: Figure.describe(
    'Share of its words, 0–1, that one passage of your documents has, with title and heading; a lone word counts in those two only. null without documents.',
  ),
  sources: z
    .array(z.enum([...suggestSources, 'documents', 'patterns', 'search_console']))
    .describe(
      'Who says it: a completion service, your documents, question patterns on their subjects, or searches in which the site was shown.',
    ),
  documents: z
    .object({
      count: z.number().int().describe('Documents with such a passage.'),
      passages: z.number().int().describe('Passages that have all of its words, among the best dozen.'),
      best: z
        .object({
          id: z.string().describe('The document (doc_…).'),
          title: z.string().describe('Its title.'),
          heading: z.string().nullable().describe('Where in it.'),
          url: z.string().nullable().describe('Its address.'),
        })
        .nullable()
        .describe('The one that answers best; null where none has all of its words.'),
    })
    .describe('What your documents say on it.'),
});

const AskedService = z.object({
  source: z.enum(suggestSources).describe('The completion service.'),
  requests: z.number().int().describe('Requests made now.'),
  kept: z.number().int().describe('Answers taken from what is kept.'),
  keptSince: Timestamp.nullable().describe('The oldest answer used; null without any.'),
  leftOut: z.number().int().describe('Questions that were not put to it.'),
  why: z
    .object({ reason: z.string().describe('Stable code.'), detail: z.string().describe('In words.') })
    .nullable()
    .describe('Why those were left out.'),
});

const Merged = z.array(
  z.object({ keyword: z.string().describe('As it was found.'), into: z.string().describe('The row that says the same.') }),
);

export const DiscoveredKeywords = z
  .object({
    projectId: z.string().describe('The project.'),
    keywords: z.array(Discovered).describe('The rows, best first.'),
    found: z.number().int().describe('All that were weighed; limit shows the first of them.'),
    leftOut: z.number().int().describe('Found too, and not weighed: there were too many.'),
    ranking: z.string().describe('By what rows are ordered.'),
    asked: z.array(AskedService).describe('Which completion services were asked.'),
    merged: Merged.describe('The first fifty that say the same as another row.'),
    mergedCount: z.number().int().describe('All of those.'),
    plan: z
      .object({
        operation: z.string().describe('The call that plans them.'),
        arguments: z.record(z.string(), z.unknown()).describe('The best that nothing covers and your documents carry, one a week.'),
      })
      .nullable()
      .describe('The ready call; null where there is nothing to plan.'),
    hint: z.string().nullable().describe('What would make it better.'),
  })
  .describe('Keywords that articles could be written for.');

export const SearchedKeywords = z
  .object({
    projectId: z.string().describe('The project.'),
    country: z.string().nullable().describe('Where figures are for, ISO 3166-1.'),
    language: z.string().describe('ISO 639-1.'),
    keywords: z.array(Measured).describe('One for each keyword, in the order given.'),
    present: z.array(z.string()).describe('Those given more than once, case and spaces aside; each has one row.'),
    hint: z.string().nullable().describe('What would give the figures that are missing.'),
  })
  .describe('What is known of keywords.');

export type KeywordDiscovery = z.output<typeof KeywordDiscovery>;
export type KeywordSearch = z.output<typeof KeywordSearch>;
export type MeasuredKeyword = z.infer<typeof Measured>;
export type DiscoveredKeyword = z.infer<typeof Discovered>;
export type DiscoveredKeywords = z.infer<typeof DiscoveredKeywords>;
export type SearchedKeywords = z.infer<typeof SearchedKeywords>;
export type KeywordSource = DiscoveredKeyword['sources'][number];
