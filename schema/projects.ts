import { z } from 'zod';
import { ArticleType, TargetWordCount } from './article-request.ts';
import { Timestamp } from './common.ts';

const text = (max: number) => z.string().trim().min(1).max(max);
const Language = z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.').describe('ISO 639-1 language code, such as en.');
const Country = z.string().regex(/^[A-Z]{2}$/, 'Expected a two-letter country code such as US.').describe('ISO 3166-1 country code, such as US.');
const Timezone = z.string().max(64).refine(isTimezone, 'Expected an IANA time zone such as Europe/Berlin.').describe('IANA time zone, such as Europe/Berlin.');

export const ArticleDefaults = z
  .strictObject({
    articleType: ArticleType.optional(),
    targetWordCount: TargetWordCount.optional(),
    includeFaq: z.boolean().optional().describe('Whether articles end with questions and answers.'),
  })
  .describe('What new articles get where the request says nothing.');

const fields = {
  siteUrl: z.url({ protocol: /^https?$/ }).max(2000).describe('The site one works for.'),
  language: Language,
  country: Country,
  brandTerms: z.array(text(100)).max(50).describe('The brand: names and aliases to look for.'),
  tone: text(300).describe('How articles should sound, for writers that can follow it.'),
  audience: text(300).describe('Whom articles are for, for writers that can follow it.'),
  styleGuide: text(5000).describe('House rules, for writers that can follow them.'),
  timezone: Timezone,
  eventWebhookUrl: z.string().max(2000).describe('Where events go that name no webhookUrl of their own. https in production.'),
  articleDefaults: ArticleDefaults,
};

export const NewProject = z.strictObject({
  name: text(100).describe('A name nobody else in this desk has.'),
  siteUrl: fields.siteUrl.optional(),
  language: fields.language.optional(),
  country: fields.country.optional(),
  brandTerms: fields.brandTerms.optional(),
  tone: fields.tone.optional(),
  audience: fields.audience.optional(),
  styleGuide: fields.styleGuide.optional(),
  timezone: fields.timezone.optional(),
  eventWebhookUrl: fields.eventWebhookUrl.optional(),
  articleDefaults: fields.articleDefaults.optional(),
});

export const ProjectPatch = z.strictObject({
  id: z.string().max(100).describe('The project (prj_…).'),
  name: NewProject.shape.name.optional(),
  siteUrl: fields.siteUrl.nullable().optional(),
  language: fields.language.optional(),
  country: fields.country.nullable().optional(),
  brandTerms: fields.brandTerms.optional(),
  tone: fields.tone.nullable().optional(),
  audience: fields.audience.nullable().optional(),
  styleGuide: fields.styleGuide.nullable().optional(),
  timezone: fields.timezone.optional(),
  eventWebhookUrl: fields.eventWebhookUrl.nullable().optional(),
  articleDefaults: fields.articleDefaults.optional(),
});

export const Project = z.object({
  id: z.string().describe('The project (prj_…).'),
  name: z.string().describe('Its name.'),
  siteUrl: z.string().nullable().describe('The site one works for.'),
  language: z.string().describe('ISO 639-1 language code.'),
  country: z.string().nullable().describe('ISO 3166-1 country code.'),
  brandTerms: z.array(z.string()).describe('Names and aliases of the brand.'),
  tone: z.string().nullable().describe('How articles should sound.'),
  audience: z.string().nullable().describe('Whom articles are for.'),
  styleGuide: z.string().nullable().describe('House rules.'),
  timezone: z.string().describe('IANA time zone.'),
  eventWebhookUrl: z.string().nullable().describe('Where events go that name no webhookUrl of their own.'),
  articleDefaults: z.object(ArticleDefaults.shape).describe('What new articles get where the request says nothing.'),
  createdAt: Timestamp.describe('When it was created.'),
  updatedAt: Timestamp.describe('When it was last changed.'),
});

export type NewProject = z.output<typeof NewProject>;
export type ProjectPatch = z.output<typeof ProjectPatch>;
export type Project = z.infer<typeof Project>;

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
