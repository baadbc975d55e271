import { expect, test } from 'vitest';
import type { Problem } from '../../src/errors.ts';
import { createTestApp } from '../support/test-app.ts';

/** A desk served over HTTP, asked with a key of its own. */
async function served(options: Parameters<typeof createTestApp>[0] = {}) {
  const { desk } = await createTestApp(options);
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'admin' });
  return async (method: string, path: string, body?: RequestInit['body']): Promise<Problem> => {
    const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body, duplex: 'half' } as RequestInit);
    return (await response.json()) as Problem;
  };
}

const json = (value: unknown) => JSON.stringify(value);

test('an unknown field inside another names the fields that are known there, and the one that belongs further up', async () => {
  const ask = await served();
  const input = { items: [{ keyword: 'pools', publish: true }], defaults: { webhookUrl: 'https://hooks.example.com', colour: 'red' } };
  const { errors } = await ask('POST', '/articles/batch', json(input));
  expect(errors).toEqual([
    {
      pointer: '/items/0/publish',
      code: 'unknown_field',
      detail: expect.stringMatching(/^Unknown field\. Known fields: keyword, title, /),
    },
    {
      pointer: '/defaults/webhookUrl',
      code: 'unknown_field',
      detail: expect.stringMatching(/^Unknown field\. webhookUrl belongs at the top level\. Known fields: articleType, .*scheduledFor\.$/),
    },
    { pointer: '/defaults/colour', code: 'unknown_field', detail: expect.stringMatching(/^Unknown field\. Known fields: articleType, /) },
  ]);
  const { detail } = await ask('PATCH', '/projects/prj_1', json({ articleDefaults: { words: 5 } }));
  expect(detail).toMatch(/^articleDefaults\/words: Unknown field\. Known fields: targetWordCount, /);
});

test('a field that is missing is told with what it takes', async () => {
  const ask = await served();
  expect(await ask('POST', '/topics', json({}))).toMatchObject({
    detail: expect.stringMatching(/^name is required: \w/),
    errors: [{ pointer: '/name', code: 'invalid_type' }],
  });
  expect(await ask('POST', '/articles/batch', json({ items: [{}] }))).toMatchObject({
    detail: 'items/0/keyword is required: what to write for.',
  });
});

test('a body that is too large is told how much an operation takes, and of documents only where it takes one', async () => {
  const ask = await served();
  const [article, document] = [json({ keyword: 'x'.repeat(1024 * 1024) }), json({ text: 'x'.repeat(8 * 1024 * 1024) })];
  expect(await ask('POST', '/articles', article)).toMatchObject({
    code: 'payload_too_large',
    detail: 'The body has 1,048,590 bytes; this operation takes 1,048,576 bytes (1 MiB) at most.',
    hint: 'Send less at once: shorter texts, or fewer items.',
  });
  expect(await ask('POST', '/knowledge', document)).toMatchObject({
    detail: 'The body has 8,388,619 bytes; this operation takes 8,388,608 bytes (8 MiB) at most.',
    hint: 'Cut the document into smaller ones, or name its url.',
  });
  expect(await ask('POST', '/articles', new Blob([article]).stream())).toMatchObject({
    detail: 'The body is too large; this operation takes 1,048,576 bytes (1 MiB) at most.',
  });
});

test('a desk that only reads says that this is why nothing can be changed', async () => {
  const [ask, open] = [await served({ readOnly: true }), await served()];
  expect(await ask('POST', '/knowledge', json({ text: 'x' }))).toMatchObject({
    code: 'method_not_allowed',
    detail: 'POST is not allowed here: this desk is read-only; GET, HEAD, OPTIONS are.',
    hint: expect.stringContaining('--read-only'),
  });
  expect(await ask('POST', '/articles/art_1/publish')).toMatchObject({ code: 'not_found', detail: expect.stringContaining('read-only') });
  expect((await ask('GET', '/nothing')).detail).not.toContain('read-only');
  expect(await open('PUT', '/knowledge')).toMatchObject({ detail: 'PUT is not allowed here; GET, HEAD, OPTIONS, POST are.' });
});
