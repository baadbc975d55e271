import type { Post, PostPage } from '../../../../schema/posts.ts';
import type { ShownPages, Untold } from '../../search-console/index.ts';

/** What Google shows of a post, and why not. */
export interface Searched extends Pick<Post, 'clicks' | 'impressions' | 'decay'> {
  why: Record<string, string>;
}

/** As `PageFiguresOf` answers it. */
export type Shown = ShownPages | Untold;

/** Of the post at an address, if it has one. */
export function searchedOf(shown: Shown, url: string | null): Searched {
  if (typeof shown === 'string') return unknown(shown);
  if (url === null) return unknown('not_checked');
  const figures = shown.at(url);
  if (!figures) return unknown('provider_has_none');
  const { clicks, impressions, loss } = figures;
  return typeof loss === 'string'
    ? { clicks, impressions, decay: null, why: { decay: loss } }
    : { clicks, impressions, decay: loss.share, why: {} };
}

const unknown = (why: Untold): Searched => ({
  clicks: null,
  impressions: null,
  decay: null,
  why: { decay: why, clicks: why, impressions: why },
});

/** What the figures of a list come from. */
export function toSearch(shown: Shown): Pick<PostPage, 'search' | 'why'> {
  if (typeof shown === 'string') return { search: null, why: { search: shown } };
  const { property, source, period } = shown;
  return { search: { property, source, ...period }, why: {} };
}
