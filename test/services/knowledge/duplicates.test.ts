import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likenessOf, sameDocument, sketchOf } from '../../../src/documents/sketch.ts';
import { pageOf, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Made {
  id: string;
  alreadyKnown: boolean;
  similarity: number | null;
}

const words = 'kiln clay fire heat glaze wheel hand water stone wood smoke brick door night day slow cold even earth salt'.split(' ');
/** A text of so many words in an order of its own. */
function textOf(count: number, seed: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return words[(state >>> 8) % words.length]! + words[(state >>> 16) % words.length]!;
  });
}
const sentencesOf = (list: readonly string[]) => Array.from({ length: Math.ceil(list.length / 10) }, (_, index) => `The ${list.slice(index * 10, index * 10 + 10).join(' ')} ends.`).join(' '); // prettier-ignore

const long = textOf(400, 1);
const edited = long.with(30, 'another').with(200, 'words');

describe('a text that the project holds already', () => {
  test('takes a newly given title and tags, in search results too', async () => {
    const { desk } = await createTestApp();
    const text = sentencesOf(long);
    const { id } = (await desk.call('knowledge_create', { text, title: 'Old', tags: ['clay'] })) as Made;
    expect(await desk.call('knowledge_create', { text, title: 'New' })).toMatchObject({
      id,
      alreadyKnown: true,
      title: 'New',
      tags: ['clay'],
    });
    expect(await desk.call('knowledge_create', { text, tags: ['fire'] })).toMatchObject({ id, title: 'New', tags: ['fire'] });
    expect(await desk.call('knowledge_get', { id })).toMatchObject({ title: 'New', tags: ['fire'], text });
    expect(await desk.call('knowledge_list', { q: 'New' })).toMatchObject({ data: [{ id, title: 'New' }] });
  });

  test('learns its URL, and is refreshed from there', async () => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/kiln': pageOf('On kilns', [sentencesOf(long)]) });
    const { id } = (await desk.call('knowledge_create', { text: sentencesOf(long) })) as Made;
    const url = `${site.url}/kiln`;
    expect(await desk.call('knowledge_create', { url })).toMatchObject({ id, alreadyKnown: true, sourceUrl: url, title: 'On kilns' });
    site.pages['/kiln'] = pageOf('On kilns', [sentencesOf(textOf(400, 9))]);
    const { jobId } = (await desk.call('knowledge_refresh', { id })) as { jobId: string };
    await desk.runDue();
    expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'succeeded', result: { changed: true } });
    expect(await desk.call('knowledge_create', { url })).toMatchObject({ id, alreadyKnown: true, updated: false });
  });
});

describe('a text that is nearly the same as a known one', () => {
  test('is not stored twice: the known document is returned, with the similarity', async () => {
    const { desk } = await createTestApp();
    const known = (await desk.call('knowledge_create', { text: sentencesOf(long) })) as Made;
    const again = (await desk.call('knowledge_create', { text: sentencesOf(edited) })) as Made;
    expect(again).toMatchObject({ id: known.id, alreadyKnown: true });
    expect(again.similarity).toBeGreaterThan(sameDocument);
    expect(again.similarity).toBeLessThan(1);
    expect(await desk.call('knowledge_create', { text: sentencesOf(textOf(400, 2)) })).toMatchObject({
      alreadyKnown: false,
      similarity: null,
    });
  });

  test('is the same even from another address', async () => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/one': pageOf('One', [sentencesOf(long)]), '/print': pageOf('One', [sentencesOf(edited)]) });
    const known = (await desk.call('knowledge_create', { url: `${site.url}/one` })) as Made;
    expect(await desk.call('knowledge_create', { url: `${site.url}/print` })).toMatchObject({
      id: known.id,
      sourceUrl: `${site.url}/one`,
      alreadyKnown: true,
    });
  });

  test('is different if its numbers differ', async () => {
    const { desk } = await createTestApp();
    const at = (price: string) => `${sentencesOf(long)} It costs ${price} euros.`;
    await desk.call('knowledge_create', { text: at('19.90') });
    expect(await desk.call('knowledge_create', { text: at('24.90') })).toMatchObject({ alreadyKnown: false });
  });

  test('is different in another project', async () => {
    const { desk } = await createTestApp();
    const { id, projectId } = (await desk.call('knowledge_create', { text: sentencesOf(long) })) as Made & { projectId: string };
    const other = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
    expect(await desk.call('knowledge_create', { text: sentencesOf(edited), projectId: other.id })).toMatchObject({ alreadyKnown: false });
    await desk.call('knowledge_delete', { id });
    expect(await desk.call('knowledge_create', { text: sentencesOf(edited), projectId })).toMatchObject({ alreadyKnown: false });
  });

  test('is compared with the current text of the known one', async () => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/one': pageOf('One', [sentencesOf(textOf(400, 7))]) });
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/one` })) as Made;
    site.pages['/one'] = pageOf('One', [sentencesOf(long)]);
    await desk.call('knowledge_create', { url: `${site.url}/one` });
    expect(await desk.call('knowledge_create', { text: sentencesOf(edited) })).toMatchObject({ id, alreadyKnown: true });
    expect(await desk.call('knowledge_create', { text: sentencesOf(textOf(400, 7)) })).toMatchObject({ alreadyKnown: false });
  });
});

describe('the sketch', () => {
  const list = fc.array(fc.constantFrom(...textOf(200, 5)), { minLength: 60, maxLength: 400 });

  test('of the same words is the same, with similarity 1', () => {
    fc.assert(
      fc.property(list, (all) => {
        expect(sketchOf(all.join(' '))).toEqual(sketchOf(`${all.join(', ').toUpperCase()}!`));
        expect(likenessOf(all.join(' '), `${all.join(', ').toUpperCase()}!`)).toBe(1);
      }),
    );
  });

  test('has a symmetric similarity between 0 and 1', () => {
    fc.assert(
      fc.property(list, list, (one, other) => {
        const likeness = likenessOf(one.join(' '), other.join(' '));
        expect(likeness).toBe(likenessOf(other.join(' '), one.join(' ')));
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('shares a band with near-duplicates, and seldom with other texts', () => {
    let missed = 0;
    let met = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const one = textOf(300, seed);
      const near = one
        .with(seed % 300, 'changed')
        .with((seed * 37) % 300, 'words')
        .with((seed * 101) % 300, 'here');
      const far = [...one.slice(0, 200), ...textOf(100, seed + 1000)];
      const bands = new Set(sketchOf(one.join(' ')));
      if (likenessOf(one.join(' '), near.join(' ')) >= sameDocument && !sketchOf(near.join(' ')).some((band) => bands.has(band))) missed++;
      if (sketchOf(far.join(' ')).some((band) => bands.has(band))) met++;
    }
    expect(missed).toBeLessThanOrEqual(2);
    expect(met).toBeLessThan(60);
  });

  test('of a short text is empty: there every word counts', () => {
    expect(sketchOf(textOf(40, 1).join(' '))).toEqual([]);
  });
});
