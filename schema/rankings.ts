import { z } from 'zod';
import { idOf, listOf, Paging, ProjectId, Refused, Timestamp } from './common.ts';
import { DayOrInstant } from './period.ts';

export const RankingEngine = z.enum(['google', 'brave', 'searxng']);
const RankingDevice = z.enum(['desktop', 'mobile']);
export const RankingStatus = z.enum(['ranked', 'not_found_in_top_n', 'error', 'not_checked']);
const Movement = z.enum(['up', 'down', 'same', 'entered', 'lost']);

/** Keywords that one call may track, or check by name. */
export const maxKeywordsAtOnce = 100;

const Tag = z.string().trim().min(1).max(50);
const TrackedId = idOf('trk');

export const NewTrackedKeywords = z.strictObject({
  keywords: z.array(z.string().trim().min(1).max(200)).min(1).max(maxKeywordsAtOnce).describe('Phrases.'),
  engine: RankingEngine.optional().describe('Default: one that can be asked.'),
  device: RankingDevice.optional().describe('Default desktop.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as US')
    .optional()
    .describe('Like US.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a two-letter language code such as en')
    .optional()
    .describe('Like en.'),
  depth: z.number().int().min(10).max(100).optional().describe('Results. Default 20.'),
  tags: z.array(Tag).max(10).optional().describe('Labels.'),
  projectId: ProjectId,
});

const TrackedRef = z.object({ id: z.string().describe('Its id (trk_…).'), keyword: z.string().describe('As it is tracked.') });

const Sample = {
  engine: RankingEngine.describe('Whose results. searxng merges several engines: its ranks are its own.'),
  device: RankingDevice.describe('As which device it is asked.'),
  country: z.string().nullable().describe("From where, ISO 3166-1; null: the provider's own."),
  language: z.string().describe('ISO 639-1.'),
  depth: z.number().int().describe('Organic results looked at, at most.'),
};

export const TrackedKeywords = z.object({
  added: z.array(TrackedRef).describe('Tracked from now on.'),
  present: z.array(TrackedRef).describe('Tracked already; depth, language and tags became those that were given.'),
  refused: z.array(Refused).describe('Keywords that are not tracked, and why.'),
  tracked: z.number().int().describe('How many the project tracks now.'),
  ...Sample,
  provider: z.string().nullable().describe('Who will be asked; null: nobody who is configured can be, see warnings.'),
  callsPerCheck: z.number().int().nullable().describe('Calls that one check of all in this request is billed at most.'),
  warnings: z
    .array(
      z.object({
        code: z.enum(['integration_required', 'provider_cannot', 'site_required']).describe('Stable code.'),
        message: z.string().describe('What stands in the way of a check, and what to do.'),
      }),
    )
    .describe('They are tracked all the same.'),
});

export const RankingQuery = z.strictObject({
  id: TrackedId.optional().describe('Only this.'),
  include: z
    .array(z.enum(['history']))
    .max(1)
    .optional()
    .describe('All checks.'),
  since: DayOrInstant.optional().describe('Day or instant. Default: 30 days ago.'),
  until: DayOrInstant.optional().describe('Default: now.'),
  q: z.string().trim().min(1).max(200).optional().describe('Words.'),
  tag: Tag.optional().describe('Its tag.'),
  status: RankingStatus.optional().describe('Its state.'),
  engine: RankingEngine.optional().describe('Whose.'),
  device: RankingDevice.optional().describe('On.'),
  sort: z.enum(['position', 'change', 'keyword', 'checkedAt']).optional().describe('change: falls first.'),
  projectId: ProjectId,
  ...Paging,
});

const RankingCheckPoint = z.object({
  checkedAt: Timestamp,
  status: RankingStatus,
  position: z.number().int().nullable().describe('null unless ranked.'),
  depthChecked: z.number().int().nullable().describe('Organic results that were looked at; null for an error.'),
});

const Change = z.number().int().nullable();

export const Ranking = z
  .object({
    id: z.string().describe('The tracked keyword (trk_…).'),
    keyword: z.string().describe('As it is asked.'),
    ...Sample,
    tags: z.array(z.string()).describe('Its tags.'),
    status: RankingStatus.describe(
      'ranked; not_found_in_top_n: not among the results looked at; error: the last check failed; not_checked: never asked.',
    ),
    position: z.number().int().min(1).nullable().describe('Organic rank of the best page of ours; null unless ranked.'),
    depthChecked: z.number().int().nullable().describe('Organic results that were really looked at: up to ours, or all there were.'),
    previousPosition: z
      .number()
      .int()
      .nullable()
      .describe('At the last like check that succeeded before; null also where it was not found then.'),
    movement: Movement.nullable().describe('Against that check; null where the two cannot be compared, as after a check less deep.'),
    change1d: Change.describe('Places gained (lost: negative) within a day before the last check.'),
    change7d: Change.describe('Within 7 days.'),
    change30d: Change.describe('Within 30 days.'),
    best: z.number().int().nullable().describe('Best position of all like checks.'),
    url: z.string().nullable().describe('The page of ours that ranks best.'),
    previousUrl: z.string().optional().describe('The page of ours that did at the check of previousPosition, where it is another one.'),
    otherUrls: z.array(z.string()).optional().describe('Further pages of ours among the results looked at.'),
    serpFeatures: z.array(z.string()).describe('Other elements of the results page; empty also where the provider tells none.'),
    ownFeatures: z
      .array(z.string())
      .optional()
      .describe('Those of them that show a page of ours, whatever its position: featured_snippet.'),
    checkedAt: Timestamp.nullable().describe('When it was last asked.'),
    provider: z.string().nullable().describe('Who was asked.'),
    error: z
      .object({ code: z.string().describe('Stable code.'), message: z.string().describe('What went wrong and what to do.') })
      .nullable()
      .describe('Why the last check failed.'),
    why: z.record(z.string(), z.string()).describe('Why a figure is null, by its name.'),
    history: z.array(RankingCheckPoint).optional().describe('Checks of the period, newest first, where asked for.'),
    historyCut: z.boolean().optional().describe('True where the period holds older checks: pass until.'),
  })
  .describe('Where the project ranks for a tracked keyword.');

const Compared = z.number().nullable();

const RankingSummary = z
  .object({
    tracked: z.number().int().describe('Keywords that match the filters.'),
    ranked: z.number().int().describe('Those found.'),
    notFound: z.number().int().describe('Those not among the results looked at.'),
    errors: z.number().int().describe('Those whose last check failed.'),
    notChecked: z.number().int().describe('Those never asked.'),
    averagePosition: z.number().nullable().describe('Of those ranked.'),
    distribution: z
      .object({
        top3: z.number().int().describe('1–3.'),
        top10: z.number().int().describe('4–10.'),
        top20: z.number().int().describe('11–20.'),
        beyond: z.number().int().describe('Below.'),
      })
      .describe('Ranked keywords by position.'),
    moved: z
      .object({
        up: z.number().int().describe('Rose.'),
        down: z.number().int().describe('Fell.'),
        entered: z.number().int().describe('Found now, not before.'),
        lost: z.number().int().describe('Found before, not now.'),
      })
      .describe('Against the last like check.'),
    visibility: z
      .object({
        index: Compared.describe('0–100: expected clicks as a share of those at position 1 everywhere.'),
        keywords: z.number().int().describe('Keywords it rests on, of those whose last check succeeded.'),
        weighting: z
          .enum(['volume', 'equal'])
          .describe('volume: each keyword counts by its searches a month, those without a volume are left out; equal: all count alike.'),
        withoutVolume: z.number().int().describe('Those whose searches a month are not known; keywords_search asks for them.'),
        change7d: Compared.describe('Points gained on 7 days before, on the keywords known at both times.'),
        keywords7d: z.number().int().describe('How many those are.'),
        change30d: Compared.describe('On 30 days before.'),
        keywords30d: z.number().int().describe('How many those are.'),
      })
      .describe('The visibility index.'),
    why: z.record(z.string(), z.string()).describe('Why a figure is null, by its name.'),
  })
  .describe('Over all that match the filters, not this page alone.');

export const RankingPage = listOf(Ranking).extend({ summary: RankingSummary });

export const RankingCheckRequest = z.strictObject({
  ids: z.array(TrackedId).min(1).max(maxKeywordsAtOnce).optional().describe('Only these (trk_…).'),
  keywords: z.array(z.string().trim().min(1).max(200)).min(1).max(maxKeywordsAtOnce).optional().describe('Only these. Default: all.'),
  projectId: ProjectId,
});

export const RankingCheckJob = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get.'),
    status: z.enum(['queued', 'running']).describe('Whether it has begun.'),
    projectId: z.string().describe('The project.'),
    keywords: z.number().int().describe('Keywords it asks for.'),
    maxCalls: z.number().int().describe('Calls it is billed at most.'),
    cannotBeAsked: z.number().int().describe('Keywords that no configured provider can be asked for.'),
  })
  .describe('A check of rankings that was asked for.');

export type RankingEngine = z.infer<typeof RankingEngine>;
export type RankingStatus = z.infer<typeof RankingStatus>;
export type RankingMovement = z.infer<typeof Movement>;
export type NewTrackedKeywords = z.output<typeof NewTrackedKeywords>;
export type TrackedKeywords = z.infer<typeof TrackedKeywords>;
export type RankingQuery = z.output<typeof RankingQuery>;
export type Ranking = z.infer<typeof Ranking>;
export type RankingSummary = z.infer<typeof RankingSummary>;
export type RankingPage = z.infer<typeof RankingPage>;
export type RankingCheckPoint = z.infer<typeof RankingCheckPoint>;
export type RankingCheckRequest = z.output<typeof RankingCheckRequest>;
export type RankingCheckJob = z.infer<typeof RankingCheckJob>;
