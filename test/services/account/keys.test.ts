import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callRest } from '../../support/wire-clients.ts';
import { createTestApp } from '../../support/test-app.ts';

test('a key is shown once and stored nowhere in the home', async () => {
  const { desk, home } = await createTestApp();
  const { key, prefix, id } = await desk.services.keys.create({ name: 'ci', scope: 'write' });
  expect(key).toMatch(/^cdk_live_[\w-]{43}$/);
  expect(await desk.services.keys.list()).toEqual([
    expect.objectContaining({ id, prefix, name: 'ci', scope: 'write', lastUsedAt: null, revokedAt: null }),
  ]);
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  for (const file of readdirSync(home)) {
    const bytes = readFileSync(join(home, file)).toString('latin1');
    expect(bytes.includes(key), file).toBe(false);
    expect(bytes.includes(secret), file).toBe(false);
  }
});

test('the key file is for its owner alone, and a damaged one is named', async () => {
  const { desk, home } = await createTestApp();
  await desk.call('webhook_secret_get');
  expect(statSync(join(home, 'copydesk.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(home, 'copydesk.key'), Buffer.alloc(32));
  const { desk: other } = await createTestApp({ home });
  await expect(other.call('webhook_secret_get')).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('copydesk.key'),
  });
});

test('a revoked key is refused from then on', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const { key, prefix } = await desk.services.keys.create({ name: 'ci', scope: 'read' });
  expect((await callRest(url, key, 'projects_list')).status).toBe(200);
  await desk.services.keys.revoke(prefix);
  const refused = await callRest(url, key, 'projects_list');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
  await expect(desk.services.keys.revoke('key_none')).rejects.toMatchObject({ code: 'not_found' });
});

test('a scope permits what it includes and nothing above it', async () => {
  const { desk } = await createTestApp();
  const { url } = await desk.listen({ port: 0 });
  const statuses = async (scope: 'read' | 'write' | 'admin') => {
    const { key } = await desk.services.keys.create({ name: scope, scope });
    const names = ['projects_list', 'projects_create', 'webhook_secret_get'];
    return Promise.all(
      names.map(async (name) => (await callRest(url, key, name, name === 'projects_create' ? { name: scope } : {})).status),
    );
  };
  expect(await statuses('read')).toEqual([200, 403, 403]);
  expect(await statuses('write')).toEqual([200, 201, 403]);
  expect(await statuses('admin')).toEqual([200, 201, 200]);
});

test('--read-only hides whatever changes anything or shows a secret', async () => {
  const { desk } = await createTestApp({ readOnly: true });
  const names = desk.groups.flatMap((group) => group.operations.map((operation) => operation.name));
  expect(names).toContain('articles_get');
  expect(names.filter((name) => /create|update|delete|secret|retry|cancel/.test(name))).toEqual([]);
  await expect(desk.call('webhook_secret_get')).rejects.toMatchObject({ code: 'not_found' });
});
