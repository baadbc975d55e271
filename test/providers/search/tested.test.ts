import { expect, test } from 'vitest';
import type { Integration, TestedIntegration } from '../../../schema/integrations.ts';
import { createTestApp } from '../../support/test-app.ts';
import { startSite, type Asked, type Said } from '../publish/support.ts';

const secret = 'sk-very-secret';
const organic = [{ link: 'https://a.example/', url: 'https://a.example/', title: 'A' }];

interface Case {
  provider: string;
  settings: Record<string, string>;
  /** Right is the answer to what proves who asks, wrong to anything else. */
  right: Said;
  found: string;
  asked: string;
  isRight: (asked: Asked) => boolean;
  wrong: Said;
  told: string;
}

const basic = `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`;
const cases: Case[] = [
  {
    provider: 'searxng',
    settings: {},
    right: { body: { results: organic, unresponsive_engines: [] } },
    found: 'SearXNG',
    asked: 'GET /search',
    isRight: ({ url }) => url.searchParams.get('format') === 'json',
    wrong: { status: 403, body: '<h1>Forbidden</h1>' },
    told: 'search.formats',
  },
  {
    provider: 'searxng',
    settings: { username: 'ann', password: secret },
    right: { body: { results: organic, unresponsive_engines: [] } },
    found: 'SearXNG',
    asked: 'GET /search',
    isRight: ({ headers }) => headers.authorization === basic,
    wrong: { status: 401, headers: { 'www-authenticate': 'Basic realm="search"' }, body: `<h1>401 ${secret}</h1>` },
    told: 'SearXNG answered 401: the user or the password is wrong. Set both anew with integrations_set.',
  },
  {
    provider: 'serper',
    settings: { apiKey: secret },
    right: { body: { organic } },
    found: 'Serper answered.',
    asked: 'POST /search',
    isRight: ({ headers }) => headers['x-api-key'] === secret,
    wrong: { status: 403, body: { message: 'Unauthorized.', statusCode: 403 } },
    told: 'Serper answered 403: Unauthorized. Copy the API key from serper.dev anew.',
  },
  {
    provider: 'brave',
    settings: { apiKey: secret },
    right: { body: { type: 'search', query: { more_results_available: true }, web: { results: organic } } },
    found: 'Brave answered.',
    asked: 'GET /web/search',
    isRight: ({ headers }) => headers['x-subscription-token'] === secret,
    wrong: { status: 422, body: { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'No such token.' } } },
    told: 'SUBSCRIPTION_TOKEN_INVALID: No such token. Copy the API key',
  },
  {
    provider: 'dataforseo',
    settings: { username: 'ann', password: secret },
    right: { body: { status_code: 20000, cost: 0, tasks: [{ status_code: 20000, status_message: 'Ok.', result: [{ login: 'ann' }] }] } },
    found: 'DataForSEO knows the account.',
    asked: 'GET /v3/appendix/user_data',
    isRight: ({ headers }) => headers.authorization === basic,
    wrong: { status: 401, body: { status_code: 40100, status_message: 'You are not Authorized to Access this Resource.', tasks: null } },
    told: 'You are not Authorized',
  },
  {
    provider: 'embeddings',
    settings: { model: 'small', apiKey: secret },
    right: { body: { data: [{ index: 0, embedding: [0.1, 0.2, 0.3] }] } },
    found: 'small answered with 3 dimensions.',
    asked: 'POST /embeddings',
    isRight: ({ headers }) => headers.authorization === `Bearer ${secret}`,
    wrong: { status: 401, body: { error: { message: `Incorrect API key provided: ${secret}.` } } },
    told: 'Incorrect API key provided: [not shown]',
  },
];

test.each(cases)('integrations_test asks $provider, and tells what it found or why not', async (one) => {
  const { desk } = await createTestApp();
  let isUp = true;
  const site = await startSite((asked) => (isUp && one.isRight(asked) ? one.right : one.wrong));
  await desk.call('integrations_set', { provider: one.provider, baseUrl: site.url, ...one.settings });
  const check = async () => (await desk.call('integrations_test', { provider: one.provider })) as TestedIntegration;
  expect(await check()).toMatchObject({ healthy: true, detail: expect.stringContaining(one.found) });
  expect(site.calls()).toEqual([one.asked]);
  isUp = false;
  const refused = await check();
  expect(refused).toMatchObject({ healthy: false, detail: expect.stringContaining(one.told) });
  const { data } = (await desk.call('integrations_list')) as { data: Integration[] };
  expect(data.find(({ provider }) => provider === one.provider)).toMatchObject({ healthy: false, lastError: refused.detail });
  expect(JSON.stringify(data)).not.toContain(secret);
});
