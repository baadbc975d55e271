import { z } from 'zod';
import { idOf, listOf, Paging, ProjectId, Timestamp } from './common.ts';

/** What can be done next. */
export const actionTypes = [
  'send_again',
  'test_integration',
  'publish_article',
  'mend_article',
  'write_draft',
  'write_rewrite',
  'audit_site',
  'mend_site',
  'read_posts',
  'improve_page',
  'find_pages',
  'replan_slot',
  'add_documents',
  'fill_calendar',
  'plan_article',
  'research_topic',
  'check_rankings',
  'sync_search',
  'ask_engines',
  'refresh_document',
  'find_prospects',
  'write_outreach',
  'write_followup',
  'review_prospect',
] as const;

const statuses = ['open', 'run', 'dismissed', 'snoozed'] as const;

const ActionId = idOf('act').describe('The action (act_…).');

export const ActionQuestion = z.strictObject({
  type: z.enum(actionTypes).optional().describe('Only such.'),
  status: z.enum(statuses).optional().describe('Default open.'),
  ...Paging,
  limit: Paging.limit.meta({ description: 'How many at most. Default: what fits in 2,500 tokens.', inTool: 'How many.' }),
  projectId: ProjectId,
});

const Evidence = z.object({
  what: z.string().describe('The figure or fault, in words.'),
  source: z.string().describe('Who says so, such as search-console.'),
  at: Timestamp.nullable().describe('When it was seen; null: it is so now, or nobody keeps when.'),
});

export const Action = z
  .object({
    id: z.string().describe('The action (act_…), the same as long as its type and target are.'),
    type: z.enum(actionTypes).describe('What it does.'),
    status: z.enum(statuses).describe('open until it is run, dismissed or snoozed; open again when its cause changes.'),
    priority: z.number().describe('impact × confidence ÷ effort, two decimals.'),
    impact: z.number().int().describe('1–5: what it brings.'),
    effort: z.number().int().describe('1–5: what is left to do by a person or an agent.'),
    confidence: z.number().describe('0–1: how sure it is that it helps.'),
    why: z.string().describe('The reason, in a sentence.'),
    target: z
      .object({
        kind: z.string().describe('What it is about, such as article or page.'),
        id: z.string().describe('Its id or address.'),
        about: z.string().describe('Its name.'),
      })
      .describe('What it is about.'),
    evidence: z.array(Evidence).describe('What the reason rests on.'),
    operation: z.string().describe('The call that actions_run makes.'),
    arguments: z.record(z.string(), z.unknown()).describe('What it hands to that call.'),
    expiresAt: Timestamp.nullable().describe('Until when it can be run; null: as long as its cause lasts.'),
  })
  .describe('Something to do next.');

const NextCall = z.object({
  operation: z.string().describe('Its name.'),
  arguments: z.record(z.string(), z.unknown()).describe('What to hand to it.'),
});

export const ActionPage = listOf(Action).extend({
  hint: z.string().nullable().describe('What would give actions, where there is none.'),
  notes: z.array(z.string()).describe('What is missing, as where a part of the desk could not answer.'),
  scale: z.string().describe('How priority comes about.'),
  next: NextCall.nullable().describe('The call that does the first.'),
});

export const ActionRun = z.strictObject({ id: ActionId });

export const RunAction = z
  .object({
    id: z.string().describe('The action.'),
    operation: z.string().describe('What was called.'),
    answer: z.record(z.string(), z.unknown()).describe('What it answered, in its own shape.'),
    next: NextCall.nullable().describe('The call that waits for what it began; null where no job is under way.'),
  })
  .describe('An action that was run.');

export const ActionDismissal = z.strictObject({
  id: ActionId,
  until: z.iso.datetime({ offset: true }).optional().describe('ISO 8601: it comes back then. Default: when its cause changes.'),
});

export const DismissedAction = z
  .object({
    id: z.string().describe('The action.'),
    status: z.enum(['dismissed', 'snoozed']).describe('snoozed: until a time.'),
    until: Timestamp.nullable().describe('When it comes back, if its cause is still there.'),
  })
  .describe('An action that is out of sight.');

export type ActionType = (typeof actionTypes)[number];
export type Action = z.infer<typeof Action>;
export type ActionQuestion = z.output<typeof ActionQuestion>;
export type ActionPage = z.infer<typeof ActionPage>;
export type RunAction = z.infer<typeof RunAction>;
export type ActionDismissal = z.output<typeof ActionDismissal>;
export type DismissedAction = z.infer<typeof DismissedAction>;
