import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Copydesk } from '../../../src/app.ts';
import { countIndexed } from '../../db/full-text.ts';
import { rowsOf } from '../../support/rows.ts';
import { file, pageOf, startSite } from '../../support/site.ts';
import { watchTurns } from '../../support/turns.ts';
import { createTestApp } from '../../support/test-app.ts';

interface SearchPage {
  data: { id: string; title: string; passages: { heading: string | null; text: string }[] }[];
  nextCursor: string | null;
  ignoredWords?: string[];
}

async function search(desk: Copydesk, q: string, more: Record<string, unknown> = {}): Promise<SearchPage> {
  return (await desk.call('knowledge_list', { q, ...more })) as SearchPage;
}

async function titles(desk: Copydesk, q: string, more: Record<string, unknown> = {}): Promise<string[]> {
  return (await search(desk, q, more)).data.map((row) => row.title);
}

async function add(desk: Copydesk, title: string, text: string, more: Record<string, unknown> = {}): Promise<string> {
  return ((await desk.call('knowledge_create', { title, text, ...more })) as { id: string }).id;
}

/** Many documents of one passage, by SQL: reading so many texts would take a minute. The n-th passage holds what `textOf` gives. */
async function fill(home: string, projectId: string, count: number, textOf: (index: number) => string): Promise<void> {
  const rows = rowsOf(home);
  const usual = {
    project_id: projectId,
    kind: 'text',
    language: 'en',
    word_count: 1,
    chunks: 1,
    tags: '[]',
    created_at: 1,
    refreshed_at: 1,
  };
  const texts = Array.from({ length: count }, (_, index) => {
    return { id: `doc_filled${String(index).padStart(6, '0')}`, title: `T${index}`, text: textOf(index) };
  });
  await rows.insert(
    'documents',
    texts.map((one) => ({ ...usual, ...one, fingerprint: one.id })),
  );
  await rows.insert(
    'passages',
    texts.map(({ id, title, text }) => ({ document_id: id, position: 0, title, text, word_count: 1 })),
  );
  const passages = await rows.all<{ number: number }>('passages', "document_id like 'doc_filled%'");
  await rows.insert(
    'passages_to_index',
    passages.map(({ number }) => ({ passage: number })),
  );
}

async function firstProject(desk: Copydesk): Promise<string> {
  return ((await desk.call('projects_list')) as { data: { id: string }[] }).data[0]!.id;
}

describe('a search', () => {
  test('finds documents in their own language, whatever the language of the project', async () => {
    const { desk } = await createTestApp();
    await add(desk, 'Wohnen', 'Die Häuser am Marktplatz wurden verkauft, und die Zeitungen berichteten darüber noch viele Tage lang.');
    await add(desk, 'Presse', 'Les journaux du matin arrivent toujours avant que les boutiques de la rue ne soient ouvertes aux clients.');
    await add(desk, 'Música', 'Las canciones más antiguas de la ciudad todavía se cantan en las fiestas de todos los barrios del norte.');
    expect(await titles(desk, 'Haus')).toEqual(['Wohnen']);
    expect(await titles(desk, 'zeitung')).toEqual(['Wohnen']);
    expect(await titles(desk, 'journal')).toEqual(['Presse']);
    expect(await titles(desk, 'canción')).toEqual(['Música']);
  });

  test('finds words written out by those that people cut short, and the other way round; shows both', async () => {
    const { desk } = await createTestApp();
    await add(desk, 'Passwords', 'Synchronization of a KeePass database takes a folder that every device of yours can reach.');
    await add(desk, 'Boats', 'Synchronised rowing is what the crew trains for, and a photo of every stroke helps to find mistakes.');
    for (const q of ['sync', 'syncing', 'synch']) expect((await titles(desk, q)).toSorted()).toEqual(['Boats', 'Passwords']);
    expect(await titles(desk, 'photograph')).toEqual(['Boats']);
    expect(await titles(desk, 'photos')).toEqual(['Boats']);
    const { data } = await search(desk, 'sync keepass');
    expect(data[0]!.passages[0]!.text).toMatch(/^\*\*Synchronization\*\* of a \*\*KeePass\*\* database/);
    // Of two meanings, or of none that is cut.
    await add(desk, 'Jobs', 'An application for the post is read by two of us, and the authorization of the council follows.');
    for (const q of ['app', 'auth', 'authentication']) expect(await titles(desk, q)).toEqual([]);
  });

  test('shows what matches of a passage, and lets none of its markup through', async () => {
    const { desk } = await createTestApp();
    const filler = 'Water runs down the hill and into the sea. '.repeat(9);
    await add(desk, 'Pools', `${filler}A pool of 2 * 3 <b>clients</b> &amp; more keeps connections. ${filler}`);
    const { data } = await search(desk, 'connection pool clients');
    const { text } = data[0]!.passages[0]!;
    expect(text).toContain('A **pool** of 2 &#42; 3 &lt;b>**clients**&lt;/b> &amp;amp; more keeps **connections**.');
    expect(text).toMatch(/^….*…$/);
    expect(text.length).toBeLessThan(400);
  });

  test('names the words it did not look for, even if none is left; a list does not', async () => {
    const { desk } = await createTestApp();
    await add(desk, 'Kilns', 'A kiln turns clay into pottery by slow and even heat, and the potter waits for a whole day.');
    expect(await search(desk, 'What is the kiln')).toMatchObject({ data: [{ title: 'Kilns' }], ignoredWords: ['What', 'is', 'the'] });
    expect(await search(desk, 'the of and')).toEqual({ data: [], nextCursor: null, ignoredWords: ['the', 'of', 'and'] });
    expect(await search(desk, 'absent')).toEqual({ data: [], nextCursor: null, ignoredWords: [] });
    expect(await desk.call('knowledge_list')).not.toHaveProperty('ignoredWords');
  });

  test('leaves out words too common to tell passages apart, says so, and still lets them order what the others find', async () => {
    const { desk, home } = await createTestApp();
    const projectId = await firstProject(desk);
    await fill(
      home,
      projectId,
      4300,
      (index) =>
        `harbour crane ${index % 2 === 0 ? 'pier' : 'quay'}${index % 1000 === 7 ? ' turbine' : ''}${index === 4007 ? ' lantern' : ''}`,
    );
    const mixed = await search(desk, 'harbour turbine lantern');
    expect(mixed.data[0]!.title).toBe('T4007');
    expect(mixed.ignoredWords).toEqual([]);
    const narrow = await search(desk, 'harbour pier quay crane', { limit: 100 });
    // Two words in half of the passages each fit what can be ranked but once.
    expect(narrow.ignoredWords).toEqual(expect.arrayContaining(['crane']));
    expect(narrow.data).toHaveLength(100);
    expect((await search(desk, 'harbour')).data).toHaveLength(20);
    // The newest, of those that are alike.
    expect((await titles(desk, 'harbour'))[0]).toBe('T4299');
  });

  test('of one project finds nothing of another, even if their terms share a prefix', async () => {
    let count = 0;
    const { desk } = await createTestApp({ id: (prefix) => `${prefix}_${String(++count).padStart(4, '0')}000001` });
    const mine = await firstProject(desk);
    await add(desk, 'Mine', 'A kiln turns clay into pottery by slow and even heat.');
    const { id: theirs } = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
    await add(desk, 'Theirs', 'The kiln of the neighbours stands cold all winter long.', { projectId: theirs });
    expect(await titles(desk, 'kiln', { projectId: theirs })).toEqual(['Theirs']);
    expect(await titles(desk, 'kiln', { projectId: mine })).toEqual(['Mine']);
  });

  test('is narrowed by a tag, also one of odd characters', async () => {
    const { desk } = await createTestApp();
    await add(desk, 'Tagged', 'A kiln turns clay into pottery by slow and even heat.', { tags: ['"x" OR y', 'clay'] });
    await add(desk, 'Untagged', 'The kiln of the neighbours stands cold all winter long.');
    expect(await titles(desk, 'kiln', { tag: '"x" OR y' })).toEqual(['Tagged']);
    expect(await titles(desk, 'kiln', { tag: 'x' })).toEqual([]);
  });

  test('goes through all pages without a gap or a repeat while documents are added', async () => {
    const { desk } = await createTestApp();
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth'])
      await add(desk, name, `The ${name} kiln turns clay into pottery by slow and even heat.`);
    const seen: string[] = [];
    for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
      const found: SearchPage = await search(desk, 'kiln pottery', { limit: 2, ...(cursor && { cursor }) });
      seen.push(...found.data.map((row) => row.title));
      cursor = found.nextCursor;
      await add(desk, `later ${page}`, `Kiln, pottery, kiln, pottery: number ${page} of the kiln and its pottery.`);
    }
    expect(seen.toSorted()).toEqual(['fifth', 'first', 'fourth', 'second', 'third']);
  });

  test.each([
    'MA',
    Buffer.from('1').toString('base64url'),
    Buffer.from('-1.5').toString('base64url'),
    Buffer.from('20.x').toString('base64url'),
  ])('refuses %j as a cursor', async (cursor) => {
    const { desk } = await createTestApp();
    await expect(search(desk, 'kiln', { cursor })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('takes whatever is asked as words', async () => {
    const { desk } = await createTestApp();
    const projectId = await firstProject(desk);
    await add(desk, 'Kilns', 'A kiln turns clay into pottery by slow and even heat.');
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((all) => String.fromCharCode(...all));
    const syntax = fc.string({
      unit: fc.constantFrom(
        '"',
        '*',
        '^',
        ':',
        '(',
        ')',
        '{',
        '}',
        '+',
        '-',
        '_',
        "'",
        'NEAR',
        ' OR ',
        ' AND ',
        ' NOT ',
        'text',
        '\0',
        '\uD800',
        'kiln',
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(units, syntax), async (query) => {
        const { knowledge } = desk.services;
        await knowledge.retrieve({ query, language: 'en', projectId, limit: 5 });
        await knowledge.retrieve({ query, language: 'en', projectId, limit: 5, documentIds: [query] });
        await knowledge.list({ q: query, tag: query });
      }),
      { numRuns: 100 },
    );
    await desk.services.knowledge.retrieve({ query: '"kiln* '.repeat(1500), language: 'en', projectId, limit: 5 });
  });
});

describe('what a writer gets', () => {
  test('comes best first, then its surroundings, from the named documents only', async () => {
    const { desk } = await createTestApp();
    const projectId = await firstProject(desk);
    const kilns = await add(desk, 'Kilns', 'A kiln turns clay into pottery by slow and even heat.');
    await add(desk, 'Other kilns', 'The kiln of the neighbours stands cold all winter long.');
    const wanted = { query: 'kiln pottery', language: 'en', projectId, limit: 10 };
    const all = await desk.services.knowledge.retrieve(wanted);
    expect(all.map((passage) => passage.documentTitle)).toEqual(['Kilns', 'Other kilns']);
    expect(all[0]!.score).toBeGreaterThan(all[1]!.score);
    const named = await desk.services.knowledge.retrieve({ ...wanted, documentIds: [kilns] });
    expect(named.map((passage) => passage.documentId)).toEqual([kilns]);
    expect(await desk.services.knowledge.retrieve({ ...wanted, documentIds: [] })).toEqual([]);
  });

  test('is found by common words too if rare ones find too little', async () => {
    const { desk, home } = await createTestApp();
    const projectId = await firstProject(desk);
    await fill(home, projectId, 4300, (index) => `harbour crane ${index === 4007 ? ' lantern' : ''}`);
    const found = await desk.services.knowledge.retrieve({ query: 'harbour lantern', language: 'en', projectId, limit: 50 });
    expect(found).toHaveLength(50);
    expect(found[0]!.documentTitle).toBe('T4007');
    const scores = found.map((passage) => passage.score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });
});

describe('the index', () => {
  /** How much it holds, and how much waits for it. */
  const heldBy = async (home: string) => {
    const rows = rowsOf(home);
    const [waiting, passages] = [await rows.count('passages_to_index'), await rows.count('passages')];
    return { held: countIndexed(home, 'passages'), waiting, passages };
  };

  test('follows what happens to passages and documents', async () => {
    const { desk, home } = await createTestApp();
    const site = await startSite({ '/kilns.md': file('text/markdown', 'A kiln turns clay into pottery by slow and even heat.') });
    const given = { url: `${site.url}/kilns.md`, title: 'Kilns' };
    const { id } = (await desk.call('knowledge_create', given)) as { id: string };
    expect(await titles(desk, 'pottery')).toEqual(['Kilns']);
    site.pages['/kilns.md'] = file('text/markdown', 'The lantern burns all night.');
    await desk.call('knowledge_create', { ...given, tags: ['night'] });
    expect(await titles(desk, 'kiln')).toEqual(['Kilns']);
    expect(await titles(desk, 'pottery')).toEqual([]);
    expect(await titles(desk, 'lantern', { tag: 'night' })).toEqual(['Kilns']);
    await desk.call('knowledge_create', { ...given, title: 'Lamps', tags: ['day'] });
    expect(await titles(desk, 'kiln')).toEqual([]);
    expect(await titles(desk, 'lamp', { tag: 'night' })).toEqual([]);
    expect(await titles(desk, 'lamp', { tag: 'day' })).toEqual(['Lamps']);
    expect(await heldBy(home)).toEqual({ held: 1, waiting: 0, passages: 1 });
    await desk.call('knowledge_delete', { id });
    expect(await heldBy(home)).toEqual({ held: 0, waiting: 0, passages: 0 });
  });

  test('keeps nothing of what is deleted, with its sitemap or its project or while it still waits', async () => {
    const { desk, home } = await createTestApp();
    const projectId = await firstProject(desk);
    const site = await startSite({ '/one': pageOf('One', ['A kiln turns clay into pottery by slow and even heat.']) });
    site.pages['/map.xml'] = `<urlset><url><loc>${site.url}/one</loc></url></urlset>`;
    const sitemap = (await desk.call('knowledge_create', { sitemapUrl: `${site.url}/map.xml` })) as { id: string };
    await desk.runDue();
    expect(await heldBy(home)).toEqual({ held: 1, waiting: 0, passages: 1 });
    await desk.call('knowledge_delete', { id: sitemap.id });
    expect(await heldBy(home)).toEqual({ held: 0, waiting: 0, passages: 0 });
    await add(desk, 'Kilns', 'A kiln turns clay into pottery by slow and even heat.');
    await fill(home, projectId, 150, (index) => `harbour crane ${index}`);
    expect(await heldBy(home)).toEqual({ held: 1, waiting: 150, passages: 151 });
    await desk.call('knowledge_delete', { id: 'doc_filled000007' });
    expect(await heldBy(home)).toEqual({ held: 1, waiting: 149, passages: 150 });
    await desk.call('projects_create', { name: 'Another' });
    await desk.call('projects_delete', { id: projectId, confirm: 'Default' });
    expect(await heldBy(home)).toEqual({ held: 0, waiting: 0, passages: 0 });
  });
});

test('a search over documents that are long to look through leaves others their turn', async () => {
  const { desk } = await createTestApp();
  for (let index = 0; index < 20; index++) await desk.call('knowledge_create', { text: `${'ﷺ '.repeat(200)}${'ﷺ'.repeat(3000)} ${index}. ${'слово '.repeat(400)}`, title: `Page ${index}` }); // prettier-ignore
  const longestTurn = watchTurns();
  const { data } = (await desk.call('knowledge_list', { q: 'ﷺ слово', limit: 100 })) as { data: { passages: unknown[] }[] };
  expect(longestTurn()).toBeLessThan(100);
  expect(data.flatMap(({ passages }) => passages).length).toBeGreaterThan(20);
});
