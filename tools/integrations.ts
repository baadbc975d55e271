import { z } from 'zod';
import { listOf, Paging, ProjectId } from '../schema/common.ts';
import { DeletedIntegration, Integration, IntegrationSettings, Provider, TestedIntegration } from '../schema/integrations.ts';
import { operation } from './operation.ts';

const wordpress: z.input<typeof Integration> = {
  provider: 'wordpress',
  capabilities: ['publish'],
  configured: true,
  configuredBy: 'settings',
  settings: { siteUrl: 'https://www.example.com/', username: 'editor' },
  healthy: null,
  lastCheckedAt: null,
  lastError: null,
  caps: null,
  spent: null,
  howToConfigure: 'Publishes to WordPress over its REST API. Set siteUrl, username, applicationPassword with integrations_set.',
};

const named = z.strictObject({ provider: Provider.describe('As integrations_list names it.'), projectId: ProjectId });

export const integrations = [
  operation({
    name: 'integrations_list',
    method: 'GET',
    path: '/integrations',
    errors: ['not_found', 'project_required'],
    title: 'List integrations',
    description:
      'Lists providers: whether each is ready, what it spent this month, how to set it up. Use it when a call answers integration_required, then integrations_set; or to see which writers articles_create has.',
    input: z.strictObject({ projectId: ProjectId, ...Paging }),
    output: listOf(Integration),
    example: { input: {}, output: { data: [wordpress], nextCursor: null } },
    handle: ({ integrations }, input) => integrations.list(input),
  }),
  operation({
    name: 'integrations_set',
    method: 'PUT',
    path: '/integrations/{provider}',
    effect: 'destructive',
    scope: 'admin',
    answersSecret: false,
    errors: ['conflict', 'prices_missing', 'not_found', 'project_required'],
    title: 'Configure an integration',
    description: 'Sets a provider; omitted secrets stay. Use it per integrations_list, then integrations_test.',
    input: IntegrationSettings,
    output: Integration,
    example: {
      input: {
        provider: 'wordpress',
        siteUrl: 'https://www.example.com/',
        username: 'editor',
        applicationPassword: 'abcd EFGH 1234 ijkl MNOP 5678',
      },
      output: wordpress,
    },
    handle: ({ integrations }, input) => integrations.set(input),
  }),
  operation({
    name: 'integrations_delete',
    method: 'DELETE',
    path: '/integrations/{provider}',
    scope: 'admin',
    answersSecret: false,
    errors: ['conflict', 'not_found', 'project_required'],
    title: 'Forget an integration',
    description: 'Forgets how a provider is reached, and its secrets. Use it when it is given up; integrations_set configures it anew.',
    input: named,
    output: DeletedIntegration,
    example: { input: { provider: 'wordpress' }, output: { provider: 'wordpress', deleted: true } },
    handle: ({ integrations }, { provider, projectId }) => integrations.delete(provider, projectId),
  }),
  operation({
    name: 'integrations_test',
    method: 'POST',
    path: '/integrations/{provider}/test',
    outward: true,
    errors: ['integration_required', 'cap_reached', 'prices_missing', 'not_found', 'project_required'],
    title: 'Test an integration',
    description:
      'Asks a provider whether address, credentials and rights are right. Use it after integrations_set, or when articles_publish fails.',
    input: named,
    output: TestedIntegration,
    example: {
      input: { provider: 'wordpress' },
      output: {
        provider: 'wordpress',
        healthy: true,
        detail: 'Example Site, as editor, who may publish.',
        checkedAt: '2026-05-03T09:30:02.000Z',
      },
    },
    handle: ({ integrations }, { provider, projectId }, { signal }) => integrations.test(provider, projectId, signal),
  }),
];
