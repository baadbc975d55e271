import { describe, expect, test } from 'vitest';
import { addManual } from '../../support/documents.ts';
import { createTestApp } from '../../support/test-app.ts';

const url = 'https://cms.example.com/articles';

/** Every way to give the desk a receiver. */
const inputs: [string, string, (given: string) => Record<string, unknown>][] = [
  ['articles_create', '/webhookUrl', (webhookUrl) => ({ keyword: 'connection pool', webhookUrl })],
  ['projects_create', '/eventWebhookUrl', (eventWebhookUrl) => ({ name: 'Another', eventWebhookUrl })],
  ['webhook_test', '/url', (given) => ({ url: given })],
  ['publishing_webhook_set', '/url', (given) => ({ url: given })],
];

const spoilt: [string, string][] = [
  ['a blank before', ` ${url}`],
  ['a line break after', `${url}\n`],
  ['a blank inside', url.replace('articles', 'new articles')],
  ['a tab inside', url.replace('cms', 'c\tms')],
  ['a carriage return inside', url.replace('articles', 'art\ricles')],
  ['a no-break space after', `${url}\u00a0`],
  ['a control character before', `\u0001${url}`],
];

describe.each(inputs)('%s', (operation, pointer, input) => {
  test.each(spoilt)('refuses a URL with %s, and says how to write it', async (_, given) => {
    const { desk } = await createTestApp();
    await addManual(desk);
    await expect(desk.call(operation, input(given))).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('%20'),
      errors: [{ pointer, code: 'invalid_url' }],
    });
  });
});

test('a blank that is written %20 is part of the URL', async () => {
  const { desk } = await createTestApp();
  const escaped = url.replace('articles', 'new%20articles');
  expect(await desk.call('publishing_webhook_set', { url: escaped })).toMatchObject({ url: escaped });
});

test('a project that exists refuses such a URL of its events as well', async () => {
  const { desk } = await createTestApp();
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const change = { id: data[0]!.id, eventWebhookUrl: ` ${url}` };
  await expect(desk.call('projects_update', change)).rejects.toMatchObject({ errors: [{ pointer: '/eventWebhookUrl' }] });
});
