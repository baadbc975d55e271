import { z } from 'zod';

/** A model's answer when it proposes an article's sections. */
export const ProposedOutline = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        heading: z.string().min(1).describe('What the section is about, without # marks.'),
        level: z.number().int().describe('2 for a section, 3 for a part of the section before it.'),
        covers: z.string().describe('What it tells the reader, in a sentence.'),
        passages: z.array(z.number().int()).describe('Numbers of the passages that it stands on, best first.'),
        words: z.number().int().describe('About how many words it takes.'),
      }),
    )
    .min(1),
});

/** A model's last answer, after writing an article's body. */
export const Closing = z.strictObject({
  title: z.string().min(1).describe('Plain text with the keyword, at most 200 characters.'),
  metaTitle: z.string().describe('With the keyword, 15 to 60 characters.'),
  metaDescription: z.string().describe('With the keyword, 70 to 160 characters.'),
  slug: z.string().describe('Lower-case ASCII words joined by hyphens.'),
  faq: z
    .array(
      z.strictObject({
        question: z.string().min(1),
        answer: z.string().min(1).describe('One to three sentences, each citing its passage, such as [2].'),
      }),
    )
    .describe('Empty where no questions are given.'),
});

/** A model's answer when it judges claims. */
export const Verdicts = z.strictObject({
  verdicts: z.array(
    z.strictObject({
      claim: z.number().int().describe('The number of the claim.'),
      verdict: z
        .enum(['supported', 'contradicted', 'unsupported'])
        .describe('supported: its passages say all of it; contradicted: they say otherwise; unsupported: they do not say it.'),
      claimWords: z.string().describe('Of a contradicted claim the words that are wrong, copied from it; else empty.'),
      sourceWords: z.string().describe('The words of a passage that they contradict, copied from there; else empty.'),
      reason: z.string().describe('Why, in one sentence.'),
    }),
  ),
});

/** A model's answer when it judges how a sentence speaks of whom it names. */
export const Sentiment = z.strictObject({
  sentiment: z.number().describe('From 0 (as bad as can be) over 50 (neither) to 100 (as good as can be).'),
});

export type ProposedOutline = z.infer<typeof ProposedOutline>;
export type Closing = z.infer<typeof Closing>;
export type Verdicts = z.infer<typeof Verdicts>;
