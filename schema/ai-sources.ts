import { z } from 'zod';
import { AnswerBase, AnswerFilters, FigureInterval, NamedBrand, WhyNull } from './ai-visibility.ts';
import { listOf, Paging } from './common.ts';

export const sourceCategories = [
  ...(['own', 'competitor', 'forum', 'video', 'social', 'encyclopedia', 'news', 'reviews', 'shop'] as const),
  ...(['docs/code', 'government/education', 'other'] as const),
];
export const SourceCategory = z.enum(sourceCategories);

export const CitationQuery = z.strictObject({
  brand: NamedBrand.describe('own or a competitor.'),
  category: SourceCategory.optional().describe('Only such.'),
  domain: z.string().trim().min(1).max(253).optional().describe('Only this domain or host.'),
  ...AnswerFilters,
  ...Paging,
});

const NamedPrompt = z.object({
  promptId: z.string().describe('The prompt (prm_…).'),
  prompt: z.string().describe('Its text.'),
  answers: z.number().int().describe('Answers to it that cite the page.'),
});

export const CitationRow = z
  .object({
    url: z.string().describe('Without wrappers, tracking parameters and fragment.'),
    domain: z.string().nullable().describe('Registrable, private suffixes counted; null where nobody could follow the address.'),
    title: z.string().nullable().describe('As answers gave it.'),
    brand: z.string().nullable().describe('own or the competitor (cmp_…) whose site it is.'),
    name: z.string().nullable().describe("That brand's name."),
    category: SourceCategory.nullable().describe('What kind of site it is.'),
    times: z.number().int().describe('Citations.'),
    answers: z.number().int().describe('Answers that cite it.'),
    promptCount: z.number().int().describe('Prompts whose answers cite it.'),
    prompts: z.array(NamedPrompt).describe('The three with most such answers.'),
    engines: z.array(z.string()).describe('Who cites it.'),
    why: WhyNull,
  })
  .describe('A page that answers cite.');

export const CitationPage = listOf(CitationRow).extend({
  ...AnswerBase,
  pages: z.number().int().describe('Pages in all.'),
  unresolved: z.number().int().describe('Of these those whose address leads nobody knows where.'),
});

export const SourceQuery = z.strictObject({ category: SourceCategory.optional().describe('Only such.'), ...AnswerFilters, ...Paging });

export const SourceRow = z
  .object({
    domain: z.string().describe('Registrable, private suffixes counted.'),
    category: SourceCategory.describe('What kind of site it is.'),
    brand: z.string().nullable().describe('own or the competitor (cmp_…) whose site it is.'),
    name: z.string().nullable().describe("That brand's name."),
    used: z.number().int().describe('Answers that came with it as a source.'),
    share: z.number().describe('Of all answers.'),
    interval: FigureInterval,
    cited: z.number().int().nullable().describe('Answers whose text has a mark or link to it.'),
    citedShare: z.number().nullable().describe('Of answers with any mark or link.'),
    times: z.number().int().describe('Citations.'),
    prompts: z.number().int().describe('Prompts whose answers use it.'),
    why: WhyNull,
  })
  .describe('A site that answers rest on.');

export const SourcePage = listOf(SourceRow).extend({
  ...AnswerBase,
  answersWithMarks: z.number().int().describe('Answers with any mark or link in their text.'),
  domains: z.number().int().describe('Rows in all.'),
  unresolved: z.number().int().describe('Citations left out: nobody could follow their address.'),
  categories: z
    .array(
      z.object({
        category: SourceCategory,
        domains: z.number().int().describe('Sites.'),
        times: z.number().int().describe('Citations.'),
        share: z.number().describe('Of all citations.'),
      }),
    )
    .describe('Whatever the filter category.'),
});

export type SourceCategory = z.infer<typeof SourceCategory>;
export type CitationQuery = z.output<typeof CitationQuery>;
export type CitationRow = z.infer<typeof CitationRow>;
export type CitationPage = z.infer<typeof CitationPage>;
export type SourceQuery = z.output<typeof SourceQuery>;
export type SourceRow = z.infer<typeof SourceRow>;
export type SourcePage = z.infer<typeof SourcePage>;
