import { LinkDiscovery, LinkDiscoveryJob } from '../schema/link-discovery.ts';
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
      'By a job finds sites that answers cite beside competitors, that name the brand without a link, link to gone pages, or list links; reads whom to write to. Then link_prospects_list.',
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
      },
    },
    handle: ({ linkDiscovery: links }, input) => links.discover(input),
  }),
];
