import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { cleanWords } from '../service.ts';
import { escapeHtml } from '../html.ts';
import { list, record, text } from '../json.ts';
import type { PublishTarget } from './target.ts';
import type { WordPressAccess } from './wordpress/access.ts';
import { createApi, type WordPressApi } from './wordpress/api.ts';
import { contentOf } from './wordpress/content.ts';
import { settleImage } from './wordpress/media.ts';
import { findPost, savePost, type Post } from './wordpress/posts.ts';
import { termIds } from './wordpress/terms.ts';

export interface WordPressSettings extends WordPressAccess {
  /** Added to each article's own. */
  categories?: readonly string[];
}

interface User {
  name: string;
  roles: string[];
  may(capability: string): boolean;
}

/**
 * Publishes to WordPress (5.6 or later) by its REST API and an application password. We own the whole post: publishing again replaces title,
 * content, excerpt and slug, and categories, tags and image if the article has any. JSON-LD is included if the user may write scripts
 * (`unfiltered_html`); otherwise WordPress would show it as text. Throws `invalid_input` if the settings cannot be right.
 */
export function createWordPress(system: System, { categories = [], ...access }: WordPressSettings): PublishTarget {
  const api = createApi(system, access);
  return {
    async check(signal) {
      const { name, hasApplicationPasswords } = await api.index(signal);
      const user = await readWriter(api, signal);
      const note = hasApplicationPasswords ? '' : ' The site does not announce application passwords.';
      return {
        detail: `WordPress “${cleanWords(api.site, name)}”, as ${user.name} (${user.roles.join(', ')}): ${abilities(user)}.${note}`,
      };
    },

    async publish(article, how) {
      const { previous, signal } = how;
      const user = await readWriter(api, signal);
      const existing = await findPost(api, article, how);
      const keepsScripts = existing ? existing.keepsScripts : user.may('unfiltered_html');
      const categoryIds = await termIds(api, 'categories', [...categories, ...article.categories], signal);
      const tagIds = await termIds(api, 'tags', article.tags, signal);
      const image = article.image && (await settleImage(api, article.image, { previous, signal }));
      const fields = {
        title: escapeHtml(article.title),
        slug: article.slug,
        status: how.status,
        excerpt: escapeHtml(article.metaDescription),
        ...(categoryIds.length > 0 && { categories: categoryIds }),
        ...(tagIds.length > 0 && { tags: tagIds }),
        ...(image ? { featured_media: Number(image.imageId) } : withoutOurImage(existing, previous?.imageId)),
      };
      const save = (id: string | null, withJsonLd: boolean) =>
        savePost(api, id, { ...fields, content: contentOf(article, withJsonLd) }, signal);
      let post = await save(existing?.id ?? null, keepsScripts);
      // The capability alone proves nothing: a multisite network or the configuration may overrule it.
      if (keepsScripts && !post.keepsScripts) post = await save(post.id, false);
      return { id: post.id, url: post.url, status: post.status, imageId: image?.imageId ?? null, imageHash: image?.imageHash ?? null };
    },
  };
}

/** Removes our image if the article no longer has one; an image a person chose stays. */
function withoutOurImage(existing: Post | null, imageId: string | null | undefined): { featured_media?: 0 } {
  return imageId && existing?.featuredMedia === imageId ? { featured_media: 0 } : {};
}

/** The user behind the password. Asked first: with wrong credentials, WordPress answers as to an anonymous visitor until a right is needed. */
async function readWriter(api: WordPressApi, signal?: AbortSignal): Promise<User> {
  const answer = record(await api.ask('/wp/v2/users/me', { query: { context: 'edit', _fields: 'name,roles,capabilities' }, signal }));
  const capabilities = record(answer['capabilities']);
  const user: User = {
    name: cleanWords(api.site, text(answer['name'])),
    roles: list(answer['roles']).map((role) => cleanWords(api.site, text(role))),
    may: (capability) => capabilities[capability] === true,
  };
  if (user.may('edit_posts')) return user;
  throw new AppError('provider_refused', `The user ${user.name} (${user.roles.join(', ')}) may not write posts at ${api.site.home.host}.`, {
    hint: 'Give the user the role of an Editor, or use another user’s application password.',
  });
}

function abilities({ may }: User): string {
  return [
    may('publish_posts') ? 'may publish posts' : 'may write drafts, not publish',
    may('upload_files') ? 'upload images' : 'not upload images',
    may('manage_categories') ? 'make categories' : 'use only categories that are there',
    may('unfiltered_html') ? 'and include JSON-LD' : 'and not include JSON-LD (it wants unfiltered_html)',
  ].join(', ');
}
