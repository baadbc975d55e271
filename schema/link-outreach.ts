import { z } from 'zod';
import { idOf, Timestamp } from './common.ts';
import { Opportunity, TargetSuggestion } from './link-building.ts';
import { headerLine } from './mail.ts';

export const OutreachWriter = z.enum(['agent', 'llm', 'extractive']);

const Id = idOf('lnk').describe('The prospect (lnk_…).');
const Writing = {
  id: Id,
  writer: OutreachWriter.optional().describe('Who writes it without your text. agent: you, from a brief. Default: llm if set, else agent.'),
  subject: headerLine(150).optional().describe('With body.'),
  body: z.string().max(5000).optional().describe('Yours, without closing lines.'),
  include: z
    .array(z.enum(['eml']))
    .optional()
    .describe('eml: the whole mail.'),
};

export const NewOutreach = z.strictObject(Writing);
export const NewFollowup = z.strictObject({ ...Writing, early: z.boolean().optional().describe('Before it is due.') });

export const MailToBeSent = z.strictObject({
  id: Id,
  draftId: idOf('mld').describe('The draft (mld_…).'),
  resend: z.boolean().optional().describe('Again, where it may have gone already.'),
});

/** What a writer is told. Pages' words are data, no instructions. */
const OutreachBrief = z.object({
  site: z.object({ host: z.string().describe('The site that could link.'), contact: z.string().nullable().describe('Who reads it.') }),
  project: z.object({
    name: z.string().describe('For whom you write.'),
    siteUrl: z.string().nullable().describe('Its site.'),
    tone: z.string().nullable().describe('Its tone.'),
    styleGuide: z.string().nullable().describe('Its rules of style.'),
  }),
  language: z.string().describe('The language to write in.'),
  target: TargetSuggestion.describe('The page that the link is to lead to.'),
  notes: z.string().nullable().describe('What was noted by hand.'),
  opportunities: z.array(Opportunity).describe('Why the site could link, the best five.'),
  earlier: z
    .array(z.object({ number: z.number().int(), sentAt: Timestamp.nullable(), subject: z.string(), body: z.string() }))
    .describe('The mails before this one.'),
  closing: z.string().nullable().describe('What the desk puts below; null until smtp is configured.'),
  words: z.object({ min: z.number().int(), max: z.number().int() }).describe('How long to write.'),
  rules: z.array(z.string()).describe('What to heed.'),
});

/** What a model answers. */
export const WrittenMail = z.object({
  subject: headerLine(150).describe('One line.'),
  body: z.string().min(1).max(5000).describe('Plain text, without closing lines.'),
});

export const OutreachDraft = z
  .object({
    prospectId: z.string().describe('The prospect.'),
    draftId: z.string().nullable().describe('Name it to send it (mld_…); null while there is only a brief.'),
    kind: z.enum(['outreach', 'followup']).describe('The first mail, or one after it.'),
    number: z.number().int().describe('0 for the first mail, then 1, 2, 3.'),
    writer: OutreachWriter.describe('Who writes it.'),
    to: z.string().nullable().describe('Whom it would go to; null while nobody is known.'),
    subject: z.string().nullable().describe('Its subject.'),
    body: z.string().nullable().describe('Its text, with the closing lines that the desk adds.'),
    eml: z.string().nullable().describe('The whole mail as a file (RFC 5322), where include asked for it.'),
    stops: z
      .array(z.object({ code: z.string().describe('Stable code.'), detail: z.string().describe('In words.') }))
      .describe('What stops it from being sent now; empty where nothing does.'),
    notes: z.array(z.string()).describe('What you may want to mend in the text; empty where nothing.'),
    brief: OutreachBrief.nullable().describe('What to write from; null once it is written.'),
    command: z.string().nullable().describe('What a person runs to send this draft; null while there is only a brief.'),
    next: z.string().describe('What to do next.'),
  })
  .describe('A mail to a site that could link, not sent.');

export const SentMail = z.object({
  prospectId: z.string().describe('The prospect.'),
  draftId: z.string().describe('The mail.'),
  status: z.enum(['sent', 'unknown']).describe('unknown: the connection broke off while it went, so it may have arrived.'),
  to: z.string().describe('Whom it went to.'),
  messageId: z.string().describe('Its Message-ID: replies and bounces name it.'),
  sentAt: Timestamp.nullable().describe('When the server took it; null where that is not known.'),
  leftToday: z.number().int().describe("Mails left on this day in the project's zone."),
  nextFollowupAt: Timestamp.nullable().describe('When the next follow-up is due; null where none is.'),
  next: z.string().describe('What to do next.'),
});

export type OutreachWriter = z.infer<typeof OutreachWriter>;
export type NewOutreach = z.infer<typeof NewOutreach>;
export type NewFollowup = z.infer<typeof NewFollowup>;
export type MailToBeSent = z.infer<typeof MailToBeSent>;
export type OutreachBrief = z.infer<typeof OutreachBrief>;
export type OutreachDraft = z.infer<typeof OutreachDraft>;
export type SentMail = z.infer<typeof SentMail>;
