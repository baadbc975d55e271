import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage, Evidence, PageCheck } from '../check.ts';
import { isForFew } from '../few-addresses.ts';
import { at, html, quote, when } from './evidence.ts';
import { asks, isCanonicalElsewhere, isNoindex } from './kinds.ts';

/** What the page and its answer say to robots. */
export const robotsChecks: readonly PageCheck[] = [
  {
    code: 'noindex',
    severity: 'notice',
    category: 'indexing',
    title: 'Kept out of search results',
    why: 'Search engines do not show a page that says noindex, and answer engines that stand on them do not cite it.',
    howToFix: 'Take noindex away if the page should be found.',
    // Where a page of content is lost by it, `pages_lost` counts.
    told: true,
    find: html((facts, page) => noindexIn(facts, page, false)),
  },
  {
    code: 'noindex_expected',
    severity: 'notice',
    category: 'indexing',
    title: 'Kept out of search results, as such pages mostly are',
    why: 'Addresses with parameters, baskets, thanks and pages behind a login are no goal for search: noindex is right there.',
    howToFix: 'Leave it, unless the page should be found.',
    told: true,
    find: html((facts, page) => noindexIn(facts, page, true)),
  },
  {
    code: 'nofollow_page',
    severity: 'notice',
    category: 'indexing',
    title: 'None of its links are followed',
    why: 'A page-wide nofollow hides from search engines what the page links to, pages of the site as well.',
    howToFix: 'Take nofollow away, and mark single links instead.',
    find: html((facts) => (isNoindex(facts) ? [] : saying(facts, 'nofollow').slice(0, 1))),
  },
  {
    code: 'noarchive',
    severity: 'notice',
    category: 'indexing',
    title: 'No copies kept',
    why: 'noarchive keeps the page out of caches; Bing also leaves it out of its chat’s answers.',
    howToFix: 'Take noarchive away if answers may cite the page.',
    find: html((facts) => (isNoindex(facts) ? [] : saying(facts, 'noarchive', 'nocache').slice(0, 1))),
  },
  {
    code: 'images_not_shown',
    severity: 'notice',
    category: 'indexing',
    title: 'Images kept out of results',
    why: 'noimageindex or max-image-preview:none keeps the page’s images out of image search and out of previews.',
    howToFix: 'Write max-image-preview:large if they may be shown.',
    find: html((facts) => (isNoindex(facts) ? [] : saying(facts, 'noimageindex', 'max-image-preview:none').slice(0, 1))),
  },
  {
    code: 'unavailable_after',
    severity: 'notice',
    category: 'indexing',
    title: 'To be taken out of results on a day',
    why: 'After the date in unavailable_after search engines drop the page, as if it said noindex.',
    howToFix: 'Take it away if the page should stay.',
    find: html(({ robots }, page) =>
      robots.flatMap((one) => {
        const said = one.directives.find((directive) => directive.startsWith(lastDay));
        if (said === undefined) return [];
        return [at(one, `${quote(said)}${isPast(said, page) ? ', which is past' : ''}`)];
      }),
    ),
  },
  {
    code: 'robots_conflict',
    severity: 'warning',
    category: 'indexing',
    title: 'Contradictory words to robots',
    why: 'One place says to index or follow, another not to. Search engines obey the stricter, which may not be what was meant.',
    howToFix: 'Say it in one place.',
    find: html((facts) => conflicts(facts)),
  },
  {
    code: 'robots_misspelt',
    severity: 'warning',
    category: 'indexing',
    title: 'Words that no robot knows',
    why: 'A misspelt directive does nothing, and the page is treated as if it said nothing.',
    howToFix: 'Write it as search engines name it: noindex, nofollow, nosnippet …',
    find: html(({ robots }) =>
      robots.flatMap((one) => {
        const wrong = one.directives.find((directive) => misspelt.test(directive));
        return wrong === undefined ? [] : [at(one, quote(wrong))];
      }),
    ),
  },
];

const misspelt =
  /^(?:no[-_ ]+(?:index|follow|archive|snippet)|no(?:idex|indx|inedx|folow|folllow|flollow)|non-?index|un-?index|disallow)$|^noindex[; ]+nofollow$|^index[; ]+follow$/;

function noindexIn(facts: PageFacts, page: AuditedPage, isExpected: boolean): Evidence[] {
  const [said] = isCanonicalElsewhere(facts, page) ? [] : saying(facts, 'noindex', 'none');
  return said && isMeantForFew(facts, page) === isExpected ? [said] : [];
}

/** A copy of a page by its parameters, or a page that asks who one is. */
export function isMeantForFew({ fields }: PageFacts, { url }: Pick<AuditedPage, 'url'>): boolean {
  return new URL(url).search.length > 1 || fields.some(({ isPassword }) => isPassword) || isForFew(url);
}

const lastDay = 'unavailable_after';

/** Whether the day has come after which search engines drop the page. */
export function isExpired({ robots }: PageFacts, page: Pick<AuditedPage, 'headers'>): boolean {
  return robots.some(({ directives }) => directives.some((one) => one.startsWith(lastDay) && isPast(one, page)));
}

function isPast(directive: string, { headers }: Pick<AuditedPage, 'headers'>): boolean {
  return Date.parse(directive.slice(lastDay.length + 1)) < Date.parse(headers.date ?? '');
}

/** Where it is said, in the head first. */
function saying(facts: PageFacts, ...directives: string[]): Evidence[] {
  if (!asks(facts, ...directives)) return [];
  return facts.robots
    .filter(({ agent, directives: some }) => /^(?:robots|googlebot|bingbot)$/.test(agent) && some.some((one) => directives.includes(one)))
    .map((one) =>
      at(one, `${one.place === 'header' ? 'X-Robots-Tag' : `<meta name="${one.agent}">`}: ${quote(one.directives.join(', '))}`),
    );
}

function conflicts({ robots }: PageFacts): Evidence[] {
  const all = robots.filter(({ agent }) => agent === 'robots');
  const said = new Set(all.flatMap(({ directives }) => directives));
  const pair = [
    ['index', 'noindex'],
    ['follow', 'nofollow'],
    ['index', 'none'],
    ['all', 'noindex'],
  ].find(([one, other]) => said.has(one!) && said.has(other!));
  const place = pair && all.find(({ directives }) => directives.includes(pair[1]!));
  return when(place !== undefined, () => at(place!, `both ${quote(pair![0]!)} and ${quote(pair![1]!)}`));
}
