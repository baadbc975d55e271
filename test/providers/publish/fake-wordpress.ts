import { expect } from 'vitest';
import { createWordPress } from '../../../src/providers/publish/wordpress.ts';
import { openSystem, startSite, type Asked, type FakeSite, type Said } from './support.ts';

interface StoredPost {
  id: number;
  slug: string;
  status: string;
  title: string;
  content: string;
  excerpt: string;
  categories: number[];
  tags: number[];
  featured_media: number;
}

export interface FakeWordPress extends FakeSite {
  posts: Map<number, StoredPost>;
  media: Map<number, { id: number; slug: string; alt_text: string; bytes: Buffer }>;
  terms: Record<'categories' | 'tags', { id: number; name: string }[]>;
  /** What its user may do. */
  capabilities: Record<string, boolean>;
  /** Whether scripts are kept; by default as the capability says. */
  keepsScripts: boolean | undefined;
  /** Whether the home page names the API, and in what manner; `plain` is that of plain permalinks. */
  permalinks: 'pretty' | 'plain' | 'unannounced';
}

export const credentials = { username: 'erin', applicationPassword: 'abcd EFGH ijkl MNOP' };

/** As much of WordPress's REST API as the desk speaks to, with WordPress 6's own habits. */
export async function startFakeWordPress(): Promise<FakeWordPress> {
  const state = {
    posts: new Map(),
    media: new Map(),
    terms: { categories: [{ id: 1, name: 'Uncategorized' }], tags: [] },
    capabilities: { edit_posts: true, publish_posts: true, upload_files: true, manage_categories: true, unfiltered_html: true },
    keepsScripts: undefined,
    permalinks: 'pretty',
  } as Omit<FakeWordPress, keyof FakeSite>;
  const site = await startSite((asked, url) => answer(wordPress, asked, url));
  const wordPress: FakeWordPress = Object.assign(site, state);
  return wordPress;
}

let lastId = 100;

function answer(site: FakeWordPress, asked: Asked, home: string): Said {
  const route = routeOf(site, asked.url);
  if (route === null) return homePage(site, home);
  const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.applicationPassword}`).toString('base64')}`;
  if (asked.headers.authorization !== authorization)
    return problem(401, 'incorrect_password', '<strong>Error:</strong> The provided password is an invalid application password.');
  const [, , , collection, id] = route.split('/');
  if (route === '/') return { body: { name: 'The Harbour Desk', namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } } };
  if (collection === 'users') return { body: { name: 'Erin', roles: ['editor'], capabilities: site.capabilities } };
  if (collection === 'posts') return posts(site, asked, { id, home });
  if (collection === 'media') return media(site, asked, id);
  if (collection === 'categories' || collection === 'tags') return terms(site.terms[collection], asked);
  return problem(404, 'rest_no_route', 'No route was found matching the URL and request method.');
}

function routeOf({ permalinks }: FakeWordPress, url: URL): string | null {
  const plain = url.searchParams.get('rest_route');
  if (plain !== null) return plain;
  if (permalinks === 'plain' || !url.pathname.startsWith('/wp-json')) return null;
  return url.pathname.slice('/wp-json'.length);
}

function homePage({ permalinks }: FakeWordPress, home: string): Said {
  const root = permalinks === 'plain' ? `${home}/?rest_route=/` : `${home}/wp-json/`;
  const headers: Record<string, string> = permalinks === 'unannounced' ? {} : { link: `<${root}>; rel="https://api.w.org/"` };
  return { headers, body: '<!doctype html><title>The Harbour Desk</title>' };
}

function posts(site: FakeWordPress, { method, url, body }: Asked, { id, home }: { id: string | undefined; home: string }): Said {
  const shown = (post: StoredPost) => ({
    ...post,
    link: `${home}/${post.slug}/`,
    content: { raw: post.content, rendered: post.content },
    _links: mayScript(site) ? { 'wp:action-unfiltered-html': [{}] } : {},
  });
  const known = site.posts.get(Number(id));
  if (id !== undefined && !known) return problem(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (method === 'GET') {
    if (known) return { body: shown(known) };
    const { slug, search } = Object.fromEntries(url.searchParams);
    const found = [...site.posts.values()].filter((post) => post.status !== 'trash');
    return { body: found.filter((post) => (slug === undefined ? post.content.includes(search!) : post.slug === slug)).map(shown) };
  }
  const given = JSON.parse(body.toString()) as Partial<StoredPost>;
  const empty = { title: '', content: '', excerpt: '', slug: '', status: 'draft', categories: [1], tags: [], featured_media: 0 };
  const saved: StoredPost = { ...empty, ...known, ...given, id: known?.id ?? ++lastId };
  const isTaken = (slug: string) => [...site.posts.values()].some((other) => other.slug === slug && other.id !== saved.id);
  for (let number = 2; isTaken(saved.slug); number++) saved.slug = `${given.slug}-${number}`;
  if (!mayScript(site)) saved.content = saved.content.replace(/<\/?script[^>]*>/g, '');
  site.posts.set(saved.id, saved);
  return { status: known ? 200 : 201, body: shown(saved) };
}

function mayScript({ keepsScripts, capabilities }: FakeWordPress): boolean {
  return keepsScripts ?? capabilities['unfiltered_html'] === true;
}

function media(site: FakeWordPress, { method, url, headers, body }: Asked, id: string | undefined): Said {
  const known = site.media.get(Number(id));
  if (id !== undefined && !known) return problem(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (method === 'GET') {
    const search = url.searchParams.get('search') ?? '';
    return { body: known ?? [...site.media.values()].filter(({ slug }) => slug.includes(search)) };
  }
  if (known) {
    Object.assign(known, JSON.parse(body.toString()));
    return { body: known };
  }
  if (site.capabilities['upload_files'] !== true) return problem(403, 'rest_cannot_create', 'Sorry, you are not allowed to upload media.');
  const name = /filename="([^"]+)\.png"/.exec(headers['content-disposition'] ?? '')?.[1];
  if (name === undefined) return problem(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
  const made = { id: ++lastId, slug: name, alt_text: '', bytes: body };
  site.media.set(made.id, made);
  return { status: 201, body: { id: made.id, alt_text: '', slug: name } };
}

function terms(known: { id: number; name: string }[], { method, url, body }: Asked): Said {
  if (method === 'GET') {
    const search = url.searchParams.get('search')!.toLowerCase();
    return { body: known.filter(({ name }) => name.toLowerCase().includes(search)) };
  }
  const { name } = JSON.parse(body.toString()) as { name: string };
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase();
  const same = known.find((term) => plain(term.name) === plain(name));
  if (same)
    return {
      status: 400,
      body: { code: 'term_exists', message: 'A term with the name provided already exists.', data: { status: 400, term_id: same.id } },
    };
  const made = { id: ++lastId, name };
  known.push(made);
  return { status: 201, body: made };
}

export function problem(status: number, code: string, message: string): Said {
  return { status, body: { code, message, data: { status } } };
}

/** The fake site, and a target that publishes to it. */
export async function openWordPress({ categories }: { categories?: string[] } = {}) {
  const site = await startFakeWordPress();
  const target = createWordPress(openSystem(), { siteUrl: site.url, ...credentials, ...(categories && { categories }) });
  const only = () => {
    expect(site.posts.size).toBe(1);
    return [...site.posts.values()][0]!;
  };
  return { site, target, only };
}

export const savesPost = ({ method, url }: Asked) => method === 'POST' && url.pathname.includes('/posts');
