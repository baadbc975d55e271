import { AppError } from '../../../errors.ts';
import { idText, list, record, text, webAddress } from '../../json.ts';
import { carriesMark, isStillOurs, taken, type Found } from '../ownership.ts';
import type { PublishableArticle, PublishOptions } from '../target.ts';
import type { GhostApi } from './api.ts';

/** The mark is looked for in the post's code injection for the page head. */
export interface Post extends Found {
  status: string;
  /** An update must name the version it changes. */
  updatedAt: string;
  featureImage: string | null;
}

const fields = { fields: 'id,url,slug,status,updated_at,feature_image,codeinjection_head' };

/** The post to update; null if there is none. Throws `conflict` if it belongs to something else and may not be replaced. */
export async function findPost(api: GhostApi, article: PublishableArticle, how: PublishOptions): Promise<Post | null> {
  const previous = how.previous && (await readPost(api, how.previous.id, how.signal));
  if (previous && isStillOurs(previous, article.id, how)) return previous;
  const found = await readBySlug(api, 'posts', article.slug, how.signal);
  if (found) {
    if (carriesMark(found, article.id) || how.overwrite) return found;
    throw taken(article.slug, found);
  }
  // Pages and posts share one slug space: Ghost would give the post a different slug.
  const page = await readBySlug(api, 'pages', article.slug, how.signal);
  if (page && !how.overwrite) throw taken(article.slug, page, 'page');
  return null;
}

/** Null if it is gone. */
export async function readPost(api: GhostApi, id: string, signal?: AbortSignal): Promise<Post | null> {
  return postIn(await api.ask(`posts/${encodeURIComponent(id)}/`, { query: fields, signal }), 'posts');
}

/** Creates a post, or updates `existing`. Null if that is gone; throws `conflict` if it changed since it was read. */
export async function savePost(
  api: GhostApi,
  existing: Post | null,
  content: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Post | null> {
  const post = existing ? { ...content, updated_at: existing.updatedAt } : content;
  const answer = await api.ask(existing ? `posts/${existing.id}/` : 'posts/', {
    method: existing ? 'PUT' : 'POST',
    query: { source: 'html' },
    json: { posts: [post] },
    signal,
  });
  if (answer === null) return null;
  const saved = postIn(answer, 'posts');
  if (saved) return saved;
  throw new AppError('provider_failed', `${api.site.name} did not say which post it has saved.`, { hint: 'Publish again.' });
}

async function readBySlug(api: GhostApi, kind: 'posts' | 'pages', slug: string, signal?: AbortSignal): Promise<Post | null> {
  return postIn(await api.ask(`${kind}/slug/${encodeURIComponent(slug)}/`, { query: fields, signal }), kind);
}

function postIn(answer: Record<string, unknown> | null, kind: 'posts' | 'pages'): Post | null {
  const { id, url, status, updated_at: updatedAt, feature_image: image, codeinjection_head: head } = record(list(answer?.[kind])[0]);
  const known = idText(id);
  const address = webAddress(url);
  if (known === null || address === null) return null;
  const featureImage = webAddress(image);
  return {
    id: known,
    url: address,
    status: text(status).slice(0, 40),
    updatedAt: text(updatedAt).slice(0, 40),
    featureImage,
    marked: text(head),
  };
}
