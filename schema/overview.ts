import { z } from 'zod';
import { Timestamp } from './common.ts';

export const OverviewEntry = z.object({
  kind: z.string().describe('What it counts, such as deliveries_failed.'),
  count: z.number().int().describe('How many; counting stops at 1,000.'),
  latest: z
    .array(z.object({ id: z.string().describe('Its id.'), about: z.string().describe('What it is, cut.') }))
    .describe('A few of them: as many as there is room for.'),
  operation: z.string().describe('The call that continues.'),
  arguments: z.record(z.string(), z.unknown()).describe('The arguments of that call.'),
});

export const Overview = z.object({
  since: Timestamp.describe('Where what happened begins.'),
  doNext: z
    .array(
      z.object({
        id: z.string().describe('The action (act_…): actions_run does it, actions_list tells more.'),
        priority: z.number().describe('impact × confidence ÷ effort.'),
        why: z.string().describe('The reason, cut.'),
      }),
    )
    .nullable()
    .describe('The first five actions; null where there are more than five projects and none is named.'),
  needsYou: z.array(OverviewEntry).describe('What waits for a person or an agent, the most urgent first.'),
  happened: z.array(OverviewEntry).describe('What was done since then.'),
  comesNext: z.array(OverviewEntry).describe('What is under way or due.'),
});

export type Overview = z.infer<typeof Overview>;
export type OverviewEntry = z.infer<typeof OverviewEntry>;
