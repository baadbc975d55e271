import type { Step } from './scenario.ts';

/** One use of every operation of link building. */
export const linkSteps: readonly Step[] = [
  {
    operation: 'link_prospects_create',
    input: () => ({ url: 'https://guides.example/pools', contact: { email: 'Ann+guides@guides.example', name: 'Ann' }, notes: 'A list.' }),
    remember: ({ id }: { id: string }) => ({ lnk: id }),
  },
  { operation: 'link_prospects_create', input: () => ({ url: 'www.GUIDES.example' }), refusedWith: 'conflict' },
  { operation: 'link_prospects_update', input: ({ lnk }) => ({ id: lnk, status: 'replied' }), refusedWith: 'conflict' },
  { operation: 'link_prospects_outreach', input: ({ lnk }) => ({ id: lnk, writer: 'agent' }) },
  {
    operation: 'link_prospects_outreach',
    input: ({ lnk }) => ({ id: lnk, subject: 'Your list of pools', body: 'Hello Ann,\n\nwould you add ours?', include: ['eml'] }),
    remember: ({ draftId }: { draftId: string }) => ({ mld: draftId }),
  },
  { operation: 'link_prospects_send', input: ({ lnk, mld }) => ({ id: lnk, draftId: mld }), refusedWith: 'integration_required' },
  { operation: 'link_prospects_update', input: ({ lnk }) => ({ id: lnk, status: 'contacted' }) },
  { operation: 'link_prospects_followup', input: ({ lnk }) => ({ id: lnk, writer: 'agent' }), refusedWith: 'conflict' },
  {
    operation: 'link_prospects_followup',
    input: ({ lnk }) => ({ id: lnk, early: true, subject: 'Your list of pools', body: 'Hello Ann,\n\ndid you have time to look?' }),
  },
  { operation: 'link_prospects_list', input: () => ({ status: 'contacted', q: 'guides' }) },
  { operation: 'link_prospects_discover', input: () => ({ kinds: ['mention'], keywords: ['connection pool'], limit: 5 }) },
  { operation: 'link_prospects_verify', input: () => ({}), refusedWith: 'conflict' },
  { operation: 'link_prospects_update', input: ({ lnk }) => ({ id: lnk, status: 'link_placed', linkUrl: 'https://guides.example/pools' }) },
  { operation: 'link_prospects_verify', input: ({ lnk }) => ({ ids: [lnk] }) },
  { operation: 'link_prospects_update', input: ({ lnk }) => ({ id: lnk, outcome: 'opt_out' }) },
  { operation: 'link_suppressions_list', input: () => ({ address: 'ann@guides.example' }) },
  { operation: 'link_suppressions_set', input: () => ({ add: ['@closed.example'], remove: ['ann@guides.example'] }) },
  { operation: 'link_prospects_get', input: ({ lnk }) => ({ id: lnk, limit: 2 }) },
  { operation: 'link_prospects_delete', input: ({ lnk }) => ({ id: lnk }) },
];
