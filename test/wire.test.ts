import { expect, test } from 'vitest';
import { nouns, webhooks } from '../schema/index.ts';
import { listTools } from '../src/faces/mcp/listing.ts';
import { openapiDocument } from '../src/faces/openapi.ts';
import { catalogue } from '../tools/index.ts';
import { lint } from './support/redocly.ts';
import { connectMcp, request } from './support/wire-clients.ts';
import { createTestApp } from './support/test-app.ts';

// A changed wire fails here until the snapshot is renewed on purpose: npm run snapshots.
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

test('the OpenAPI document is the reviewed one', async () => {
  const document = openapiDocument(catalogue, { serverUrl: 'http://127.0.0.1:4141', version: '0.0.0', webhooks, nouns });
  await expect(json(document)).toMatchFileSnapshot('./snapshots/openapi.json');
});

test('redocly has nothing to say about it, not even a warning', async () => {
  const document = openapiDocument(catalogue, { serverUrl: 'http://127.0.0.1:4141', version: '0.0.0', webhooks, nouns });
  expect(await lint(document)).toEqual([]);
});

test('the tools are the reviewed ones', async () => {
  await expect(json(listTools(catalogue))).toMatchFileSnapshot('./snapshots/tools.json');
});

test('what is served is what was reviewed', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'read' });
  const { body } = await request(`${url}/api/openapi.json`);
  expect(body).toMatchObject({ openapi: '3.0.3', servers: [{ url }] });
  expect(Object.keys((body as { paths: object }).paths)).toEqual([
    ...new Set(catalogue.flatMap((group) => group.operations.map((one) => `/api/v1${one.path}`))),
  ]);
  const client = await connectMcp(url, key);
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(listTools(catalogue).map((tool) => tool.name));
  await client.close();
});
