import type { Evidence } from '../check.ts';
import { wayFrom } from './redirects.ts';
import { told, shown, type SiteCheck } from './site-check.ts';
import { addressKey, type SiteLink, type SitePage } from './site-view.ts';
import { isListable, type Survey } from './survey.ts';

/** From this status on an answer is an error. */
const firstError = 400;
/** Links from the start page: further away, crawlers come seldom and people hardly ever. */
export const maxCloseDepth = 3;

/** Evidence for each link of a page that leads to such an address: where it stands, where it leads and what is clicked. */
function* linksTo(
  { links, number: from }: SitePage,
  { index }: Survey,
  why: (target: number, link: SiteLink) => string | null,
): Iterable<Evidence> {
  const seen = new Set<number>();
  for (const link of links) {
    const target = link.kind === 'link' ? index.numberOf(link.target) : 0;
    if (target === 0 || target === from || seen.has(target)) continue;
    const found = why(target, link);
    if (found === null) continue;
    seen.add(target);
    yield { line: link.line, text: `${shown(index.urlOf(target))} ${found}${clicked(link)}` };
  }
}

function clicked({ text, kind }: SiteLink): string {
  if (kind === 'resource') return '';
  if (kind === 'named') return `, ${text}`;
  return text === '' ? '' : `, clicked: “${text}”`;
}

function standsFor({ text }: SiteLink): string {
  return text === '' ? '' : `, alt: “${text}”`;
}

/** The address with `.html` where it has none, and without where it has: servers answer to both. */
function withOtherEnd(url: string): string {
  return url.endsWith('.html') ? url.slice(0, -'.html'.length) : `${url}.html`;
}

const isNamed =
  (...names: string[]) =>
  ({ kind, text }: SiteLink) =>
    kind === 'named' && names.includes(text);
const isIcon = isNamed('icon');
const isImage = (link: SiteLink) => link.kind === 'image' || isNamed('srcset')(link);
const isPreview = isNamed('og:image', 'twitter:image');
const isLoaded = (link: SiteLink) => link.kind === 'resource' || isNamed('manifest', 'feed')(link);

function* goneTargets({ links }: SitePage, { about }: Survey, isMeant: (link: SiteLink) => boolean): Iterable<Evidence> {
  for (const link of links) {
    const gone = isMeant(link) ? about.broken.get(link.target) : undefined;
    if (gone) yield { line: link.line, text: `${shown(gone.url)} (${gone.why})${link.kind === 'image' ? standsFor(link) : clicked(link)}` };
  }
}

/** Whether search engines may list it, and it doubles no plainer address, for which it is told. */
function isOneOfItsOwn(page: SitePage, { index, spellings }: Survey): boolean {
  return isListable(page, index) && !spellings.isCopy(page.number);
}

export const linkChecks: readonly SiteCheck[] = [
  {
    code: 'broken_internal_links',
    severity: 'critical',
    category: 'links',
    title: 'Links to pages of the site that are gone',
    why: 'Readers and crawlers end at an error, and what the page could pass on is lost.',
    howToFix: 'Point each link at the page that took its place, or remove it; redirect addresses that others link to.',
    ofPage: (page, survey) =>
      linksTo(page, survey, (target) => {
        const status = survey.index.statusOf(target);
        if (status >= firstError) return `answers ${status}`;
        return survey.index.is(target, 'failed') ? 'does not answer' : null;
      }),
  },
  {
    code: 'broken_images',
    severity: 'warning',
    category: 'images',
    title: 'Images that are gone',
    why: 'Readers see a hole, and image search drops the picture.',
    howToFix: 'Put the image back, correct its address, or remove it from the page.',
    ofPage: (page, survey) => goneTargets(page, survey, isImage),
  },
  {
    code: 'broken_resources',
    severity: 'warning',
    category: 'availability',
    title: 'Stylesheets, scripts or feeds that are gone',
    why: 'The page looks or works otherwise than it was meant to.',
    howToFix: 'Put the file back, correct its address, or remove the element that loads it.',
    ofPage: (page, survey) => goneTargets(page, survey, isLoaded),
  },
  {
    code: 'broken_icons',
    severity: 'notice',
    category: 'images',
    title: 'Icons that are gone',
    why: 'Tabs, bookmarks and results show a blank sheet in place of the site’s sign.',
    howToFix: 'Put the file back, or correct its address in the head.',
    ofPage: (page, survey) => goneTargets(page, survey, isIcon),
  },
  {
    code: 'broken_previews',
    severity: 'notice',
    category: 'content',
    title: 'Preview images that are gone',
    why: 'Where people share the page, it is shown without its image.',
    howToFix: 'Put the image back, or correct og:image and twitter:image.',
    ofPage: (page, survey) => goneTargets(page, survey, isPreview),
  },
  {
    code: 'pagination_broken',
    severity: 'notice',
    category: 'links',
    title: 'Next or previous pages that are gone',
    why: 'The head names a page of the row that is not there, so what makes the row is at fault.',
    howToFix: 'Name only pages that are there in rel="next" and rel="prev".',
    *ofPage({ links }, { index }) {
      for (const link of links.filter(isNamed('next', 'prev'))) {
        const status = index.statusOf(index.numberOf(link.target));
        if (status >= firstError)
          yield { line: link.line, text: `${shown(index.urlOf(index.numberOf(link.target)))} answers ${status}${clicked(link)}` };
      }
    },
  },
  {
    code: 'broken_external_links',
    severity: 'warning',
    category: 'links',
    title: 'Links to other sites that are gone',
    why: 'A page whose sources are gone loses the trust of readers and of those who cite it.',
    howToFix: 'Link to where it is now or to an archived copy, or remove the link.',
    needs: 'outside',
    ofPage: (page, survey) => goneTargets(page, survey, ({ kind }) => kind === 'link'),
  },
  {
    code: 'links_to_redirects',
    severity: 'notice',
    category: 'links',
    title: 'Links to addresses that redirect',
    why: 'Each redirect costs readers a round trip and crawlers a request.',
    howToFix: 'Link to the address at which the redirect ends.',
    ofPage: (page, survey) =>
      linksTo(page, survey, (target, { isPlain }) => {
        // Told by links_to_http.
        if (isPlain && page.url.startsWith('https:')) return null;
        const { way, isLoop } = wayFrom(target, survey);
        // Told where it redirects: nothing is at its end.
        if (isLoop || survey.index.statusOf(way.at(-1) ?? 0) >= firstError) return null;
        const goal = survey.index.goalOf(target);
        return survey.index.is(target, 'redirects') ? `redirects${goal === 0 ? '' : ` to ${shown(survey.index.urlOf(goal))}`}` : null;
      }),
  },
  {
    code: 'links_to_http',
    severity: 'warning',
    category: 'security',
    title: 'Secure pages that link to pages of the site over http',
    why: 'The way there can be read and changed by anyone in between.',
    howToFix: 'Write https in the link.',
    ofPage: (page, survey) =>
      page.url.startsWith('https:') ? linksTo(page, survey, (_, { isPlain }) => (isPlain ? 'is plain http' : null)) : [],
  },
  {
    code: 'missing_fragments',
    severity: 'notice',
    category: 'links',
    title: 'Links to places that another page does not have',
    why: 'The reader lands at the top instead of at what was promised.',
    howToFix: 'Give the element the id that the link names, or correct the part after #.',
    ofPage: function* missing({ links, number: from }, { index, hasAnchor }) {
      for (const { target, fragment, line, text } of links) {
        const number = fragment === null ? 0 : index.numberOf(target);
        if (number === 0 || number === from || hasAnchor(number, fragment!)) continue;
        yield { line, text: `${shown(`${index.urlOf(number)}#${fragment}`)}${text === '' ? '' : `, clicked: “${text}”`}` };
      }
    },
  },
  {
    code: 'orphan_pages',
    severity: 'warning',
    category: 'links',
    title: 'Pages that no page links to',
    why: 'Only the sitemap names them: readers cannot get there, and search engines hold them for unimportant.',
    howToFix: 'Link to the page from those on the same subject, or remove it.',
    needs: 'all_pages',
    *ofPage({ number, html, isListed }, { inlinksOf, index, about }) {
      if (!html || !isListed || inlinksOf(number) > 0 || index.urlOf(number) === about.start) return;
      const twin = index.numberOf(addressKey(withOtherEnd(index.urlOf(number))));
      const isTwinLinked = twin !== 0 && inlinksOf(twin) > 0 && index.is(twin, 'html') && !index.haveOtherTexts(number, twin);
      if (!isTwinLinked) yield told('named by a sitemap only');
    },
  },
  {
    code: 'single_inlinks',
    severity: 'notice',
    category: 'links',
    title: 'Pages that only one page links to',
    why: 'A page that is linked from one place is found by few, and lost with that link.',
    howToFix: 'Link to it from more pages on the same subject.',
    causes: ['nofollow_only_pages'],
    needs: 'all_pages',
    *ofPage(page, survey) {
      const { number } = page;
      const { inlinksOf, linkerOf, depthOf, index } = survey;
      const depth = depthOf(number);
      if (isOneOfItsOwn(page, survey) && depth !== null && depth > 1 && inlinksOf(number) === 1)
        yield told(`only ${shown(index.urlOf(linkerOf(number)))} links here`);
    },
  },
  {
    code: 'nofollow_only_pages',
    severity: 'warning',
    category: 'links',
    title: 'Pages that are linked with nofollow only',
    why: 'The site itself tells search engines not to vouch for its page.',
    howToFix: 'Take nofollow off the links within the site.',
    *ofPage(page, survey) {
      const { number } = page;
      const { inlinksOf, followedInlinksOf } = survey;
      if (isOneOfItsOwn(page, survey) && inlinksOf(number) > 0 && followedInlinksOf(number) === 0)
        yield told(
          inlinksOf(number) === 1 ? 'the only link here says nofollow' : `all of the ${inlinksOf(number)} links here say nofollow`,
        );
    },
  },
  {
    code: 'deep_pages',
    severity: 'notice',
    category: 'links',
    title: 'Pages far from the start page',
    why: 'What is many clicks away is read seldom, and crawled late.',
    howToFix: 'Link to it from a page closer to the start, such as an overview of its subject.',
    *ofPage(page, survey) {
      const depth = survey.depthOf(page.number);
      if (isOneOfItsOwn(page, survey) && depth !== null && depth > maxCloseDepth) yield told(`${depth} links from the start`);
    },
  },
];
