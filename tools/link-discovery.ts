import { LinkDiscovery, LinkDiscoveryJob, LinkVerificationJob, LinkVerificationRequest } from '../schema/link-discovery.ts';
import { operation } from './operation.ts';

const projectId = 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700';

export const linkDiscovery = [
  operation({
    name: 'link_prospects_discover',
    method: 'POST',
    path: '/link-building/discover',
    status: 202,
    outward: true,
    errors: ['conflict', 'not_found', 'project_required', 'site_required'],
    title: 'Find sites that could link',
    description:
      'Finds by a job sites that could link, and whom to write to: cited by answers beside competitors (with what they say of them), naming you without a link, linking to what is gone, or listing links. Use it to prepare outreach: jobs_get has all to write from; then link_prospects_outreach.',
    input: LinkDiscovery,
    output: LinkDiscoveryJob,
    example: {
      input: { kinds: ['cited', 'mention'], limit: 30 },
      output: {
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60781',
        status: 'queued',
        projectId,
        kinds: ['cited', 'mention'],
        keywords: ['connection pooling'],
        limit: 30,
        missing: [{ kinds: ['mention'], hint: 'Nobody looks results pages up: only pages that are known already are read.' }],
        next: 'jobs_get with waitSeconds 30 names the best, each with whom to write to, what was seen there and a page of yours to offer.',
      },
    },
    handle: ({ linkDiscovery: links }, input) => links.discover(input),
  }),
  operation({
    name: 'link_prospects_verify',
    method: 'POST',
    path: '/link-building/verify',
    status: 202,
    outward: true,
    errors: ['conflict', 'not_found', 'project_required', 'site_required'],
    title: 'Look at placed links',
    description:
      'Looks by a job whether placed links stand, as happens weekly by itself. Use it to know now; jobs_get counts them, link_prospects_get says where.',
    input: LinkVerificationRequest,
    output: LinkVerificationJob,
    example: {
      input: {},
      output: { jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60782', status: 'queued', projectId, links: 12 },
    },
    handle: ({ linkDiscovery: links }, input) => links.verify(input),
  }),
];
