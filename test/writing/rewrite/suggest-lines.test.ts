import { expect, test } from 'vitest';
import { scorePage } from '../../../src/writing/optimize/score.ts';
import type { SuggestedRewrite } from '../../../src/writing/rewrite/shapes.ts';
import { suggestRewrite } from '../../../src/writing/rewrite/suggest.ts';
import { pageOf } from './support.ts';

/** Whatever the lines become, they raise the score. */
async function linesOf(names: { title: string; h1: string | null }, keyword: string, text: string): Promise<SuggestedRewrite> {
  const page = { ...pageOf(text, { url: 'https://pools.example/pools' }), ...names, metaDescription: null };
  const asked = { keyword, language: 'en', page, competitors: [], asked: [], siteUrl: 'https://pools.example' };
  return suggestRewrite({ ...asked, score: { ...(await scorePage(asked)), score: -1 }, passages: [] });
}

test('the lines say no word twice, follow the page’s casing, and leave a numbered heading', async () => {
  const named = (h1: string, keyword: string, said: string) => linesOf({ title: h1, h1 }, keyword, said);
  const text = 'SQLite transactions end by a commit. Apache is a reverse proxy. Subsequent SQLite transactions wait for the file lock.';
  expect(await named('Transaction', 'sqlite transactions', text)).toMatchObject({ h1: 'SQLite transactions' });
  expect(await named('Waiting for locks', 'sqlite commit', text)).toMatchObject({ h1: 'SQLite commit: Waiting for locks' });
  expect(await named('Indices', 'sqlite create index', `${text} CREATE INDEX is slow; an index is not.`)).toMatchObject({
    h1: 'SQLite CREATE INDEX: Indices',
  });
  expect(await named('1. Syntax', 'sqlite transactions', text)).toMatchObject({ h1: '1. Syntax' });
  expect(await named('Reverse Proxy Guide', 'apache reverse proxy', text)).toMatchObject({ h1: 'Apache Reverse Proxy Guide' });
  const { metaDescription } = await named('Transaction', 'subsequent sqlite lock', text);
  expect(metaDescription).not.toMatch(/^Subsequent/);
});

const titled = (title: string, keyword: string, text: string) => linesOf({ title, h1: null }, keyword, text);

test('a title that is too long with the keyword loses the site’s name, never words of its own', async () => {
  const text = 'The pool settings of a database are few. A pool has a size.';
  const named = 'Keeping every database quick on large servers';
  expect((await titled(`${named} | Pools`, 'pool settings', text)).title).toBe(`Pool settings: ${named}`);
  const own = `${named} – sizing and tuning`;
  expect((await titled(own, 'pool settings', text)).title).toBe(own);
});

test('a name that the page writes small stays small at the start of a title', async () => {
  const titleOf = async (keyword: string, text: string) => (await titled('Quick notes', keyword, text)).title;
  expect(await titleOf('npm scripts', 'npm scripts run a program. Write npm scripts with care.')).toBe('npm scripts: Quick notes');
  expect(await titleOf('iPhone cables', 'All iPhone cables are short. Buy iPhone cables here.')).toBe('iPhone cables: Quick notes');
  expect(await titleOf('git-rebase', 'Run git-rebase at once. After git-rebase push the branch.')).toBe('git-rebase: Quick notes');
  expect(await titleOf('pool leaks', 'All pool leaks are slow. Find pool leaks early.')).toBe('Pool leaks: Quick notes');
});

test('no sentence without the keyword becomes a description', async () => {
  const aside = 'The weather in the north was fine all week, and everybody who could leave the town went out to the lakes.';
  expect((await titled('Quick notes', 'pool leaks', `${aside} Find leaks early.`)).metaDescription).toBeNull();
  expect(
    (await titled('Quick notes', 'pool leaks', `${aside} A pool has no leaks if all of its clients are released.`)).metaDescription,
  ).toMatch(/^A pool has no leaks/);
});
