import { z } from 'zod';
import { TargetWordCount, Writer } from './article-request.ts';
import { AutoPublish } from './auto-publish.ts';
import { idOf, MentionTerms, Timestamp } from './common.ts';

const text = (max: number) => z.string().trim().max(max);
const Language = z
  .string()
  .regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as en.')
  .describe('ISO 639-1 code.');
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Expected a two-letter country code such as US.')
  .describe('ISO 3166-1 code.');
const Timezone = z.string().refine(isTimezone, 'Expected an IANA time zone such as Europe/Berlin.').describe('IANA time zone.');

const ArticleDefaults = z
  .strictObject({
    targetWordCount: TargetWordCount.optional().describe('Words to aim at.'),
    includeFaq: z.boolean().optional().describe('End with an FAQ.'),
    includeImage: z.boolean().optional().describe('With a featured image.'),
    internalLinks: z.boolean().optional().describe('Link to published articles.'),
    writer: Writer.optional().describe('Who writes.'),
  })
  .describe('For new articles, as in articles_create: targetWordCount, includeFaq, includeImage, internalLinks, writer.');

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Expected a colour such as #1a2b3c.');
const BrandColours = z
  .strictObject({
    background: Colour.optional().describe('Ground.'),
    foreground: Colour.optional().describe('Text.'),
    accent: Colour.optional().describe('Ornament.'),
  })
  .describe('background, foreground, accent, as #1a2b3c.');

const Often = z.enum(['off', 'daily', 'weekly', 'monthly']);
const Schedules = z.strictObject({
  audit: Often.optional().describe('Audits of the site.'),
  rankings: Often.optional().describe('Checks where tracked keywords rank: these cost.'),
  searchConsole: Often.optional().describe('Reads what Search Console has new.'),
  visibility: Often.optional().describe('Asks all prompts of all configured answer engines: these cost.'),
});

/** As Google names a property: a domain, or what lies below an address. */
export const SearchConsoleProperty = z
  .string()
  .trim()
  .max(2000)
  .transform((given) => (/^https?:/i.test(given) ? (URL.parse(given)?.href ?? given) : given.toLowerCase()))
  .refine(isProperty, 'Expected a property of Search Console: sc-domain:example.com or https://www.example.com/.')
  .describe('sc-domain:example.com');

/** Everyone who reads the project sees its site, and mails name it. */
export const SiteUrl = z.url({ protocol: /^https?$/ }).refine((given) => {
  const url = URL.parse(given);
  return !url || url.username + url.password === '';
}, 'Expected an address without a user name or password in it.');

const fields = {
  siteUrl: SiteUrl.describe('The site.'),
  language: Language,
  country: Country,
  brandTerms: z.array(text(100)).max(50).describe('Names and aliases.'),
  brandColours: BrandColours,
  tone: text(300).describe('Voice.'),
  audience: text(300).describe('Readers.'),
  styleGuide: text(5000).describe('House rules.'),
  timezone: Timezone,
  eventWebhookUrl: z.string().describe('Default receiver of events.'),
  articleDefaults: ArticleDefaults,
};

export const NewProject = z.strictObject({
  name: text(100).min(1).describe('Unique.'),
  siteUrl: fields.siteUrl.optional(),
  language: fields.language.optional(),
  country: fields.country.optional(),
  brandTerms: fields.brandTerms.optional(),
  brandColours: fields.brandColours.optional(),
  tone: fields.tone.optional(),
  audience: fields.audience.optional(),
  styleGuide: fields.styleGuide.optional(),
  timezone: fields.timezone.optional(),
  eventWebhookUrl: fields.eventWebhookUrl.optional(),
  articleDefaults: fields.articleDefaults.optional(),
});

/** Described in few words, for as a tool it is a large one: NewProject says more. */
export const ProjectPatch = z.strictObject({
  id: idOf('prj').describe('Its id.'),
  name: NewProject.shape.name.optional(),
  siteUrl: fields.siteUrl.describe('Site.').nullable().optional(),
  language: fields.language.describe('Like en.').optional(),
  country: fields.country.describe('Like US.').nullable().optional(),
  brandTerms: fields.brandTerms.describe('Names.').optional(),
  brandColours: fields.brandColours.describe('background, foreground, accent.').optional(),
  tone: fields.tone.nullable().optional(),
  audience: fields.audience.nullable().optional(),
  styleGuide: fields.styleGuide.describe('Rules.').nullable().optional(),
  timezone: fields.timezone.describe('IANA.').optional(),
  eventWebhookUrl: fields.eventWebhookUrl.describe('Events.').nullable().optional(),
  articleDefaults: fields.articleDefaults.describe('targetWordCount, includeFaq, includeImage, internalLinks, writer.').optional(),
  schedules: Schedules.describe('audit, rankings, searchConsole, visibility: off, daily, weekly, monthly.').optional(),
  searchConsoleProperty: SearchConsoleProperty.nullable().optional(),
  mentionOnlyWith: MentionTerms.describe('An answer needs one.').optional(),
  mentionNotWith: MentionTerms.describe('One within 5 words voids it.').optional(),
  renewCalendarUrl: z.boolean().optional().describe('New feed.'),
});

export const Project = z.object({
  id: z.string().describe('The project (prj_…).'),
  name: z.string().describe('Its name.'),
  siteUrl: z.string().nullable().describe('The site one works for.'),
  language: z.string().describe('ISO 639-1 language code.'),
  country: z.string().nullable().describe('ISO 3166-1 country code.'),
  brandTerms: z.array(z.string()).describe('Brand names and aliases.'),
  brandColours: z.object(BrandColours.shape).describe('For featured images.'),
  tone: z.string().nullable().describe('Voice of articles.'),
  audience: z.string().nullable().describe('Intended readers.'),
  styleGuide: z.string().nullable().describe('House rules.'),
  timezone: z.string().describe('IANA time zone.'),
  eventWebhookUrl: z.string().nullable().describe('Where events go that name no webhookUrl of their own.'),
  articleDefaults: z.object(ArticleDefaults.shape).describe('What new articles get where the request says nothing.'),
  autoPublish: AutoPublish,
  schedules: z
    .object({
      audit: Often.describe('How often the site is audited.'),
      rankings: Often.describe('How often it is checked where tracked keywords rank.'),
      searchConsole: Often.describe('How often Search Console is read.'),
      visibility: Often.describe('How often answer engines are asked the prompts.'),
    })
    .describe('What repeats by itself.'),
  searchConsoleProperty: z
    .string()
    .nullable()
    .describe("The site's property in Google Search Console: sc-domain:example.com, or https://www.example.com/."),
  mentionOnlyWith: z
    .array(z.string())
    .describe('Where some are given, an answer of an engine must hold one of them, or the name in it is not the brand.'),
  mentionNotWith: z.array(z.string()).describe('Within five words of one of these the name is not the brand.'),
  createdAt: Timestamp.describe('When it was created.'),
  updatedAt: Timestamp.describe('When it was last changed.'),
});

export const ChangedProject = Project.extend({
  scheduled: z
    .array(
      z.object({
        name: z.string().describe('Which schedule.'),
        nextAt: Timestamp.nullable().describe("When it is due next: at the same local time in the project's zone."),
        callsAMonth: z
          .number()
          .int()
          .nullable()
          .describe('Calls that outside services bill in a month at most; null where that is not known.'),
        why: z.string().describe('How that comes about.'),
      }),
    )
    .describe('What repeats by itself, and what that bills.'),
});

export type NewProject = z.output<typeof NewProject>;
export type ProjectPatch = z.output<typeof ProjectPatch>;
export type ChangedProject = z.infer<typeof ChangedProject>;
export type Project = z.infer<typeof Project>;

/** What is below an address ends with a slash, as in Search Console. */
function isProperty(name: string): boolean {
  const domain = /^sc-domain:(.+)$/.exec(name)?.[1];
  if (domain !== undefined) return /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain) && domain.length <= 253;
  const url = URL.parse(name);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/') && url.href === `${url.origin}${url.pathname}`;
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
