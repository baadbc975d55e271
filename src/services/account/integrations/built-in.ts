import type { Integration } from '../../../../schema/integrations.ts';

const unasked: Omit<Integration, 'provider' | 'capabilities' | 'howToConfigure'> = {
  configured: true,
  configuredBy: 'built-in',
  settings: null,
  healthy: null,
  lastCheckedAt: null,
  lastError: null,
  caps: null,
  spent: null,
};

/** What needs no key. Nothing but the suggestions reaches the network. */
export function builtIn({ offline }: { offline: boolean }): Integration[] {
  return [
    {
      ...unasked,
      provider: 'extractive',
      capabilities: ['write'],
      howToConfigure: 'Built in, nothing to configure. It writes from your own sources: add some with knowledge_create.',
    },
    {
      ...unasked,
      ...(offline && { configured: false, configuredBy: null }),
      provider: 'suggestions',
      capabilities: ['suggest'],
      howToConfigure: offline
        ? 'Not asked, because COPYDESK_OFFLINE is set in the environment. Unset it and start again to use them.'
        : 'Built in, no key: what people type into duckduckgo and wikipedia. Their completions at google, bing and brave are not documented, so those are asked only where sources names them.',
    },
  ];
}
