import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { add, addAnn, get, setSuppressed, suppressed, update } from './support.ts';

describe('the suppression list', () => {
  test('compares addresses without case, tag and the dot at the end, and keeps each once with its first reason', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { outcome: 'opt_out' });
    const counts = await setSuppressed(app, {
      add: ['Ann+x@GUIDES.example.', 'bob@bücher.example', 'BOB@xn--bcher-kva.example', '@Closed.example'],
    });
    expect(counts).toEqual({ added: 2, present: 1, removed: 0, absent: 0, stillSuppressed: [] });
    expect(await suppressed(app)).toMatchObject([
      { address: '@closed.example', reason: 'given' },
      { address: 'ann@guides.example', reason: 'opt_out' },
      { address: 'bob@xn--bcher-kva.example', reason: 'given' },
    ]);
  });

  test('holds for an address however it is written, on the list and as a contact', async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'guides.example');
    const name = fc.stringMatching(/^[a-z\d_-]{1,8}(\.[a-z\d_-]{1,8})?$/);
    const domain = fc.constantFrom(
      ['bücher.example', 'BÜCHER.Example', 'xn--bcher-kva.example.'],
      ['mail.one.example', 'Mail.ONE.example.'],
    );
    const spelling = fc.record({ isUpper: fc.boolean(), tag: fc.stringMatching(/^(\+[a-z\d+_-]{0,6})?$/), at: fc.nat({ max: 5 }) });
    await fc.assert(
      fc.asyncProperty(name, domain, spelling, spelling, async (local, domains, one, other) => {
        const [listed, contact] = [one, other].map(
          ({ isUpper, tag, at }) => `${isUpper ? local.toUpperCase() : local}${tag}@${domains[at % domains.length]}`,
        );
        await setSuppressed(app, { add: [listed] });
        expect(await update(app, id, { contact: { email: contact } })).toMatchObject({ contact: { suppressed: true } });
        await setSuppressed(app, { remove: [contact] });
        expect(await get(app, id)).toMatchObject({ contact: { suppressed: false } });
      }),
      { numRuns: 40 },
    );
  });

  test('of a domain covers all below it, and outlives what is removed of single addresses', async () => {
    const app = await createTestApp();
    await setSuppressed(app, { add: ['@guides.example', 'ann@mail.guides.example'] });
    const { id } = await add(app, 'other.example', { contact: { email: 'Ann@mail.guides.example' } });
    expect(await get(app, id)).toMatchObject({ contact: { suppressed: true } });
    expect(await suppressed(app, { address: 'ann@mail.guides.example' })).toHaveLength(2);
    expect(await suppressed(app, { address: '@guides.example' })).toMatchObject([{ address: '@guides.example' }]);
    expect(await setSuppressed(app, { remove: ['ann@mail.guides.example', 'bob@other.example'] })).toEqual({
      added: 0,
      present: 0,
      removed: 1,
      absent: 1,
      stillSuppressed: ['ann@mail.guides.example'],
    });
    expect(await get(app, id)).toMatchObject({ contact: { suppressed: true } });
    await setSuppressed(app, { remove: ['@guides.example'] });
    expect(await get(app, id)).toMatchObject({ contact: { suppressed: false } });
  });

  test('does not cover a domain that only ends in the same letters, or the one above', async () => {
    const app = await createTestApp();
    await setSuppressed(app, { add: ['@mail.guides.example'] });
    for (const host of ['guides.example', 'hotmail.guides.example']) {
      const { id } = await addAnn(app, host);
      expect(await get(app, id)).toMatchObject({ contact: { suppressed: false } });
    }
  });

  test('points to each entry that is none, and does nothing of the call', async () => {
    const app = await createTestApp();
    const entries = ['ann@guides.example', 'Ann <ann@guides.example>', 'bob@guides.example\r\nBcc: eve@guides.example', '@de'];
    await expect(setSuppressed(app, { add: entries, remove: ['"ann lee"@guides.example'] })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('bare addresses'),
      errors: ['/add/1', '/add/2', '/add/3', '/remove/0'].map((pointer) => ({ pointer, code: 'invalid_address' })),
    });
    expect(await suppressed(app)).toEqual([]);
  });

  test('takes 500 entries at once, and tells at most twenty that are none', async () => {
    const app = await createTestApp();
    const addresses = Array.from({ length: 500 }, (_, n) => `ann${n}@guides.example`);
    expect(await setSuppressed(app, { add: addresses })).toMatchObject({ added: 500 });
    const refusal = setSuppressed(app, { add: addresses.map((one) => `<${one}>`) });
    await expect(refusal).rejects.toMatchObject({ errors: { length: 20 }, message: expect.stringContaining('499 more') });
    await expect(setSuppressed(app, { add: ['x'.repeat(10_000_000)] })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('refuses what is to be added and removed at once', async () => {
    const app = await createTestApp();
    await expect(setSuppressed(app, { add: ['ann@guides.example'], remove: ['ANN@guides.example'] })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/remove/0', code: 'added_and_removed' }],
    });
  });

  test('is read in pages, by address', async () => {
    const app = await createTestApp();
    await setSuppressed(app, { add: ['c@one.example', 'a@one.example', 'b@one.example', "o'neil%_@one.example"] });
    const read = async (input: object) =>
      (await app.desk.call('link_suppressions_list', { ...input })) as { data: { address: string }[]; nextCursor: string | null };
    const first = await read({ limit: 3 });
    expect(first.data.map(({ address }) => address)).toEqual(['a@one.example', 'b@one.example', 'c@one.example']);
    expect((await read({ cursor: first.nextCursor })).data.map(({ address }) => address)).toEqual(["o'neil%_@one.example"]);
    await expect(read({ cursor: Buffer.from('prm_1').toString('base64url') })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(read({ address: 'ann' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/address' }] });
  });

  test('outlives the project whose mail was refused', async () => {
    const app = await createTestApp();
    const { id: projectId } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
    const { id } = await add(app, 'guides.example', { projectId, contact: { email: 'ann@guides.example' } });
    await update(app, id, { outcome: 'opt_out' });
    await app.desk.call('projects_delete', { id: projectId, confirm: 'Other' });
    expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example' }]);
    expect(await addAnn(app)).toMatchObject({ contact: { suppressed: true } });
  });
});

test('a contact is one bare address with a name on one line, whoever asks for more', async () => {
  const app = await createTestApp();
  const email = { code: 'invalid_input', errors: [{ pointer: '/contact/email', code: 'invalid_address' }] };
  const hostile = [
    'ann@guides.example\r\nBcc: eve@one.example',
    'ann@guides.example,eve@one.example',
    'Ann <ann@guides.example>',
    'ann\u0001@one.example',
  ];
  for (const one of hostile) await expect(add(app, 'guides.example', { contact: { email: one } })).rejects.toMatchObject(email);
  const { id } = await addAnn(app);
  for (const one of hostile) await expect(update(app, id, { contact: { email: one } })).rejects.toMatchObject(email);
  for (const name of ['Ann\r\nBcc: eve@one.example', 'Ann\u2028Lee', 'Ann\u0001'])
    await expect(update(app, id, { contact: { email: 'ann@guides.example', name } })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/contact/name', code: 'control_character' }],
    });
  for (const contact of [{ email: 'ann\0@one.example' }, { email: 'ann@one.example', name: 'Ann\0' }])
    await expect(update(app, id, { contact })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(update(app, id, { contact: { email: 'x'.repeat(10_000_000) } })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await get(app, id)).toMatchObject({ contact: { email: 'ann@guides.example', name: 'Ann' } });
});
