import { AppError } from '../../../errors.ts';
import { markIn, markOf } from '../body.ts';
import { idText, list, record, text, webAddress } from '../json.ts';
import type { PublishableArticle, PublishOptions } from '../target.ts';
import type { Ask, WordPressApi } from './api.ts';

export interface Post {
  id: string;
  url: string;
  status: string;
  /** The content as it is kept; empty where the user may not edit the post. */
  content: string;
  featuredMedia: string | null;
  /** Whether this user's scripts are kept in it. */
  keepsScripts: boolean;
}

const fieldsRead = { _fields: 'id,link,status,content,featured_media,_links' };
const editable = { ...fieldsRead, context: 'edit' };

/** The post to update; null where there is none. Throws `conflict` where it is another's and may not be replaced. */
export async function findPost(api: WordPressApi, article: PublishableArticle, how: PublishOptions): Promise<Post | null> {
  const mark = markOf(article.id);
  const previous = how.previous && (await readPost(api, how.previous.id, how.signal));
  if (how.previous && previous) {
    const found = markIn(previous.content);
    if (found === mark || (found === null && (previous.url === how.previous.url || how.overwrite))) return previous;
    if (found === null) throw lostMark(previous);
  }
  const own = (await findPosts(api, { ...editable, search: mark }, how.signal)).find((post) => markIn(post.content) === mark);
  if (own) return own;
  const others = await postsOfSlug(api, article.slug, how.signal);
  const adopted = others.find((post) => markIn(post.content) === mark);
  if (adopted || others.length === 0 || how.overwrite) return adopted ?? others[0] ?? null;
  throw taken(article.slug, others[0]!);
}

/** Creates a post, or updates the one of this id. */
export async function savePost(
  api: WordPressApi,
  id: string | null,
  { fields, signal }: { fields: Record<string, unknown>; signal?: AbortSignal | undefined },
): Promise<Post> {
  const ask: Ask = { method: 'POST', query: fieldsRead, json: fields, signal };
  const post = toPost(await api.ask(id === null ? '/wp/v2/posts' : `/wp/v2/posts/${id}`, ask));
  if (post) return post;
  throw new AppError('provider_failed', `WordPress at ${api.site.host} did not say which post it has saved.`, { hint: 'Publish again.' });
}

/** Null where it is gone or in the bin. */
async function readPost(api: WordPressApi, id: string, signal?: AbortSignal): Promise<Post | null> {
  const post = toPost(await api.ask(`/wp/v2/posts/${id}`, { query: editable, mayBeGone: true, signal }));
  return post?.status === 'trash' ? null : post;
}

/** An author sees others' posts only as their readers do. */
async function postsOfSlug(api: WordPressApi, slug: string, signal?: AbortSignal): Promise<Post[]> {
  const edited = await findPosts(api, { ...editable, slug }, signal);
  return edited.length > 0 ? edited : findPosts(api, { ...fieldsRead, slug }, signal);
}

async function findPosts(api: WordPressApi, query: Record<string, string>, signal?: AbortSignal): Promise<Post[]> {
  const found = list(await api.ask('/wp/v2/posts', { query: { ...query, status: 'any', per_page: '20' }, signal }));
  return found.map(toPost).filter((post) => post !== null);
}

function toPost(answer: unknown): Post | null {
  const { id, link, status, content, featured_media: media, _links } = record(answer);
  const known = idText(id);
  const url = webAddress(link);
  if (known === null || url === null) return null;
  const raw = text(record(content)['raw']);
  const keepsScripts = 'wp:action-unfiltered-html' in record(_links);
  return { id: known, url, status: text(status).slice(0, 40), content: raw, featuredMedia: idText(media), keepsScripts };
}

function taken(slug: string, { id, url }: Post): AppError {
  return new AppError('conflict', `The slug '${slug}' belongs to another post there: ${id}, ${url}`, {
    hint: 'Publish with overwrite to replace that post, or give the article another slug.',
  });
}

function lostMark({ id, url }: Post): AppError {
  return new AppError(
    'conflict',
    `The post ${id}, ${url}, carries this article's mark no more and has moved: it may be another's by now.`,
    {
      hint: 'Publish with overwrite to replace that post.',
    },
  );
}
