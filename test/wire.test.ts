import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nouns, webhooks } from '../schema/index.ts';
import { listTools } from '../src/faces/mcp/listing.ts';
import { openapiDocument } from '../src/faces/openapi.ts';
import { catalogue } from '../tools/index.ts';
import { lint } from './support/redocly.ts';
import { connectMcp, request } from './support/wire-clients.ts';
import { createTestApp } from './support/test-app.ts';

// A changed wire fails here until its snapshots are renewed on purpose: npm run snapshots.
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const document = openapiDocument(catalogue, { serverUrl: 'http://127.0.0.1:4141', version: '0.0.0', webhooks, nouns });
const toolsByName = new Map(listTools(catalogue).map((tool) => [tool.name, tool]));
const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, openapi]) => ({ name: (openapi as { operationId: string }).operationId, method, path, openapi })),
);

describe('is the reviewed one', () => {
  test.each(endpoints)('$name', async ({ name, method, path, openapi }) => {
    await expect(json({ method, path, openapi, tool: toolsByName.get(name) })).toMatchFileSnapshot(`./snapshots/operations/${name}.json`);
  });

  test('the OpenAPI document around the operations', async () => {
    const { paths: _, ...around } = document;
    await expect(json(around)).toMatchFileSnapshot('./snapshots/openapi.json');
  });
});

test('every operation has an endpoint and a tool, and no snapshot is left of one that has gone', () => {
  const names = catalogue.flatMap((group) => group.operations.map((operation) => operation.name));
  const snapshots = readdirSync(new URL('./snapshots/operations/', import.meta.url));
  expect(endpoints.map((endpoint) => endpoint.name).toSorted()).toEqual(names.toSorted());
  expect([...toolsByName.keys()]).toEqual(names);
  expect(snapshots.filter((file) => !names.includes(file.replace(/\.json$/, '')))).toEqual([]);
});

test('redocly has nothing to say about it, not even a warning', async () => {
  expect(await lint(document)).toEqual([]);
});

test('what is served is what was reviewed', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'admin' });
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
