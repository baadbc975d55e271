import { AiRun, NewAiRun } from '../schema/ai-runs.ts';
import { operation } from './operation.ts';

export const aiVisibilityRun = [
  operation({
    name: 'ai_visibility_run',
    method: 'POST',
    path: '/ai-visibility/runs',
    status: 202,
    outward: true,
    errors: ['conflict', 'integration_required', 'insufficient_sources', 'not_found', 'project_required'],
    title: 'Ask answer engines',
    description:
      'Asks configured engines the prompts of prompts_list, by a job, and keeps and reads the answers; it may cost. Use it after prompts_create, then jobs_get, ai_visibility_get. One run at a time.',
    input: NewAiRun,
    output: AiRun,
    example: {
      input: { engines: ['perplexity'] },
      output: {
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60795',
        status: 'queued',
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        prompts: 12,
        runs: 3,
        webSearch: true,
        engines: [{ engine: 'perplexity', provider: 'perplexity', model: 'perplexity/sonar', calls: 36 }],
      },
    },
    handle: ({ aiRuns }, input) => aiRuns.start(input),
  }),
];
