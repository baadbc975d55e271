import { lacksScheme } from '../../pages/addresses.ts';
import type { PageFacts, PageLink } from '../../pages/page-facts.ts';
import type { AuditedPage, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { isGeneric } from './generic-links.ts';
import { isLegal } from './legal-links.ts';
import { hostOf, isListOfLinks, isLoopback, isNoindex, isRoot, needsScripts } from './kinds.ts';
import { maxLinks } from './thresholds.ts';

/** Links, as they are written. Where they lead is for the checks of the whole site. */
export const linkChecks: readonly PageCheck[] = [
  {
    code: 'link_empty_href',
    severity: 'notice',
    category: 'links',
    title: 'Links with an empty address',
    why: 'An empty href, or a mere #, leads back to the page itself.',
    howToFix: 'Write the address, or make it a button if a script does the work.',
    find: html((facts) =>
      facts.links
        .filter((link) => leadsNowhere(link, facts) && !isLegal(link))
        .map((link) => at(link, `href="${link.href}", ${said(link)}`)),
    ),
  },
  {
    code: 'legal_link_empty',
    severity: 'warning',
    category: 'links',
    title: 'Links to terms, privacy or imprint that lead nowhere',
    why: 'In many countries the law asks that readers find these texts, and visitors judge a site by them.',
    howToFix: 'Publish the text, and write its address in href.',
    find: html((facts) =>
      facts.links
        // An empty address is that of the page itself, which may be the text.
        .filter((link) => link.href === '#' && leadsNowhere(link, facts) && isLegal(link))
        .map((link) => at(link, `href="${link.href}", ${said(link)}`)),
    ),
  },
  {
    code: 'link_javascript',
    severity: 'notice',
    category: 'links',
    title: 'Links that only a script follows',
    why: 'Crawlers find no address in them, and readers cannot open them in another tab.',
    howToFix: 'Write the address in href and let the script take over the click, or use a button.',
    find: html(({ links }) =>
      links
        .filter((link) => /^javascript:/i.test(link.href) && !link.isControl && !link.isHidden)
        .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'link_malformed',
    severity: 'warning',
    category: 'links',
    title: 'Mistyped addresses',
    why: 'What is written is no address, or another one than was meant: without mailto: or https:// it names a page of the own site.',
    howToFix: 'Correct the address.',
    find: html(({ links }) => links.filter((link) => isMalformed(link.href)).map((link) => at(link, `${quote(link.href)}, ${said(link)}`))),
  },
  {
    code: 'link_local',
    severity: 'warning',
    category: 'links',
    title: 'Links to one’s own machine',
    why: 'Readers are sent to their own computer or network, where the page is not.',
    howToFix: 'Write the public address.',
    find: html(({ links }, page) =>
      isPrivate(page.url)
        ? []
        : links
            .filter(({ href, url, text }) => /^file:/i.test(href) || (url !== null && isPrivate(url) && !names(text, url)))
            .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'link_session',
    severity: 'warning',
    category: 'links',
    title: 'Session ids in links',
    why: 'Every visit gets addresses of its own: crawlers find the same pages again and again, and sessions can be passed on.',
    howToFix: 'Keep the session in a cookie.',
    find: html(({ links }, page) =>
      links
        .filter(({ url }) => url !== null && session.test(url) && isSameHost(url, page) && url !== page.url)
        .map((link) => at(link, quote(link.href))),
    ),
  },
  {
    code: 'link_tracking',
    severity: 'notice',
    category: 'links',
    title: 'Campaign parameters in links within the site',
    why: 'They overwrite where the visitor came from, and make a second address of the page.',
    howToFix: 'Leave utm_… out of links within the site.',
    find: html(({ links }, page) =>
      links
        .filter(({ url }) => url !== null && /[?&]utm_(?:source|medium|campaign)=/.test(url) && isSameHost(url, page))
        .map((link) => at(link, quote(link.href))),
    ),
  },
  {
    code: 'link_password',
    severity: 'warning',
    category: 'security',
    title: 'Passwords in links',
    why: 'Whoever sees the page, its source or a log sees the password.',
    howToFix: 'Take it out of the link, and change it.',
    find: html(({ links }) =>
      links.filter(({ url }) => hasPassword(url)).map((link) => at(link, `a link to ${quote(new URL(link.url!).host)} with a password`)),
    ),
  },
  {
    code: 'link_generic_text',
    severity: 'notice',
    category: 'links',
    title: 'Links that do not say where they lead',
    why: '“Click here” tells neither readers who go from link to link nor search engines what stands behind it.',
    howToFix: 'Make the words link that name the target.',
    find: html((facts, page) =>
      facts.links.filter((link) => isGeneric(link, facts.lang, page)).map((link) => at(link, `${quote(link.text)} to ${quote(link.href)}`)),
    ),
  },
  {
    code: 'link_bare_address',
    severity: 'notice',
    category: 'links',
    title: 'Addresses as the words of links',
    why: 'Screen readers spell them out, and nobody learns what stands there.',
    howToFix: 'Link the words that name the target.',
    find: html(({ links }) => links.filter((link) => isBare(link)).map((link) => at(link, quote(link.text)))),
  },
  {
    code: 'link_route',
    severity: 'warning',
    category: 'links',
    title: 'Pages that only a script finds behind a #',
    why: 'Search engines leave out what follows the #: all such pages are one to them.',
    howToFix: 'Give each page an address of its own, and have the server answer it.',
    find: html(({ links }, page) =>
      links
        .filter(({ href, url }) => /#!?\/[\w-]/.test(href) && url !== null && isSameHost(url, page))
        .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'link_nofollow_internal',
    severity: 'notice',
    category: 'links',
    title: 'Nofollow on links within the site',
    why: 'The site tells search engines not to go by its own links.',
    howToFix: 'Take nofollow off; to keep a page out of the index, write noindex there. Where the target is no page for search, leave it.',
    find: html(({ links }, page) =>
      links
        .filter(({ rel, url }) => rel.includes('nofollow') && url !== null && url !== page.url && isSameHost(url, page))
        .filter(({ url }) => !isDoor(url!) && !isFile(url!))
        .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'links_too_many',
    severity: 'notice',
    category: 'links',
    title: 'Very many links',
    why: 'None of them stands out, and crawlers may not take them all.',
    howToFix: 'Cut the list into pages by subject or letter.',
    find: html((facts) => {
      // An index is made of its links.
      const links = isListOfLinks(facts) ? facts.links.filter(({ place }) => place !== 'content') : facts.links;
      const pages = new Set(links.map(({ url }) => url)).size;
      return when(pages > maxLinks, () => whole(`${links.length} links to ${pages} different pages`));
    }),
  },
  {
    code: 'link_anchor_missing',
    severity: 'notice',
    category: 'links',
    title: 'Links to places that this page does not have',
    why: 'The reader clicks and stays where they are.',
    howToFix: 'Give the place the id that the link names, or correct the link.',
    find: html(({ missingAnchors }) => missingAnchors.map((one) => at(one, `no element has the id ${quote(one.fragment)}`))),
  },
  {
    code: 'link_mailto_invalid',
    severity: 'notice',
    category: 'links',
    title: 'Mail links without an address',
    why: 'A click opens a letter to nobody.',
    howToFix: 'Write mailto:name@example.com.',
    find: html(({ links }) =>
      links
        .filter(({ href }) => /^mailto:(?!$|\?)/i.test(href) && !/@|%40/.test(href))
        .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'link_tel_invalid',
    severity: 'notice',
    category: 'links',
    title: 'Phone links without a number',
    why: 'A tap dials nothing, or another number.',
    howToFix: 'Write tel:+ and the number with its country, in digits.',
    find: html(({ links }) =>
      links
        .filter(
          ({ href }) =>
            /^tel:/i.test(href) && !/^tel:\+?(?=(?:\D*\d){3})[\d\s().,*#/-]+(?:;.*|%20[\d%]*)?$/i.test(href.replaceAll('%20', ' ')),
        )
        .map((link) => at(link, `${quote(link.href)}, ${said(link)}`)),
    ),
  },
  {
    code: 'dead_end',
    severity: 'notice',
    category: 'links',
    title: 'Dead ends',
    why: 'No link leads on: readers leave, and crawlers stop.',
    howToFix: 'Link to what the reader may want next, and to the start.',
    find: html((facts, page) => when(isDeadEnd(facts, page), () => whole('no link to another page'))),
  },
];

function said({ text, label }: PageLink): string {
  return text !== '' ? quote(text) : label !== null ? quote(label) : 'without text';
}

function isSameHost(url: string, page: AuditedPage): boolean {
  return hostOf(url) === hostOf(page.url);
}

/** Pages that no search engine should enter: nofollow is right there. */
function isDoor(url: string): boolean {
  return /(?:log-?in|log-?out|sign-?in|sign-?up|register|account|cart|basket|checkout|compare|wish-?list|replytocom|add-to|share|print|feed|search|filter|sort|edit|action)/i.test(
    url,
  );
}

/** Whether an address ends as files do that are no pages: search engines need not go by links to them. */
function isFile(url: string): boolean {
  return files.test(new URL(url).pathname);
}

const files =
  /\.(?:te?xt|md|markdown|rst|adoc|log|csv|tsv|json|jsonl|ya?ml|toml|xml|rss|atom|ics|vcf|pdf|ps|eps|epub|mobi|docx?|xlsx?|pptx?|od[tsp]|rtf|jpe?g|png|gif|webp|avif|svg|bmp|ico|tiff?|mp[34]|m4[av]|og[gv]|opus|wav|flac|web[mp]|mov|avi|mkv|zip|t?gz|bz2|xz|zst|7z|rar|tar|jar|whl|deb|rpm|dmg|exe|msi|apk|iso|patch|diff|sig|asc|sha\d*|torrent)$/i;

const session = /(?:;jsessionid=|[?&](?:phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)=)[\w.-]{12,}/i;

function isMalformed(href: string): boolean {
  return (
    /^(?:https?|htpps?|htps?|htttps?|ttps?|http?s)\/\//i.test(href) ||
    /^(?:htp|htps|htpp|htpps|htttp|htttps|ttp|ttps|hhttp|hhttps):/i.test(href) ||
    /^https?:\/\/+(?:https?:|https?\/\/)/i.test(href) ||
    /^https?:(?:\/(?!\/)|[^/])/i.test(href) ||
    /^https?:\/\/(?:[/?#]|$)/i.test(href) ||
    /^www\.[\w-]+\.\w/i.test(href) ||
    lacksScheme(href) ||
    (/^(?:https?:)?\/\//i.test(href) && URL.parse(href, 'https://example.com') === null)
  );
}

const privateHost =
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\])(?::\d+)?$/;

function isPrivate(url: string): boolean {
  return isLoopback(url) || privateHost.test(hostOf(url));
}

/** Whether the words of a link say which machine it leads to: then it is meant. */
function names(text: string, url: string): boolean {
  return text.includes(hostOf(url));
}

function hasPassword(url: string | null): boolean {
  return url !== null && url.includes('@') && (URL.parse(url)?.password ?? '') !== '';
}

/** Leads back to the page itself. A way to its top, or a heading that links to itself, is meant so; a control is told by its attributes. */
function leadsNowhere({ href, text, label, place, isControl, isHidden, isNamed }: PageLink, { headings }: PageFacts): boolean {
  if (isControl || isHidden) return false;
  if (href !== '#') return href === '' && place !== 'navigation';
  if (text !== '' && headings.some((heading) => heading.text.includes(text))) return false;
  return isNamed && !/\b(?:top|up|oben|haut|arriba|topo|alto|boven|start)\b|[↑⬆▲^]/i.test(`${text} ${label ?? ''}`);
}

const minBareLength = 24;

/** Longer than the name of a site, and the same as its goal. */
function isBare({ text, url, place }: PageLink): boolean {
  if (url === null || isRoot(url) || place !== 'content' || text.length < minBareLength || !/^(?:https?:\/\/|www\.)\S+$/i.test(text))
    return false;
  return url.includes(text.replace(/^https?:\/\//i, '').replace(/\/$/, ''));
}

function isDeadEnd(facts: PageFacts, page: AuditedPage): boolean {
  const { links, text, frames } = facts;
  if (text.words === 0 || frames.length > 0 || needsScripts(facts) || isNoindex(facts) || facts.meta.refresh?.url) return false;
  return !links.some(({ url }) => url !== null && url !== page.url.replace(/#.*$/, ''));
}
