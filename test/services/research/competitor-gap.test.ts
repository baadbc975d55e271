import { describe, expect, test } from 'vitest';
import { classOf, type Standing } from '../../../src/services/research/gap/classes.ts';
import { gapKeptMs } from '../../../src/services/research/gap/csv.ts';
import { namesIn, phrasesOf } from '../../../src/services/research/gap/phrases.ts';
import { rowsOf } from '../../support/rows.ts';
import { startGapDesk } from './gap-desk.ts';

const own = 'https://www.example.com/page';
const rival = 'https://rival.example/page';
const other = 'https://blog.other.example/page';
const strangers = (count: number) => Array.from({ length: count }, (_, n) => `https://stranger${n}.example/`);
const competitors = ['rival.example', 'other.example'];
const at = (position: number | null, depth = 20): Standing => ({ position, depth, url: null });

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('the class of a keyword', () => {
  test.each<[string, Standing, Standing[], ReturnType<typeof classOf>]>([
    ['one ranks and we do not', at(null), [at(3), at(null)], 'missing'],
    ['behind every one that ranks', at(9), [at(3), at(8)], 'weak'],
    ['behind the only one that ranks', at(9), [at(3), at(null)], 'weak'],
    ['between them', at(5), [at(3), at(8)], 'shared'],
    ['ahead of every one, in the first ten', at(10), [at(11), at(null)], 'strong'],
    ['ahead of every one, below the first ten', at(11), [at(12)], 'shared'],
    ['only we rank', at(4), [at(null), at(null)], 'unique'],
    ['nobody ranks', at(null), [at(null)], null],
    ['one was looked at less deep than where we stand', at(15), [at(3, 10), at(null, 10)], 'unknown'],
    ['they rank deeper than we were looked at', at(null, 10), [at(14)], 'unknown'],
    ['nobody was looked at', at(null, 0), [at(null, 0)], 'unknown'],
  ])('%s', (_, ours, theirs, expected) => expect(classOf(ours, theirs)).toBe(expected));
});

describe('by the results pages that are kept', () => {
  test('each keyword has one class, and those that more competitors have come first', async () => {
    const desk = await startGapDesk();
    await desk.keep('one has it', [...strangers(3), rival]);
    await desk.keep('both have it', [...strangers(5), other, rival]);
    await desk.keep('weak one', [rival, ...strangers(2), own]);
    await desk.keep('strong one', [own, other]);
    await desk.keep('ours alone', [own]);
    await desk.keep('strangers only', strangers(3));
    await desk.keep('in another country', [rival], { country: 'DE' });
    const { method, counts, rows, cut } = await desk.gap({ competitors });
    expect({ method, cut }).toEqual({ method: 'results', cut: false });
    expect(counts).toEqual({ missing: 2, weak: 1, shared: 0, strong: 1, unique: 1, unknown: 0, nobody: 1 });
    expect(rows.map(({ keyword }) => keyword)).toEqual(['both have it', 'one has it', 'weak one', 'strong one', 'ours alone']);
    expect(rows[0]).toMatchObject({
      class: 'missing',
      competitors: 2,
      position: null,
      bestCompetitor: 'other.example',
      bestPosition: 6,
      bestUrl: other,
      source: 'serper',
      depthChecked: 10,
      why: { position: 'not_found_in_top_n' },
    });
  });

  test('of keywords that are named those nobody asked for are unknown', async () => {
    const desk = await startGapDesk();
    await desk.keep('Asked  for', [rival]);
    const { counts, rows, hints } = await desk.gap({ competitors, keywords: ['asked for', 'never\n\u200Basked', 'ASKED for'] });
    expect(hints).toEqual([expect.stringContaining('rankings_check')]);
    expect(counts).toMatchObject({ missing: 1, unknown: 1 });
    expect(rows[1]).toMatchObject({ keyword: 'never asked', source: null, why: { position: 'not_checked' } });
  });

  test('the newest page of a keyword tells, by whomever it was asked', async () => {
    const desk = await startGapDesk();
    await desk.keep('pool', [rival], { provider: 'dataforseo', at: desk.now() - 2000 });
    await desk.keep('pool', [own], { at: desk.now() - 1000 });
    const { rows } = await desk.gap({ competitors });
    expect(rows).toMatchObject([{ keyword: 'pool', class: 'unique', source: 'serper' }]);
  });

  test('many pages are read in slices, and each keyword once', async () => {
    const desk = await startGapDesk();
    for (let n = 0; n < 70; n++) {
      await desk.keep(`keyword ${n}`, [rival]);
      if (n % 3 === 0) await desk.keep(`keyword ${n}`, [own], { device: 'mobile', at: desk.now() - 5 });
    }
    const { counts, rows, csvUrl } = await desk.gap({ competitors, limit: 5 });
    expect(counts).toMatchObject({ missing: 70 });
    expect(rows).toHaveLength(5);
    expect(csvUrl).toMatch(/\/exports\/[\w-]+\.csv$/);
  });
});

describe('by what the pages write of', () => {
  const ours = '# Connection pools\n\nA connection pool keeps connections open. A connection pool saves the handshake of every request.';
  const theirs =
    '# Idle timeouts\n\nAn idle timeout closes what nobody uses. Set the idle timeout below that of the server. RivalSoft sets the idle timeout for you.';

  test('tells what is missing, shared and unique, without a rank', async () => {
    const desk = await startGapDesk();
    await desk.read('https://www.example.com/pools', ours);
    await desk.read('https://rival.example/timeouts', theirs);
    await desk.read('https://rival.example/pools', `${ours}\n\n## RivalSoft pools\n\nThey keep connections open for all who ask.`);
    await desk.read('https://rival.example/us', '# RivalSoft pools\n\nThey keep connections open for all who ask for them at any time.');
    await desk.desk.call('competitors_add', { name: 'RivalSoft', domain: 'rival.example' });
    await desk.read(
      'https://www.example.com/reuse',
      '# Reusing handshakes\n\nHandshake reuse is cheap. Handshake reuse needs session tickets.',
    );
    const { method, rows, why, counts } = await desk.gap();
    const classes = new Map(rows.map((row) => [row.keyword, row.class]));
    expect(method).toBe('content');
    expect(classes.get('idle timeouts')).toBe('missing');
    expect(classes.get('connection pools')).toBe('shared');
    expect(classes.get('handshake reuse')).toBe('unique');
    expect([...classes.keys()].filter((keyword) => keyword!.includes('rivalsoft'))).toEqual([]);
    // A single word that no page is on.
    expect([...classes.keys()]).not.toContain('server');
    expect(rows[0]).not.toHaveProperty('position');
    expect(why).toEqual({ positions: 'not_checked' });
    expect(counts).toMatchObject({ weak: 0, strong: 0, unknown: 0 });
    expect(await desk.gap()).toMatchObject({ rows, counts });
  });

  test('a phrase with the name of a site is none', () => {
    const page = { side: 0, url: 'https://rival.example/', title: 'RivalSoft pools', headings: ['Why RivalSoft is fast'], text: '' };
    const found = (names: string[]) => phrasesOf(page, 'en', namesIn(names)).map(({ phrase }) => phrase.written);
    expect(found([])).toEqual(['rivalsoft pools', 'why rivalsoft is fast']);
    expect(found(['RivalSoft'])).toEqual([]);
  });

  test('a phrase that our text has is not missing, though no page of ours is about it', async () => {
    const desk = await startGapDesk();
    await desk.read('https://www.example.com/pools', `${ours} Beside it stands, in passing, an idle timeout.`);
    await desk.read('https://rival.example/timeouts', theirs);
    const { rows } = await desk.gap({ competitors: ['rival.example'], keywords: ['Idle Timeouts'] });
    expect(rows).toMatchObject([{ keyword: 'Idle Timeouts', class: 'shared', url: 'https://www.example.com/pools' }]);
  });

  test('what nothing is known of is told with the call that helps', async () => {
    const desk = await startGapDesk();
    const nothing = await desk.gap({ competitors });
    expect(nothing).toMatchObject({ method: null, counts: null, rows: [], csvUrl: null });
    expect(nothing.hints.join(' ')).toMatch(/posts_refresh or audit_start.*competitors_add.*content_radar_check.*rankings_check/);
    await desk.read('https://www.example.com/pools', ours);
    await desk.read('https://rival.example/timeouts', theirs);
    const one = await desk.gap({ competitors });
    expect(one.competitors).toEqual([
      { domain: 'other.example', pagesRead: 0 },
      { domain: 'rival.example', pagesRead: 1 },
    ]);
    expect(one.hints[0]).toContain('other.example');
    expect(one.hints[0]).not.toContain('rival.example');
  });
});

describe('all rows as CSV', () => {
  test('are at an address that is its own key, and gone after two days', async () => {
    const desk = await startGapDesk();
    for (let n = 0; n < 30; n++) await desk.keep(`=keyword ${n}`, [rival]);
    const { csvUrl } = await desk.gap({ competitors, limit: 1 });
    const token = csvUrl!.split('/').at(-1)!.replace('.csv', '');
    const file = await desk.desk.services.exports.read(token);
    const lines = (await textOf(file!.text)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(31);
    expect(lines[0]).toMatch(/^keyword,class,competitors,/);
    expect(lines[1]).toMatch(/^'=keyword 0,missing,1,,,,rival\.example,1,/);
    await desk.advance(gapKeptMs + 1);
    await desk.desk.services.retention.sweep(new AbortController().signal);
    expect(await rowsOf(desk.home).count('gap_pieces')).toBe(0);
  });

  test('go with their project', async () => {
    const desk = await startGapDesk();
    await desk.keep('pool', [rival]);
    await desk.gap({ competitors });
    expect(await rowsOf(desk.home).count('gap_pieces')).toBe(1);
    await desk.desk.call('projects_create', { name: 'Blog' });
    await desk.desk.call('projects_delete', { id: desk.projectId, confirm: 'Default' });
    expect(await rowsOf(desk.home).count('gap_pieces')).toBe(0);
  });
});

describe('what cannot be compared is refused', () => {
  test.each([
    [{ competitors: ['https://user:secret@rival.example/'] }, 'invalid_input'],
    [{ competitors: ['www.example.com'] }, 'invalid_input'],
    [{ competitors: ['cmp_nobody'] }, 'not_found'],
    [{ competitors, country: 'UK' }, 'invalid_input'],
    [{ competitors, language: 'zz' }, 'invalid_input'],
    [{}, 'competitors_required'],
  ])('%j: %s', async (input, code) => {
    const { desk } = await startGapDesk();
    await expect(desk.call('keywords_competitor_gap', input)).rejects.toMatchObject({ code });
  });

  test('without a site', async () => {
    const { desk, projectId } = await startGapDesk();
    await desk.call('projects_update', { id: projectId, siteUrl: null });
    await expect(desk.call('keywords_competitor_gap', { competitors })).rejects.toMatchObject({ code: 'site_required' });
  });
});
