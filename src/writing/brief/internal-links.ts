import { idf } from '../../language/retrieval.ts';
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
 * Published articles worth a link from this one, best first, at most eight: in its language, about what its keyword, headings and key terms name,
 * weighted by the rarity of the shared words. Never the article itself, nor one with the same keyword: the two would compete.
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
  const named = others.map(({ keyword: name, title }) => new Set(terms(`${name} ${title}`, language)));
  const own = new Set(terms(`${request.keyword} ${request.title ?? ''}`, language));
  const near = new Set(terms(around.join(' '), language));
  const rarity = rarityIn(named);
  const judged = others.map((article, index) => ({ article, likeness: likenessOf(named[index]!, own, near, rarity) }));
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

/** The share of a published article's keyword and title, weighted by rarity, that this article has too. */
function likenessOf(
  named: ReadonlySet<string>,
  own: ReadonlySet<string>,
  near: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  let shared = 0;
  let total = 0;
  for (const term of named) {
    const weight = rarity.get(term)!;
    total += weight;
    shared += weight * (own.has(term) ? 1 : near.has(term) ? aroundWeight : 0);
  }
  return total === 0 ? 0 : shared / total;
}

function rarityIn(texts: readonly ReadonlySet<string>[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const held of texts) for (const term of held) holders.set(term, (holders.get(term) ?? 0) + 1);
  return new Map(Array.from(holders, ([term, count]) => [term, idf(count, texts.length)]));
}

/** The keyword, because it fits into a sentence; the title only if there is no keyword. */
function anchorOf(keyword: string, title: string): string {
  return (tidy(keyword) || tidy(title)).slice(0, maxAnchorLength).toWellFormed();
}
