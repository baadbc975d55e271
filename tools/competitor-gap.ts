import { CompetitorGapJob, CompetitorGapRequest } from '../schema/competitor-gap.ts';
import { operation } from './operation.ts';

export const competitorGap = [
  operation({
    name: 'keywords_competitor_gap',
    method: 'POST',
    path: '/keywords/competitor-gap',
    status: 202,
    outward: true,
    errors: ['competitors_required', 'not_found', 'project_required', 'site_required'],
    title: 'Find keywords competitors have',
    description:
      'Compares by a job what site and competitors rank for, else write of. Use it to find what is missing; jobs_get has the rows.',
    input: CompetitorGapRequest,
    output: CompetitorGapJob,
    example: {
      input: { competitors: ['rival.example'], country: 'US' },
      output: {
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60781',
        status: 'queued',
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        siteUrl: 'https://www.example.com/',
        competitors: ['rival.example'],
        country: 'US',
        language: 'en',
      },
    },
    handle: ({ competitorGap }, input) => competitorGap.start(input),
  }),
];
