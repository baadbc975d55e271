import type { Post, PostPage } from '../../../../schema/posts.ts';
import { startSite, type Site } from '../../../support/site.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

/** A piece of writing, as a blog shows it: menu, text with links, and what says that it is one. */
export function piece(
  title: string,
  { body = '', links = [], head = '', words = 80 }: { body?: string; links?: string[]; head?: string; words?: number } = {},
): string {
  const text = `${title} is what this piece tells about, in some detail. `.repeat(Math.ceil(words / 10));
  const linked = links
    .map((url) => `<p>Read more about it in <a href="${url}">the piece on ${url}</a>, which goes into detail.</p>`)
    .join('');
  return `<!doctype html><html lang="en"><head><title>${title} | Example</title>${head}</head><body>
    <nav><a href="/">Home</a> <a href="/blog/orphan">Orphan</a> <a href="/about">About</a></nav>
    <main><article><h1>${title}</h1><p>${text}</p>${linked}${body}</article></main></body></html>`;
}

export const posting = (published: string, modified = '') =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'BlogPosting', datePublished: published, ...(modified && { dateModified: modified }) })}</script>`;

export async function startBlog(pages: Site['pages'] = {}) {
  const site = await startSite(pages);
  const app = await createTestApp({ siteUrl: `${site.url}/` });
  return { app, site };
}

export async function refreshPosts({ desk }: TestApp, input: object = {}): Promise<Record<string, unknown>> {
  const { jobId } = (await desk.call('posts_refresh', { ...input })) as { jobId: string };
  await desk.runDue();
  return (await desk.call('jobs_get', { id: jobId })) as Record<string, unknown>;
}

export const listPosts = async ({ desk }: TestApp, input: object = {}) => (await desk.call('posts_list', { ...input })) as PostPage;
export const pathsOf = ({ data }: PostPage) => data.map(({ url }) => (url === null ? null : new URL(url).pathname));
export const postAt = async (app: TestApp, path: string): Promise<Post> => {
  const found = (await listPosts(app, { limit: 100 })).data.find(({ url }) => url !== null && new URL(url).pathname === path);
  if (!found) throw new Error(`${path} is no post`);
  return found;
};

/** A blog with a front page, four pieces and pages that are none. */
export function blog(): Site['pages'] {
  return {
    '/': `<!doctype html><html lang="en"><head><title>Example</title></head><body><main><h1>Example</h1>
      <h2><a href="/blog/pools">How connection pools really work</a></h2><h2><a href="/blog/storms">What a storm is made of</a></h2>
      <h2><a href="/blog/tulips">When to plant tulip bulbs</a></h2><h2><a href="/blog/bread">Bread that rises every time</a></h2></main></body></html>`,
    '/blog/pools': piece('Connection Pools', { head: posting('2025-11-03', '2026-04-03'), links: ['/blog/storms', '/blog/storms'] }),
    '/blog/storms': piece('Tropical Storms', { head: posting('2025-01-03'), links: ['/blog/pools', '/missing'] }),
    '/blog/tulips': piece('Tulip Bulbs', { head: '<meta property="article:published_time" content="2024-10-01T08:00:00Z">' }),
    '/blog/bread': piece('Sourdough Bread', { head: posting('2026-05-01') }),
    '/blog/orphan': piece('Lonely Lighthouses', { head: posting('2023-02-01') }),
    '/about': piece('About us'),
    '/shop': piece('A Pump', {
      head: `<script type="application/ld+json">{"@type":"Product","name":"Pump"}</script>${posting('').replace('BlogPosting', 'Product')}`,
    }),
    '/manual': piece('Manual of the pump', {
      head: '<script type="application/ld+json">{"@type":"TechArticle","datePublished":"2026-01-01"}</script>',
    }),
  };
}
