import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Integration, TestedIntegration } from '../../../schema/integrations.ts';
import { readConfig } from '../../../src/config.ts';
import { adminApiKey, startFakeGhost } from '../../providers/publish/fake-ghost.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const list = async ({ desk }: TestApp) => ((await desk.call('integrations_list')) as { data: Integration[] }).data;
const find = async (app: TestApp, provider: string) => (await list(app)).find((one) => one.provider === provider)!;

test('every provider says what it can do and what it needs; only the extractive writer needs nothing', async () => {
  const app = await createTestApp();
  const all = await list(app);
  expect(all.map(({ provider, configured }) => `${provider} ${configured}`)).toEqual([
    'extractive true',
    'openai false',
    'anthropic false',
    'judge false',
    'image false',
    'wordpress false',
    'ghost false',
  ]);
  expect(all.find(({ provider }) => provider === 'wordpress')).toMatchObject({
    capabilities: ['publish'],
    settings: null,
    howToConfigure: expect.stringContaining('COPYDESK_WORDPRESS_APPLICATION_PASSWORD'),
  });
});

test('settings are shown without their secrets, which no file of the desk holds in clear', async () => {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  const set = (await app.desk.call('integrations_set', {
    provider: 'ghost',
    siteUrl: ghost.url,
    adminApiKey,
    status: 'draft',
  })) as Integration;
  expect(set).toMatchObject({
    configured: true,
    configuredBy: 'settings',
    settings: { siteUrl: ghost.url, status: 'draft' },
    healthy: null,
  });
  expect(JSON.stringify(await list(app))).not.toContain(adminApiKey);
  const [, secret] = adminApiKey.split(':');
  for (const file of readdirSync(app.home)) expect(readFileSync(join(app.home, file)).includes(secret!), file).toBe(false);
});

test('a test says whether the provider works, and if not, why', async () => {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  const check = async () => (await app.desk.call('integrations_test', { provider: 'ghost' })) as TestedIntegration;
  await expect(check()).rejects.toMatchObject({ code: 'integration_required', hint: expect.stringContaining('adminApiKey') });
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  expect(await check()).toMatchObject({ healthy: true });
  expect(await find(app, 'ghost')).toMatchObject({ healthy: true, lastError: null, lastCheckedAt: expect.any(String) });
  const wrong = `${'0'.repeat(24)}:${'1'.repeat(64)}`;
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey: wrong });
  expect(await find(app, 'ghost')).toMatchObject({ healthy: null });
  const refused = await check();
  expect(refused.healthy).toBe(false);
  expect(refused.detail).not.toContain(wrong);
  expect(await find(app, 'ghost')).toMatchObject({ healthy: false, lastError: refused.detail });
});

test('an omitted secret is kept, but not sent to another address', async () => {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey, status: 'draft' });
  const again = (await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: `${ghost.url}/` })) as Integration;
  expect(again.settings).toEqual({ siteUrl: `${ghost.url}/` });
  expect(await app.desk.call('integrations_test', { provider: 'ghost' })).toMatchObject({ healthy: true });
  await expect(app.desk.call('integrations_set', { provider: 'ghost', siteUrl: 'https://elsewhere.example.com' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [expect.objectContaining({ pointer: '/adminApiKey' })],
  });
});

test.each(['http://user:pass@127.0.0.1:9/v1', 'http://127.0.0.1:9/v1?key=abc'])(
  'an address with a secret in it is refused: %s',
  async (baseUrl) => {
    const app = await createTestApp();
    const set = app.desk.call('integrations_set', { provider: 'openai', model: 'm', baseUrl });
    await expect(set).rejects.toMatchObject({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/baseUrl' })] });
  },
);

test('unknown and missing fields of a provider are named', async () => {
  const app = await createTestApp();
  await expect(app.desk.call('integrations_set', { provider: 'anthropic', username: 'erin', model: 'm' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [expect.objectContaining({ pointer: '/username' }), expect.objectContaining({ pointer: '/apiKey' })],
  });
  await expect(app.desk.call('integrations_delete', { provider: 'anthropic' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(app.desk.call('articles_create', { keyword: 'a', writer: 'llm' })).rejects.toMatchObject({ code: 'integration_required' });
});

test('the environment overrides what is stored, and cannot be changed from here', async () => {
  const variables = {
    COPYDESK_OPENAI_MODEL: 'local',
    COPYDESK_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    COPYDESK_OPENAI_INPUT_PRICE: '0.5',
  };
  const { providers } = readConfig({}, variables);
  expect(providers).toEqual({ openai: { model: 'local', baseUrl: 'http://127.0.0.1:9/v1', inputPrice: 0.5 } });
  const app = await createTestApp({ providers });
  expect(await find(app, 'openai')).toMatchObject({ configured: true, configuredBy: 'environment', settings: { model: 'local' } });
  expect(await app.desk.call('integrations_test', { provider: 'openai' })).toMatchObject({ healthy: false });
  expect(await find(app, 'openai')).toMatchObject({ healthy: false, lastError: expect.any(String), configuredBy: 'environment' });
  await expect(app.desk.call('integrations_set', { provider: 'openai', model: 'other' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(app.desk.call('integrations_delete', { provider: 'openai' })).rejects.toMatchObject({ code: 'conflict' });
  expect(() => readConfig({}, { COPYDESK_GHOST_SITE_URL: 'https://blog.example.com' })).toThrow(/COPYDESK_GHOST_ADMIN_API_KEY/);
  expect(() => readConfig({}, { COPYDESK_WORDPRESS_SITE_URL: 'nowhere' })).toThrow(/COPYDESK_WORDPRESS_SITE_URL/);
});
