import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProspectStatus, type LinkProspect } from '../../../schema/link-building.ts';
import type { AppError } from '../../../src/errors.ts';
import { moves } from '../../../src/services/links/prospects/moves.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { add, addAnn, day, get, setSuppressed, suppressed, update } from './support.ts';

const iso = (time: number) => new Date(time).toISOString();

describe('a move', () => {
  /** What may be done to a prospect, in whatever order. */
  const step: fc.Arbitrary<Record<string, unknown> & { legal?: number; days?: number }> = fc.oneof(
    fc.record({ status: fc.constantFrom(...ProspectStatus.options) }),
    // Left to chance alone, a walk hardly leaves its first state.
    fc.record({ legal: fc.nat() }),
    fc.record({ outcome: fc.constantFrom('reply', 'bounce', 'opt_out') }),
    fc.record({ contact: fc.constantFrom(null, { email: 'ann@one.example' }, { email: 'bob@two.example' }) }),
    fc.record({ status: fc.constant('link_placed'), linkUrl: fc.constant('https://guides.example/') }),
    fc.record({ days: fc.constantFrom(3, 13, 15, 400) }),
  );

  async function take(
    app: TestApp,
    id: string,
    { days, ...patch }: Record<string, unknown> & { days?: number },
  ): Promise<AppError | undefined> {
    if (days === undefined) return update(app, id, patch).then(() => undefined, (error: AppError) => error); // prettier-ignore
    await app.advance(days * day);
    return undefined;
  }

  /** Every refused move names those that are legal. */
  function expectNamed(refusal: AppError, { status }: LinkProspect): void {
    expect(refusal.code).toBe('conflict');
    const [error] = refusal.errors ?? [];
    if (error?.code !== 'illegal_move') return;
    for (const legal of moves[status]) expect([refusal.hint, error.detail]).toEqual([expect.stringContaining(legal), expect.stringContaining(legal)]); // prettier-ignore
  }

  test('is one of the table, whatever is done in whatever order, and a refused one names the legal ones and changes nothing', async () => {
    const app = await createTestApp();
    let count = 0;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { id } = await addAnn(app, `site${count++}.example`);
        // By chance alone few get beyond the beginning.
        if (count % 2 === 0) await update(app, id, { status: 'contacted' });
        let before = await get(app, id);
        for (const { legal, ...next } of steps) {
          const onTheTable = moves[before.status];
          const refusal = await take(app, id, legal === undefined ? next : { status: onTheTable[legal % onTheTable.length] });
          const after = await get(app, id);
          expect(after.status === before.status || moves[before.status].includes(after.status)).toBe(true);
          seen.add(`${before.status} ${after.status}`);
          if (refusal) expectNamed(refusal, before);
          if (refusal) expect(after).toEqual(before);
          if (after.nextFollowupAt !== null) expect([after.status, after.contact?.suppressed ?? false]).toEqual(['contacted', false]);
          before = after;
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(seen.size).toBeGreaterThan(10);
  });

  test.each(Object.entries(moves))('from %s goes where the table says, and nowhere else', async (from, legal) => {
    const way = { prospected: [], contacted: ['contacted'] }[from] ?? ['contacted', from];
    const app = await createTestApp();
    const arrived: string[] = [];
    for (const to of ProspectStatus.options.filter((one) => one !== from)) {
      const { id } = await add(app, `${from}-to-${to}.example`.replaceAll('_', '-'));
      for (const status of way) await update(app, id, { status });
      if (!(await take(app, id, { status: to }))) arrived.push(to);
    }
    expect(arrived.toSorted()).toEqual([...legal].toSorted());
  });
});

describe('the cadence', () => {
  test('begins when it is said by hand that a mail went', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    expect(await update(app, id, { status: 'contacted' })).toMatchObject({
      mails: 1,
      lastMailAt: iso(app.now()),
      nextFollowupAt: iso(app.now() + 3 * day),
    });
    await app.advance(day);
    const again = await update(app, id, { status: 'contacted' });
    expect(again).toMatchObject({ mails: 1, lastMailAt: iso(app.now() - day) });
  });

  test('counts a mail after silence as one more, and begins anew after a refusal', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    const first = app.now();
    await app.advance(15 * day);
    expect(await update(app, id, { status: 'contacted' })).toMatchObject({ mails: 2, nextFollowupAt: iso(first + 18 * day) });
    await update(app, id, { status: 'declined' });
    expect(await update(app, id, { status: 'contacted' })).toMatchObject({ mails: 1, nextFollowupAt: iso(app.now() + 3 * day) });
  });

  test('begins anew with another address, and not with the same in other letters or another tag', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    expect(await update(app, id, { contact: { email: 'ANN+b@Guides.example.' } })).toMatchObject({
      mails: 1,
      contact: { email: 'ANN+b@guides.example', name: null },
    });
    const anew = { mails: 0, lastMailAt: null, nextFollowupAt: null, status: 'contacted' };
    expect(await update(app, id, { contact: { email: 'bob@guides.example' } })).toMatchObject(anew);
    expect(await update(app, id, { status: 'contacted' })).toMatchObject({ mails: 1, nextFollowupAt: iso(app.now() + 3 * day) });
    expect(await update(app, id, { contact: null })).toMatchObject({ ...anew, contact: null });
  });

  test.each([
    ['reply', { status: 'replied', contact: { suppressed: false } }, []],
    ['opt_out', { status: 'declined', contact: { suppressed: true } }, [{ address: 'ann@guides.example', reason: 'opt_out' }]],
    ['bounce', { status: 'contacted', contact: { suppressed: true } }, [{ address: 'ann@guides.example', reason: 'bounce' }]],
  ])('ends with %s', async (outcome, expected, listed) => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    expect(await update(app, id, { outcome })).toMatchObject({ ...expected, nextFollowupAt: null, mails: 1 });
    expect(await suppressed(app)).toMatchObject(listed);
    expect((await get(app, id)).log.some(({ kind }) => kind === outcome)).toBe(true);
  });

  test('goes on with another address after a bounce, said in one call', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    const changed = await update(app, id, { outcome: 'bounce', contact: { email: 'bob@guides.example' } });
    expect(changed).toMatchObject({ status: 'contacted', mails: 0, contact: { email: 'bob@guides.example', suppressed: false } });
    expect(await suppressed(app)).toMatchObject([{ address: 'ann@guides.example', reason: 'bounce' }]);
  });

  test('has no next mail for an address that was put on the list by hand', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    await setSuppressed(app, { add: ['@guides.example'] });
    expect(await get(app, id)).toMatchObject({ nextFollowupAt: null, contact: { suppressed: true } });
  });
});

describe('an outcome', () => {
  test('is not given with a status', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    const both = update(app, id, { status: 'contacted', outcome: 'reply' });
    await expect(both).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/status' }] });
  });

  test('that is a reply is refused where nobody was written to, and a bounce where nobody is known', async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'guides.example');
    await expect(update(app, id, { outcome: 'reply' })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('contacted'),
    });
    await expect(update(app, id, { outcome: 'bounce' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('no contact'),
    });
  });

  test('that is an opt-out is heard whatever the status, and a placed link stays placed', async () => {
    const app = await createTestApp();
    const early = await addAnn(app, 'early.example');
    expect(await update(app, early.id, { outcome: 'opt_out' })).toMatchObject({ status: 'prospected', contact: { suppressed: true } });
    const placed = await addAnn(app, 'placed.example');
    await update(app, placed.id, { status: 'contacted' });
    await update(app, placed.id, { status: 'link_placed', linkUrl: 'https://placed.example/' });
    expect(await update(app, placed.id, { outcome: 'reply' })).toMatchObject({ status: 'link_placed' });
    expect(await update(app, placed.id, { outcome: 'opt_out' })).toMatchObject({ status: 'link_placed', contact: { suppressed: true } });
  });

  test('is not recorded where the rest of the call is refused', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    await expect(update(app, id, { outcome: 'opt_out', linkUrl: 'https://guides.example/' })).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/linkUrl', code: 'not_placed' }],
    });
    expect(await suppressed(app)).toEqual([]);
    expect(await get(app, id)).toMatchObject({ status: 'contacted', contact: { suppressed: false } });
  });
});
