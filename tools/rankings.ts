import { z } from 'zod';
import { Deleted, idOf } from '../schema/common.ts';
import {
  NewTrackedKeywords,
  RankingCheckJob,
  RankingCheckRequest,
  RankingPage,
  RankingQuery,
  TrackedKeywords,
  type Ranking,
} from '../schema/rankings.ts';
import { operation } from './operation.ts';

const sample = { engine: 'google', device: 'desktop', country: 'US', language: 'en', depth: 20 } as const;

const ranking: Ranking = {
  id: 'trk_01997a3c5d2e7f10a4b8c6d2e4f60771',
  keyword: 'connection pooling',
  ...sample,
  tags: ['docs'],
  status: 'ranked',
  position: 4,
  depthChecked: 10,
  previousPosition: 6,
  movement: 'up',
  change1d: 2,
  change7d: 5,
  change30d: null,
  best: 3,
  url: 'https://docs.example.com/pools',
  serpFeatures: ['people_also_ask'],
  checkedAt: '2026-05-04T06:00:00.000Z',
  provider: 'serper',
  error: null,
  why: { change30d: 'too_few' },
};

export const rankings = [
  operation({
    name: 'rankings_list',
    method: 'GET',
    path: '/rankings',
    errors: ['not_found', 'project_required'],
    title: 'List rankings',
    description:
      'Lists where tracked keywords rank, and sums up all that match. Use it to see what rose or fell; rankings_track adds some.',
    input: RankingQuery,
    output: RankingPage,
    example: {
      input: { sort: 'change' },
      output: {
        data: [ranking],
        nextCursor: null,
        summary: {
          tracked: 1,
          ranked: 1,
          notFound: 0,
          errors: 0,
          notChecked: 0,
          averagePosition: 4,
          distribution: { top3: 0, top10: 1, top20: 0, beyond: 0 },
          moved: { up: 1, down: 0, entered: 0, lost: 0 },
          visibility: { index: 28.1, keywords: 1, weighting: 'equal', change7d: 19.3, keywords7d: 1, change30d: null, keywords30d: 0 },
          why: { change30d: 'too_few' },
        },
      },
    },
    handle: ({ rankings }, input) => rankings.list(input),
  }),
  operation({
    name: 'rankings_track',
    method: 'POST',
    path: '/rankings',
    idempotent: true,
    entries: 'keywords',
    errors: ['conflict', 'not_found', 'project_required'],
    title: 'Track keywords',
    description:
      'Adds up to 100 keywords to rankings_list, or changes their depth, language and tags; asks nobody. Use it first; warnings say what a check lacks.',
    input: NewTrackedKeywords,
    output: TrackedKeywords,
    example: {
      input: { keywords: [ranking.keyword], tags: ['docs'] },
      output: {
        added: [{ id: ranking.id, keyword: ranking.keyword }],
        present: [],
        refused: [],
        tracked: 1,
        ...sample,
        provider: 'serper',
        callsPerCheck: 2,
        warnings: [],
      },
    },
    handle: ({ rankings }, input, { refused }) => rankings.track(input, refused),
  }),
  operation({
    name: 'rankings_untrack',
    method: 'DELETE',
    path: '/rankings/{id}',
    title: 'Stop tracking a keyword',
    description: 'Deletes a tracked keyword of rankings_list with its history. Use it for what matters no longer.',
    input: z.strictObject({ id: idOf('trk').describe('The keyword (trk_…).') }),
    output: Deleted,
    example: { input: { id: ranking.id }, output: { id: ranking.id, deleted: true } },
    handle: ({ rankings }, { id }) => rankings.untrack(id),
  }),
  operation({
    name: 'rankings_check',
    method: 'POST',
    path: '/rankings/check',
    status: 202,
    outward: true,
    errors: ['conflict', 'integration_required', 'not_found', 'project_required', 'provider_refused', 'site_required'],
    title: 'Check rankings now',
    description: 'Asks anew where tracked keywords rank, by a job; it may cost. Use it after rankings_track, then jobs_get, rankings_list.',
    input: RankingCheckRequest,
    output: RankingCheckJob,
    example: {
      input: {},
      output: {
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60772',
        status: 'queued',
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        keywords: 1,
        maxCalls: 2,
        cannotBeAsked: 0,
      },
    },
    handle: ({ rankings }, input) => rankings.check(input),
  }),
];
