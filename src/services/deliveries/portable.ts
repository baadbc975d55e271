import { ofParent, ofProject, type Portable } from '../common/portable.ts';

/** What waits to be sent stays with the desk that sends it: two desks would send it twice. */
const settled = ['status', 'pending'] as const;

export const deliveryPortable: Portable = {
  group: 'deliveries',
  carried: [
    ofProject('events'),
    ofProject('deliveries', {
      where: settled,
      addresses: ['url'],
      without: { secret_id: 'A secret of this desk.', endpoint_id: 'The publishing webhook stays behind, with its token.' },
    }),
    ofParent('attempts', 'deliveries', 'delivery_id', { order: ['number'] }),
    ofParent('delivery_bodies', 'deliveries', 'delivery_id'),
  ],
  left: {
    signing_secrets: 'Secrets, and those of the whole desk.',
    publishing_endpoints: 'Each is an address with its token, a secret: set it again with publishing_webhook_set.',
  },
};
