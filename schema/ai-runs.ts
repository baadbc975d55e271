import { z } from 'zod';
import { idOf, ProjectId } from './common.ts';

/** Who can be asked by a run; local: the pages that were crawled. */
const AskedEngine = z.enum(['openai', 'anthropic', 'perplexity', 'gemini', 'local']);

/** Three answers each to ten prompts are thirty, from which on figures are not merely directional. */
export const usualRuns = 3;

export const NewAiRun = z.strictObject({
  engines: z
    .array(AskedEngine)
    .min(1)
    .max(AskedEngine.options.length)
    .optional()
    .describe('Default: all configured, else local, an estimate from crawled pages.'),
  promptIds: z.array(idOf('prm')).min(1).max(500).optional().describe('Only these (prm_…). Default: all.'),
  topicId: idOf('top').optional().describe('Only this topic.'),
  runs: z.number().int().min(1).max(10).optional().describe(`Answers to each prompt. Default ${usualRuns}.`),
  webSearch: z.boolean().optional().describe('Let them search the web. Default true.'),
  projectId: ProjectId,
});

export const AiRun = z
  .object({
    jobId: z.string().describe('Follow it with jobs_get; its result counts by engine what was answered, failed or left, and why.'),
    status: z.enum(['queued', 'running']).describe('Whether it has begun.'),
    projectId: z.string().describe('The project.'),
    prompts: z.number().int().describe('Prompts that are asked.'),
    runs: z.number().int().describe('Times each is asked of each engine.'),
    webSearch: z.boolean().describe('Whether engines may search the web.'),
    engines: z
      .array(
        z.object({
          engine: z.string().describe('As answers name it: the provider, or the host of an OpenAI-compatible server.'),
          provider: AskedEngine.describe('As engines names it.'),
          model: z.string().describe('The model.'),
          calls: z.number().int().describe('Calls it bills, without retries.'),
        }),
      )
      .describe('Who is asked.'),
  })
  .describe('A run that asks answer engines the prompts of a project.');

export type AskedEngine = z.infer<typeof AskedEngine>;
export type NewAiRun = z.output<typeof NewAiRun>;
export type AiRun = z.infer<typeof AiRun>;
