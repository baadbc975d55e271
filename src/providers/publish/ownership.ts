import { AppError } from '../../errors.ts';
import { markIn, markOf } from './body.ts';
import type { PublishOptions } from './target.ts';

/** A remote post, and its text that may contain a mark. */
export interface Found {
  id: string;
  url: string;
  marked: string;
}

/** Whether a post carries the article's mark. */
export function carriesMark({ marked }: Found, articleId: string): boolean {
  return markIn(marked) === markOf(articleId);
}

/**
 * Whether the post with the previous id is still this article's. People may remove the mark, and a rebuilt site may reuse ids: without a
 * mark the URL decides. Throws `conflict` if neither tells and `overwrite` is false.
 */
export function isStillOurs(post: Found, articleId: string, { previous, overwrite }: PublishOptions): boolean {
  const mark = markIn(post.marked);
  if (mark !== null) return mark === markOf(articleId);
  if (originOf(post.url) !== originOf(previous?.url)) return false;
  if (post.url === previous?.url || overwrite) return true;
  throw new AppError(
    'conflict',
    `The post ${post.id}, ${post.url}, carries this article's mark no more and has moved: it may be another's by now.`,
    { hint: 'Publish with overwrite to replace that post.' },
  );
}

/** The error for a slug that belongs to someone else's post. */
export function taken(slug: string, { id, url }: Found, kind: 'post' | 'page' = 'post'): AppError {
  return new AppError('conflict', `The slug '${slug}' belongs to another ${kind} there: ${id}, ${url}`, {
    hint:
      kind === 'post'
        ? 'Publish with overwrite to replace that post, or give the article another slug.'
        : 'Give the article another slug; published with overwrite, it stands beside that page under a slug that the site chooses.',
  });
}

function originOf(url: string | undefined): string | undefined {
  return URL.parse(url ?? '')?.origin;
}
