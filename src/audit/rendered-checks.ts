import { hostOf, normaliseUrl } from '../crawl/url.ts';
import type { Change, RenderedDifference } from '../pages/compare-rendered.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { CheckText, Evidence } from './check.ts';
import { quote, whole } from './page-checks/evidence.ts';

/** A page as it came, beside what its scripts make of it. */
export interface RenderedPage {
  url: string;
  raw: PageFacts;
  difference: RenderedDifference;
}

/** A check of what only scripts bring: who runs none, as most crawlers of answer engines do, does not see it. */
export interface RenderedCheck extends CheckText {
  find(page: RenderedPage): Iterable<Evidence>;
}

/** The main text needs scripts if they bring at least so many words, and the page as it came holds no more than this share of all. */
export const minBroughtWords = 50;
export const maxShareWithoutScripts = 0.5;

export const renderedChecks: readonly RenderedCheck[] = [
  {
    code: 'rendered_content_differs',
    severity: 'critical',
    category: 'ai_readiness',
    title: 'Main text that comes with JavaScript',
    why: 'Most crawlers of answer engines run no scripts: they read a fraction of the text, or none.',
    howToFix: 'Render the main text on the server, or in advance.',
    *find({ difference: { words } }) {
      if (words.rendered - words.raw >= minBroughtWords && words.raw <= words.rendered * maxShareWithoutScripts)
        yield whole(`${words.raw} words without scripts, ${words.rendered} with them`);
    },
  },
  {
    code: 'rendered_links_differ',
    severity: 'warning',
    category: 'links',
    title: 'Links to own pages that come with JavaScript',
    why: 'Crawlers that run no scripts do not find these pages, and others find them late.',
    howToFix: 'Write the links into the HTML as `<a href>`.',
    *find(page) {
      const brought = ownPagesBrought(page);
      if (brought.length > 0) yield whole(`${brought.length} pages, the first is ${quote(brought[0]!)}`);
    },
  },
  {
    code: 'rendered_title_differs',
    severity: 'warning',
    category: 'content',
    title: 'Titles that JavaScript changes',
    why: 'Search engines show one title or the other, and answer engines cite the page by the one without scripts.',
    howToFix: 'Send the title that is meant with the HTML.',
    find: ({ difference: { title } }) => changed(title),
  },
  {
    code: 'rendered_description_differs',
    severity: 'notice',
    category: 'content',
    title: 'Descriptions that JavaScript changes',
    why: 'Who runs no scripts shows another description, or none.',
    howToFix: 'Send the description that is meant with the HTML.',
    find: ({ difference: { description } }) => changed(description),
  },
  {
    code: 'rendered_canonical_differs',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical addresses that JavaScript changes',
    why: 'Search engines read both and may follow either; other crawlers read the first alone.',
    howToFix: 'Name one canonical address, in the HTML.',
    find: ({ difference: { canonical } }) => changed(canonical),
  },
  {
    code: 'rendered_robots_differ',
    severity: 'warning',
    category: 'indexing',
    title: 'Directives for robots that JavaScript changes',
    why: 'A page that says noindex as it comes may never be rendered, and one that says it by a script is read by all who run none.',
    howToFix: 'Send the directives that are meant with the HTML or its headers.',
    find: ({ difference: { robots } }) => changed(robots),
  },
  {
    code: 'rendered_data_differs',
    severity: 'notice',
    category: 'structured_data',
    title: 'Structured data that comes with JavaScript',
    why: 'Google reads it late, and crawlers that run no scripts not at all.',
    howToFix: 'Write the structured data into the HTML.',
    *find({ difference: { types } }) {
      if (types.length > 0) yield whole(quote(types.join(', ')));
    },
  },
];

/** What is wrong with a page that was rendered, by the checks' codes. */
export function findRenderedFaults(page: RenderedPage): { code: string; evidence: Evidence[] }[] {
  return renderedChecks.flatMap(({ code, find }) => {
    const evidence = [...find(page)];
    return evidence.length > 0 ? [{ code, evidence }] : [];
  });
}

function* changed(change: Change | null): Iterable<Evidence> {
  if (change !== null) yield whole(`${said(change.raw)} without scripts, ${said(change.rendered)} with them`);
}

/** Short enough that both stand in one evidence. */
const maxSaid = 70;

function said(text: string | null): string {
  if (text === null) return 'none';
  return quote(text.length <= maxSaid ? text : `${text.slice(0, maxSaid - 1).toWellFormed()}…`);
}

/** Pages of its own host to which nothing leads without scripts; other places of the page itself are none. */
function ownPagesBrought({ url, raw, difference }: RenderedPage): string[] {
  const pageOf = (address: string) => normaliseUrl(address);
  const known = new Set([pageOf(url), ...raw.links.map((link) => (link.url === null ? null : pageOf(link.url)))]);
  const brought = new Set(difference.links.map(pageOf));
  return [...brought].filter((page) => page !== null && !known.has(page) && hostOf(page) === hostOf(url)) as string[];
}
