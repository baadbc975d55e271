import type { Page } from '../../schema/common.ts';
import type { Integration } from '../../schema/integrations.ts';

export interface Integrations {
  list(): Promise<Page<Integration>>;
}

/** What this desk can use, and how. The extractive writer is built in: it needs no key and no network. */
export function createIntegrations(): Integrations {
  const extractive: Integration = {
    provider: 'extractive',
    capabilities: ['write'],
    configured: true,
    healthy: null,
    lastCheckedAt: null,
    lastError: null,
    howToConfigure: 'Built in, nothing to configure. It writes from your own sources: add some with knowledge_create.',
  };
  return { list: async () => ({ data: [extractive], nextCursor: null }) };
}
