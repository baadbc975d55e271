import { AppError } from '../../../errors.ts';
import { markOf } from '../body.ts';
import { idText, list, record, text, webAddress } from '../../json.ts';
import { carriesMark, isStillOurs, taken, type Found } from '../ownership.ts';
import type { PublishableArticle, PublishOptions } from '../target.ts';
import type { WordPressApi } from './api.ts';

/** The mark is looked for in the raw content, which is empty if the user may not edit the post. */
export interface Post extends Found {
  status: string;
  featuredMedia: string | null;
  /** Whether WordPress keeps this user's scripts in it. */
  keepsScripts: boolean;
}

const fieldsRead = { _fields: 'id,link,status,content,featured_media,_links' };
const editable = { ...fieldsRead, context: 'edit' };

/** The post to update; null if there is none. Throws `conflict` if it belongs to something else and may not be replaced. */
export async function findPost(api: WordPressApi, article: PublishableArticle, how: PublishOptions): Promise<Post | null> {
  const previous = how.previous && (await readPost(api, how.previous.id, how.signal));
  if (previous && isStillOurs(previous, article.id, how)) return previous;
  const isOwn = (post: Post) => carriesMark(post, article.id);
  const own = (await findPosts(api, { ...editable, search: markOf(article.id) }, how.signal)).find(isOwn);
  if (own) return own;
  // If a plugin has replaced the search, the slug still finds it.
  const others = await postsOfSlug(api, article.slug, how.signal);
  const found = others.find(isOwn) ?? others[0];
  if (!found) return null;
  if (isOwn(found) || how.overwrite) return found;
  throw taken(article.slug, found);
}

/** Creates a post, or updates the one with this id. */
export async function savePost(api: WordPressApi, id: string | null, json: Record<string, unknown>, signal?: AbortSignal): Promise<Post> {
  const route = id === null ? '/wp/v2/posts' : `/wp/v2/posts/${id}`;
  const post = toPost(await api.ask(route, { method: 'POST', query: fieldsRead, json, signal }));
  if (post) return post;
  throw new AppError('provider_failed', `${api.site.name} did not say which post it has saved.`, { hint: 'Publish again.' });
}

/** Null if it is gone or in the bin. */
async function readPost(api: WordPressApi, id: string, signal?: AbortSignal): Promise<Post | null> {
  const post = toPost(await api.ask(`/wp/v2/posts/${id}`, { query: editable, mayBeGone: true, signal }));
  return post?.status === 'trash' ? null : post;
}

/** Authors see other people's posts only as readers do. */
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
  const marked = text(record(content)['raw']);
  const keepsScripts = 'wp:action-unfiltered-html' in record(_links);
  return { id: known, url, status: text(status).slice(0, 40), marked, featuredMedia: idText(media), keepsScripts };
}
