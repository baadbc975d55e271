import { normalise, terms, tidy } from '../../language/tokens.ts';
import type { InternalLink } from '../../../schema/drafts.ts';
import type { BriefRequest, PublishedPage } from './shapes.ts';
import type { Basis } from './pool.ts';

const maxLinks = 8;
/** A longer URL costs more of the brief than its link is worth. */
const maxUrlLength = 300;
const maxAnchorLength = 80;
const minLikeness = 0.15;
/** The weight of a shared word that is only in headings and key terms, where one in the keyword or title has 1. */
const aroundWeight = 0.35;

/**
 * Published articles worth a link from this one, best first, at most eight: in its language, about what its keyword, headings and key terms name. Never the article itself, nor one with the same keyword: the two would compete.
 */
export function internalLinks(
  request: BriefRequest,
  basis: Basis,
  around: readonly string[],
  published: readonly PublishedPage[],
): InternalLink[] {
  const { language } = basis.topic;
  const keyword = normalise(request.keyword);
  const others = published.filter(
    (article) =>
      article.language === language &&
      article.articleId !== request.articleId &&
      normalise(article.keyword) !== keyword &&
      article.url.length <= maxUrlLength &&
      /^https?:\/\//i.test(article.url),
  );
  const own = new Set(terms(`${request.keyword} ${request.title ?? ''}`, language));
  const near = new Set(terms(around.join(' '), language));
  const judged = others.map((article) => {
    const named = new Set(terms(`${article.keyword} ${article.title}`, language));
    return { article, likeness: likenessOf(named, own, near) };
  });
  return judged
    .filter(({ likeness }) => likeness >= minLikeness)
    .toSorted((a, b) => b.likeness - a.likeness || (a.article.articleId < b.article.articleId ? -1 : 1))
    .slice(0, maxLinks)
    .map(({ article: { articleId, title, url, keyword: name } }) => ({
      articleId,
      title: tidy(title),
      url,
      anchor: anchorOf(name, title),
    }));
}

/** The share of a published article's keyword and title that this article has too. */
function likenessOf(named: ReadonlySet<string>, own: ReadonlySet<string>, near: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of named) shared += own.has(term) ? 1 : near.has(term) ? aroundWeight : 0;
  return named.size === 0 ? 0 : shared / named.size;
}

/** The keyword, because it fits into a sentence; the title only if there is no keyword. */
function anchorOf(keyword: string, title: string): string {
  return (tidy(keyword) || tidy(title)).slice(0, maxAnchorLength).toWellFormed();
}
