import { z } from 'zod';

const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-05');

/** A range of months, both included. */
export const Months = {
  since: Month.optional().describe('First month (UTC), such as 2026-05. Default: two before until.'),
  until: Month.optional().describe('Last month, at most 23 after since. Default: this one.'),
};

const figures = {
  calls: z.number().int().describe('Calls as the provider bills them: tests, retries and failures too.'),
  cost: z.number().nullable().describe('In US dollars; null where the price of one of the calls is not known.'),
  why: z
    .object({ cost: z.literal('prices_missing').describe('Set prices with integrations_set.') })
    .optional()
    .describe('Why the cost is null.'),
};
const ByMonth = z.array(z.object({ month: z.string().describe('Such as 2026-05, in UTC.'), ...figures }));

export const Usage = z.object({
  projectId: z.string().nullable().describe('Whose; null: of the whole desk.'),
  since: z.string().describe('The first month.'),
  until: z.string().describe('The last month.'),
  total: z.object({ ...figures, months: ByMonth.describe('Every month, newest first.') }).describe('All of the providers below.'),
  providers: z
    .array(
      z.object({
        provider: z.string().describe('Which.'),
        paidBy: z
          .enum(['project', 'environment'])
          .describe('project: by its own settings. environment: an account of the whole desk, with what all its projects spent.'),
        ...figures,
        caps: z
          .object({
            calls: z.number().nullable().describe('Calls a month at most; null without such a cap.'),
            cost: z.number().nullable().describe('US dollars a month at most; null without such a cap.'),
          })
          .nullable()
          .describe('As they are now; null where several projects have their own, or it is configured no more.'),
        months: ByMonth.describe('Months in which it was asked, newest first.'),
      }),
    )
    .describe('Those that were asked, by name.'),
  projects: z
    .array(
      z.object({
        projectId: z.string().nullable().describe('Which; null: what the environment pays.'),
        name: z.string().nullable().describe('Its name.'),
        ...figures,
      }),
    )
    .describe('Of the whole desk: who spent most, the first 20. Empty where one project was asked for.'),
});

export type Usage = z.infer<typeof Usage>;
