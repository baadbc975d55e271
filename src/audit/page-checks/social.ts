import type { PageFacts } from '../../pages/page-facts.ts';
import type { PageCheck } from '../check.ts';
import { html, quote, when, whole } from './evidence.ts';
import { canonicalUrls, comparable, isArticle, isNoindex } from './kinds.ts';

/** How the page looks where people share it. A page without any of it is no fault, unless it is an article. */
export const socialChecks: readonly PageCheck[] = [
  {
    code: 'open_graph_missing',
    severity: 'notice',
    category: 'content',
    title: 'Articles without Open Graph',
    why: 'Where people share the article, it is shown without image and with whatever words are found.',
    howToFix: 'Write og:title, og:description, og:image, og:url and og:type in the head.',
    find: html((facts) =>
      when(isArticle(facts) && !isNoindex(facts) && Object.keys(facts.meta.openGraph).length === 0, () => whole('no og: properties')),
    ),
  },
  {
    code: 'open_graph_incomplete',
    severity: 'notice',
    category: 'content',
    title: 'Open Graph with gaps',
    why: 'A title and an image are what is shown where people share the page.',
    howToFix: 'Add what is missing.',
    find: html(({ meta: { openGraph } }) => {
      const names = Object.keys(openGraph);
      const missing = ['title', 'image'].filter((name) => !names.some((one) => one === name || one.startsWith(`${name}:`)));
      const isMeant = names.some((name) => /^(?:title|description|image|url)$/.test(name));
      return when(isMeant && missing.length > 0, () => whole(`missing: ${missing.map((name) => `og:${name}`).join(', ')}`));
    }),
  },
  {
    code: 'open_graph_url_differs',
    severity: 'notice',
    category: 'content',
    title: 'og:url and the canonical address differ',
    why: 'Shares and likes are counted for one address, and search engines show another.',
    howToFix: 'Write the canonical address in both.',
    causes: ['canonical_other_host'],
    find: html((facts, page) => {
      const [canonical, ...others] = canonicalUrls(facts);
      const url = facts.meta.openGraph.url?.trim();
      const differs =
        canonical !== undefined &&
        others.length === 0 &&
        url !== undefined &&
        /^https?:/i.test(url) &&
        comparable(url) !== comparable(canonical) &&
        // Else it is the canonical address that leads away: that is told where it is wrong.
        comparable(url) !== comparable(page.url);
      return when(differs, () => whole(`og:url ${quote(url!)}, canonical ${quote(canonical!)}`));
    }),
  },
  {
    code: 'social_image_relative',
    severity: 'warning',
    category: 'content',
    title: 'Preview image without a full address',
    why: 'Networks do not know to which site it belongs, and show none.',
    howToFix: 'Write the image’s address in full, from https:// on.',
    find: html(({ meta: { openGraph, twitter } }) =>
      [
        ['og:image', openGraph.image],
        ['twitter:image', twitter.image],
      ]
        .filter(([, url]) => url !== undefined && url.trim() !== '' && !/^(?:https?:)?\/\/\S/i.test(url.trim()))
        .map(([name, url]) => whole(`${name}: ${quote(url!)}`)),
    ),
  },
  {
    code: 'twitter_card_invalid',
    severity: 'notice',
    category: 'content',
    title: 'A kind of card that does not exist',
    why: 'X shows no card then.',
    howToFix: 'Write summary or summary_large_image.',
    find: html(({ meta: { twitter } }) =>
      when(
        twitter.card !== undefined && !/^(?:summary|summary_large_image|app|player|photo|gallery|product)$/i.test(twitter.card.trim()),
        () => whole(`twitter:card is ${quote(twitter.card!)}`),
      ),
    ),
  },
  {
    code: 'twitter_card_incomplete',
    severity: 'notice',
    category: 'content',
    title: 'Cards without a title',
    why: 'X needs a title, in twitter:title or og:title, to show a card.',
    howToFix: 'Add twitter:title or og:title.',
    find: html((facts) => when(lacksCardTitle(facts), () => whole('twitter:card without twitter:title or og:title'))),
  },
];

function lacksCardTitle({ meta: { openGraph, twitter } }: PageFacts): boolean {
  // Where Open Graph is there with gaps, they are told already.
  return twitter.card !== undefined && !twitter.title && Object.keys(openGraph).length === 0;
}
