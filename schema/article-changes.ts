import { z } from 'zod';
import { ArticleClaim, GroundingShare, Judging, VerdictCounts } from './claims.ts';
import { Refused } from './common.ts';
import { articleParts, ArticlePublication, ArticleStatus, QualityFlag } from './articles.ts';

/** What a change takes besides the change itself. */
export const howToChange = {
  acceptFlags: z.boolean().optional().describe('Take it although gates object.'),
  include: z
    .array(z.enum(['claims', 'markdown', 'sources', 'breakdown']))
    .optional()
    .describe('Answer too.'),
};

/** The codes of the gates that object to a text. */
export const Gates = z
  .array(z.string())
  .describe('Codes of the gates that object to it; quality of articles_get says to what. Empty where none does.');

export const DroppedCitation = z.object({
  number: z.number().int().describe('As in the text before; of an unknown source as in the text handed in.'),
  documentId: z.string().nullable().describe('The source that is cited no more; null where no source has this number.'),
  detail: z.string().describe('What was dropped.'),
});

/** What a draft, an edit or a restored version did to its article. */
export const ArticleChange = z.object({
  id: z.string().describe('The article (art_…).'),
  accepted: z.boolean().describe('False where gates object: nothing was published or changed; next says how to go on.'),
  status: ArticleStatus.describe("The article's status now."),
  version: z.number().int().describe('Of its content now; 0 where nothing was accepted yet.'),
  title: z.string().describe('Of the text handed in, like slug, wordCount, score, gates and quality, whether or not it was accepted.'),
  slug: z.string().describe('URL slug, unique within the project.'),
  wordCount: z.number().int().describe('Words in the body.'),
  score: z.number().int().describe('0–100 by the published formula.'),
  grounding: GroundingShare.describe(
    'Claims of the body that sources support, in percent of those that could be checked; null where none could.',
  ),
  verdicts: VerdictCounts.describe('How many claims of the body have each verdict.'),
  claims: z
    .array(ArticleClaim)
    .describe(
      'All claims that need work, gates first; the supported ones too where include names claims. What is left of them is read with nextClaims.',
    ),
  nextClaims: z.string().nullable().describe('Pass as cursor to articles_claims for the rest; null where nothing is left.'),
  refusedEvidence: z.array(Refused).describe('Quotations of evidence that settle nothing, and why; index counts from 0.'),
  judging: Judging.nullable().describe('What the judging model was asked; null where none was.'),
  gates: Gates.describe('Codes of the gates that object to it; quality says to what.'),
  quality: z.array(QualityFlag).describe('What to mend: gates first, with all that they object to; the others shortened.'),
  droppedCitations: z
    .array(DroppedCitation)
    .describe('Sources that are cited no more, and citations taken out because no source has their number; at most 20.'),
  diff: z
    .string()
    .nullable()
    .describe(
      'What changed since the version before, as a unified diff of at most 4,000 characters that says where it was cut; else null.',
    ),
  publishHeld: z.boolean().describe('True where a quality gate kept it from being published, until articles_publish sends it.'),
  publications: z.array(ArticlePublication).describe('Where it is on its way to, or stands already: do not publish it there twice.'),
  next: z.string().describe('What to do now.'),
  contentMarkdown: articleParts.contentMarkdown,
  sources: articleParts.sources,
  breakdown: articleParts.breakdown,
});

export type ArticleChange = z.infer<typeof ArticleChange>;
export type DroppedCitation = z.infer<typeof DroppedCitation>;
/** How a change is to be made, and what of its long parts to answer. */
export type HowToChange = { [Field in keyof typeof howToChange]?: z.output<(typeof howToChange)[Field]> };
