import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Integration, TestedIntegration } from '../../../schema/integrations.ts';
import { readConfig } from '../../../src/config.ts';
import type { AppError } from '../../../src/errors.ts';
import { suggestSources } from '../../../src/providers/suggest/suggest.ts';
import { adminApiKey, startFakeGhost } from '../../providers/publish/fake-ghost.ts';
import { temporaryHome } from '../../support/home.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const list = async ({ desk }: TestApp) => ((await desk.call('integrations_list')) as { data: Integration[] }).data;
const find = async (app: TestApp, provider: string) => (await list(app)).find((one) => one.provider === provider)!;

test('every provider says what it can do and what it needs; only what is built in needs nothing', async () => {
  const app = await createTestApp();
  const all = await list(app);
  expect(all.map(({ provider, configured }) => `${provider} ${configured}`)).toEqual([
    'extractive true',
    'suggestions true',
    'openai false',
    'anthropic false',
    'perplexity false',
    'gemini false',
    'judge false',
    'image false',
    'embeddings false',
    'searxng false',
    'serper false',
    'brave false',
    'dataforseo false',
    'search-console false',
    'wordpress false',
    'ghost false',
    'smtp false',
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

test('a SearXNG takes a login whole or not at all, never in its address, and lets go of one that is left out', async () => {
  const app = await createTestApp();
  const set = (settings: object) => app.desk.call('integrations_set', { provider: 'searxng', ...settings }) as Promise<Integration>;
  const refused = (settings: object, pointer: string, words: string) =>
    expect(set(settings)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(words),
      errors: [expect.objectContaining({ pointer })],
    });
  const baseUrl = 'http://127.0.0.1:9/searx';
  await refused({ baseUrl: 'http://ann:hush-56@127.0.0.1:9/searx' }, '/baseUrl', 'username and password are fields of their own.');
  await refused({ baseUrl, username: 'ann' }, '/password', 'searxng needs password.');
  await refused({ baseUrl, password: 'hush-56' }, '/username', 'searxng needs username.');
  await refused({ baseUrl, username: 'ann:hush-56', password: 'x' }, '/username', 'no colon');
  await set({ baseUrl, username: 'ann', password: 'hush-56' });
  expect((await set({ baseUrl, username: 'ann', callPrice: 1 })).settings).toEqual({ baseUrl, username: 'ann', callPrice: 1 });
  expect((await set({ baseUrl })).settings).toEqual({ baseUrl });
  await refused({ baseUrl, username: 'ann' }, '/password', 'searxng needs password.');
});

test('the login of a SearXNG comes from the environment too, as a whole', () => {
  const at = { COPYDESK_SEARXNG_BASE_URL: 'http://127.0.0.1:9/', COPYDESK_SEARXNG_USERNAME: 'ann' };
  const { providers } = readConfig({}, { ...at, COPYDESK_SEARXNG_PASSWORD: 'hush-56' });
  expect(providers).toEqual({ searxng: { baseUrl: 'http://127.0.0.1:9/', username: 'ann', password: 'hush-56' } });
  expect(() => readConfig({}, at)).toThrow(/COPYDESK_SEARXNG_PASSWORD/);
});

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

const serviceAccount = (more: object = {}) =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'desk@example.iam.gserviceaccount.com',
    private_key: 'not-a-real-key-7c1f',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...more,
  });
const person = { clientId: 'desk.apps.example.com', clientSecret: 'client-secret-51', refreshToken: 'refresh-token-52' };
const setSearchConsole = ({ desk }: TestApp, settings: object) =>
  desk.call('integrations_set', { provider: 'search-console', ...settings });

test.each([
  ['embeddings', { model: 'nomic-embed-text', baseUrl: 'http://127.0.0.1:11434/v1' }],
  ['searxng', { baseUrl: 'http://127.0.0.1:8080/' }],
  ['searxng', { baseUrl: 'http://127.0.0.1:8080/', username: 'ann', password: 'searxng-password-55' }],
  ['serper', { apiKey: 'serper-key-53' }],
  ['brave', { apiKey: 'brave-key-54' }],
  ['perplexity', { apiKey: 'perplexity-key-53' }],
  ['gemini', { apiKey: 'gemini-key-54', model: 'gemini-2.5-flash', searchPrice: 0.035 }],
  ['dataforseo', { username: 'desk@example.com', password: 'dataforseo-password-55' }],
  ['search-console', { serviceAccount: serviceAccount() }],
  ['search-console', person],
])('%s is set with %o, shown without its secrets, and forgotten', async (provider, settings) => {
  const app = await createTestApp();
  await expect(app.desk.call('integrations_test', { provider })).rejects.toMatchObject({ code: 'integration_required' });
  expect(await app.desk.call('integrations_set', { provider, ...settings })).toMatchObject({ provider, configured: true, healthy: null });
  const told = JSON.stringify(await list(app));
  for (const secret of ['key-53', 'key-54', 'password-55', 'real-key', 'secret-51', 'token-52']) expect(told).not.toContain(secret);
  await app.desk.call('integrations_delete', { provider });
  expect(await find(app, provider)).toMatchObject({ configured: false, settings: null });
});

test('Search Console is reached in one of two ways, and a new way takes the place of the other', async () => {
  const app = await createTestApp();
  const refused = async (settings: object, pointer: string) =>
    expect(setSearchConsole(app, settings)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
      hint: expect.stringContaining('either serviceAccount, or clientId and clientSecret and refreshToken'),
    });
  await refused({}, '/serviceAccount');
  await refused({ clientId: person.clientId, clientSecret: person.clientSecret }, '/refreshToken');
  await refused({ serviceAccount: serviceAccount(), ...person }, '/clientId');
  await setSearchConsole(app, { serviceAccount: serviceAccount() });
  expect(await setSearchConsole(app, { monthlyCallCap: 5 })).toMatchObject({ settings: { monthlyCallCap: 5 } });
  expect(await setSearchConsole(app, person)).toMatchObject({ settings: { clientId: person.clientId } });
  expect(await setSearchConsole(app, { clientId: person.clientId })).toMatchObject({ configured: true });
  await refused({ clientId: person.clientId, baseUrl: 'https://elsewhere.example.com/' }, '/clientSecret');
});

test.each([
  ['no JSON', 'not-json-not-a-real-key-7c1f'],
  ['a list', '["not-a-real-key-7c1f"]'],
  ['null', 'null'],
  ['a key without its address', serviceAccount({ client_email: undefined })],
  ['a key that is empty', serviceAccount({ private_key: '', hidden: 'not-a-real-key-7c1f' })],
  ['one whose token address is none', serviceAccount({ token_uri: 'nowhere' })],
])('%s is no service account, and is not repeated', async (_, text) => {
  const app = await createTestApp();
  const thrown = (await setSearchConsole(app, { serviceAccount: text }).catch((error: unknown) => error)) as AppError;
  expect(thrown).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('client_email, private_key and token_uri'),
    errors: [{ pointer: '/serviceAccount' }],
  });
  expect(JSON.stringify([thrown.message, thrown.hint, thrown.errors])).not.toContain('real-key');
  const fromEnvironment = () => readConfig({}, { COPYDESK_SEARCH_CONSOLE_SERVICE_ACCOUNT: text });
  expect(fromEnvironment).toThrow(/COPYDESK_SEARCH_CONSOLE_SERVICE_ACCOUNT: serviceAccount must be the whole JSON/);
});

test('a service account comes from a file too, and the message names variables as they are written', async () => {
  const file = join(temporaryHome(), 'key.json');
  writeFileSync(file, `${serviceAccount()}\n`);
  const { providers } = readConfig({}, { COPYDESK_SEARCH_CONSOLE_SERVICE_ACCOUNT_FILE: file });
  expect(providers).toEqual({ 'search-console': { serviceAccount: serviceAccount() } });
  const app = await createTestApp({ providers });
  await expect(setSearchConsole(app, person)).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('COPYDESK_SEARCH_CONSOLE_…'),
  });
  expect(JSON.stringify(await list(app))).not.toContain('real-key');
  expect(() => readConfig({}, { COPYDESK_SEARCH_CONSOLE_CLIENT_ID: 'a' })).toThrow(/COPYDESK_SEARCH_CONSOLE_CLIENT_SECRET/);
});

test('what is suggested without a key says how it is asked, and that it is not while the desk is offline', async () => {
  const { howToConfigure, ...told } = await find(await createTestApp(), 'suggestions');
  expect(told).toMatchObject({ capabilities: ['suggest'], configured: true, configuredBy: 'built-in' });
  for (const source of suggestSources) expect(howToConfigure).toContain(source);
  const { offline } = readConfig({}, { COPYDESK_OFFLINE: '1' });
  expect(await find(await createTestApp({ offline }), 'suggestions')).toMatchObject({
    configured: false,
    configuredBy: null,
    howToConfigure: expect.stringContaining('COPYDESK_OFFLINE'),
  });
});

const nowhere = 'http://127.0.0.1:9/';

test.each([
  ['embeddings', { model: 'nomic-embed-text', baseUrl: nowhere }],
  ['searxng', { baseUrl: nowhere }],
  ['serper', { apiKey: 'key', baseUrl: nowhere }],
  ['brave', { apiKey: 'key', baseUrl: nowhere }],
  ['perplexity', { apiKey: 'key', baseUrl: nowhere }],
  ['gemini', { apiKey: 'key', model: 'gemini-2.5-flash', baseUrl: nowhere }],
  ['dataforseo', { username: 'desk', password: 'password', baseUrl: nowhere }],
  ['search-console', { serviceAccount: serviceAccount({ token_uri: nowhere }), baseUrl: nowhere }],
])('%s is not healthy where nobody answers', async (provider, settings) => {
  const app = await createTestApp();
  await app.desk.call('integrations_set', { provider, ...settings });
  expect(await app.desk.call('integrations_test', { provider })).toMatchObject({ healthy: false });
  expect(await find(app, provider)).toMatchObject({ healthy: false, lastError: expect.any(String) });
});
