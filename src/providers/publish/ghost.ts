import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { clipAtWord } from '../../language/slug.ts';
import { bodyOf, distinctNames, jsonLdScript, markOf } from './body.ts';
import { createApi, type GhostAccess, type GhostApi } from './ghost/api.ts';
import { settleImage } from './ghost/images.ts';
import { findPost, readPost, savePost, type Post } from './ghost/posts.ts';
import type { PublishableArticle, PublishOptions, PublishTarget } from './target.ts';

/** The limits of Ghost's schema, in characters; `head` in bytes. */
const limits = { title: 255, metaTitle: 300, metaDescription: 500, excerpt: 300, alt: 125, tag: 191, head: 65_535 };

const ourHead = /<!-- copydesk:[\w-]+ -->[\s\S]*?<!-- \/copydesk -->\n?/g;

/**
 * Publishes to Ghost (5 or later) by its Admin API and a custom integration's key. We own the whole post: publishing again replaces title,
 * content, excerpt, meta texts and slug, and tags and image if the article has any. Subscribers are not notified. Categories become the first
 * tags; Ghost treats the very first as primary. Throws `invalid_input` if the settings cannot be right.
 */
export function createGhost(system: System, settings: GhostAccess): PublishTarget {
  const api = createApi(system, settings);
  return {
    async check(signal) {
      const { title, version } = await api.describe(signal);
      await api.ask('posts/', { query: { limit: '1', fields: 'id' }, signal });
      return { detail: `Ghost ${version} “${title}”, as a custom integration: may publish posts and upload images.` };
    },

    async publish(article, how) {
      const existing = await findPost(api, article, how);
      const current = existing?.featureImage ?? null;
      const image =
        article.image && (await settleImage({ system, api }, article.image, { previous: how.previous, current, signal: how.signal }));
      const imageUrl = image?.imageId ?? (current !== null && current === how.previous?.imageId ? null : current);
      const { id, url, status } = await save(api, existing, (head) => contentOf(article, { how, imageUrl, head }), how.signal);
      return { id, url, status, imageId: image?.imageId ?? null, imageHash: image?.imageHash ?? null };
    },
  };
}

type Content = Record<string, unknown>;

/** Saves; if the post changed or vanished since it was read, reads it again and saves once more. */
async function save(api: GhostApi, existing: Post | null, contentFor: (head: string) => Content, signal?: AbortSignal): Promise<Post> {
  const attempt = (base: Post | null) => savePost(api, base, contentFor(base?.marked ?? ''), signal);
  const saved = await attempt(existing).catch((error: unknown) => {
    if (existing && error instanceof AppError && error.code === 'conflict') return null;
    throw error;
  });
  const post = saved ?? (await attempt(existing && (await readPost(api, existing.id, signal))));
  if (post) return post;
  throw new AppError('provider_failed', `${api.site.name} does not find the post that it has just shown.`, {
    hint: 'Publish again.',
  });
}

function contentOf(article: PublishableArticle, { how, imageUrl, head }: { how: PublishOptions; imageUrl: string | null; head: string }) {
  const tags = tagsOf([...article.categories, ...article.tags]);
  return {
    title: clipAtWord(article.title, limits.title),
    slug: article.slug,
    status: how.status === 'publish' ? 'published' : 'draft',
    html: withTables(bodyOf(article)),
    meta_title: clipAtWord(article.metaTitle, limits.metaTitle) || null,
    meta_description: clipAtWord(article.metaDescription, limits.metaDescription) || null,
    custom_excerpt: clipAtWord(article.metaDescription, limits.excerpt) || null,
    feature_image: imageUrl,
    ...(article.image && { feature_image_alt: clipAtWord(article.image.alt, limits.alt) || null }),
    ...(tags.length > 0 && { tags }),
    codeinjection_head: headOf(article, head),
  };
}

/** Keeps what people put into the page's head and replaces our part. */
function headOf(article: PublishableArticle, head: string): string {
  const theirs = head.replace(ourHead, '').trim();
  const section = (lines: readonly string[]) =>
    [...(theirs ? [theirs] : []), `<!-- ${markOf(article.id)} -->`, ...lines, '<!-- /copydesk -->'].join('\n');
  const whole = section([jsonLdScript(article.jsonLd)]);
  return Buffer.byteLength(whole) <= limits.head ? whole : section([]);
}

/** Ghost's editor has no tables; HTML cards pass them through unchanged. */
function withTables(html: string): string {
  return html.replace(/<table[\s>][\s\S]*?<\/table>/gi, (table) => `\n<!--kg-card-begin: html-->\n${table}\n<!--kg-card-end: html-->\n`);
}

/** A leading # would make a tag internal and so invisible. */
function tagsOf(names: readonly string[]): { name: string }[] {
  return distinctNames(names.map((name) => clipAtWord(name.replace(/^[#\s]+/, ''), limits.tag))).map((name) => ({ name }));
}
