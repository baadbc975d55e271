import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage, Evidence, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { canonicalUrls, comparable, hostOf, isCanonicalElsewhere, isHttps, isNoindex } from './kinds.ts';
import { maxCharsetOffset, maxWordsOfForward } from './thresholds.ts';

/** Canonical addresses, and what the head says to machines. What robots are told stands in `robots.ts`. */
export const indexingChecks: readonly PageCheck[] = [
  {
    code: 'canonicals_several',
    severity: 'warning',
    category: 'indexing',
    title: 'Several canonical addresses',
    why: 'Search engines ignore all of them where they differ.',
    howToFix: 'Keep one; look whether a plugin, a template and the server each write one.',
    find: html((facts) => {
      const urls = canonicalUrls(facts);
      return when(urls.length > 1, () =>
        at(
          facts.canonicals.find(({ url }) => url === urls[1])!,
          `${quote(urls[0]!)} and ${quote(urls[1]!)}`,
        ),
      );
    }),
  },
  {
    code: 'canonical_invalid',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical address that leads nowhere',
    why: 'It is no address on the web, so search engines cannot follow it.',
    howToFix: 'Write the page’s full https address.',
    find: html(({ canonicals }) =>
      canonicals.filter(({ url, href }) => url === null || href === '').map((one) => at(one, quote(one.href))),
    ),
  },
  {
    code: 'canonical_relative',
    severity: 'notice',
    category: 'indexing',
    title: 'Relative canonical address',
    why: 'On a copy of the site under another name it names the copy.',
    howToFix: 'Write it in full, from https:// on.',
    find: html(({ canonicals }) =>
      canonicals.filter(({ href, url }) => url !== null && href !== '' && !/^https?:/i.test(href)).map((one) => at(one, quote(one.href))),
    ),
  },
  {
    code: 'canonical_fragment',
    severity: 'notice',
    category: 'indexing',
    title: 'Canonical address with a #',
    why: 'What follows it names a place in a page, and search engines leave it out.',
    howToFix: 'Write the address without the # and what follows.',
    find: html(({ canonicals }) =>
      canonicals.filter(({ url, href }) => url !== null && href.includes('#')).map((one) => at(one, quote(one.href))),
    ),
  },
  {
    code: 'canonical_other_host',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical address on another host',
    why: 'The page asks search engines to show another site instead; right where it is a copy, else it vanishes.',
    howToFix: 'Make sure that this is meant.',
    causes: ['noindex_with_canonical'],
    find: html((facts, page) => onOtherHost(facts, page)),
  },
  {
    code: 'canonical_insecure',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical address over http',
    why: 'The secure page names its insecure twin as the one to show.',
    howToFix: 'Write https in the canonical address.',
    find: html(({ canonicals }, page) =>
      isHttps(page.url) ? canonicals.filter(({ url }) => url?.startsWith('http:')).map((one) => at(one, quote(one.href))) : [],
    ),
  },
  {
    code: 'canonical_in_body',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical address in the body',
    why: 'Search engines read it in the head only. An element that does not belong there ended the head before it.',
    howToFix: 'Move the element into the head, before anything that is shown.',
    find: html(({ canonicals }) => canonicals.filter(({ place }) => place === 'body').map((one) => at(one, quote(one.href)))),
  },
  {
    code: 'canonical_missing',
    severity: 'notice',
    category: 'indexing',
    title: 'Address with parameters and no canonical one',
    why: 'Each order and each new parameter makes another page of the same text.',
    howToFix: 'Name the address that should be shown in `<link rel="canonical">`.',
    find: html((facts, page) =>
      when(facts.canonicals.length === 0 && !isNoindex(facts) && (URL.parse(page.url)?.search.length ?? 0) > 1, () =>
        whole(quote(page.url)),
      ),
    ),
  },
  {
    code: 'noindex_with_canonical',
    severity: 'warning',
    category: 'indexing',
    title: 'Noindex and a canonical address elsewhere',
    why: 'One says that this page and the other are the same, the other that it is not to be shown: search engines may drop both.',
    howToFix: 'Keep the canonical address for a copy, noindex for what nobody should find.',
    find: html((facts, page) =>
      when(isNoindex(facts) && isCanonicalElsewhere(facts, page), () =>
        at(facts.canonicals[0]!, `noindex, and canonical ${quote(facts.canonicals[0]!.href)}`),
      ),
    ),
  },
  {
    code: 'meta_refresh',
    severity: 'warning',
    category: 'indexing',
    title: 'Forwards by meta refresh',
    why: 'Readers are moved without a word, the way back is broken, and search engines follow it late or not at all.',
    howToFix: 'Redirect on the server, with status 301.',
    find: html(({ meta: { refresh } }, page) =>
      when(refresh !== null && refresh.url !== null && comparable(refresh.url) !== comparable(page.url), () =>
        at(refresh!, `after ${refresh!.seconds} s to ${quote(refresh!.url!)}`),
      ),
    ),
  },
  {
    code: 'script_redirect',
    severity: 'warning',
    category: 'indexing',
    title: 'Forwards by a script',
    why: 'Crawlers that run no scripts stay on a page with nothing on it, and others follow late.',
    howToFix: 'Redirect on the server, with status 301.',
    find: html(({ leadsAway, text }) =>
      when(leadsAway !== null && text.words <= maxWordsOfForward, () => at(leadsAway!, 'a script sets location')),
    ),
  },
  {
    code: 'doctype_missing',
    severity: 'notice',
    category: 'indexing',
    title: 'No doctype',
    why: 'Browsers then lay the page out by the rules of the nineties.',
    howToFix: 'Begin the page with `<!doctype html>`.',
    find: html((facts) => when(!facts.hasDoctype && facts.size.elements > 0, () => whole('no <!doctype>'))),
  },
  {
    code: 'charset_missing',
    severity: 'warning',
    category: 'indexing',
    title: 'No encoding named',
    why: 'The page has letters beyond ASCII, and browsers have to guess what they are.',
    howToFix: 'Send `Content-Type: text/html; charset=utf-8`, or begin the head with `<meta charset="utf-8">`.',
    find: html((facts, page) =>
      when(facts.meta.charset === null && charsetIn(page) === null && !facts.size.isAscii, () =>
        whole('neither the answer nor the page names one'),
      ),
    ),
  },
  {
    code: 'charset_late',
    severity: 'notice',
    category: 'indexing',
    title: 'Encoding named too late',
    why: `Browsers look for it in the first ${maxCharsetOffset} bytes only.`,
    howToFix: 'Make `<meta charset>` the first element of the head.',
    find: html(({ meta: { charset } }, page) =>
      when(charset !== null && charset.offset >= maxCharsetOffset && charsetIn(page) === null, () =>
        at(charset!, `at character ${charset!.offset}`),
      ),
    ),
  },
  {
    code: 'charset_conflict',
    severity: 'notice',
    category: 'indexing',
    title: 'Two encodings named',
    why: 'The server’s header names another encoding than the page; browsers follow the header.',
    howToFix: 'Name the same in both, utf-8 if it can be.',
    find: html(({ meta: { charset } }, page) => {
      const said = charsetIn(page);
      return when(charset !== null && said !== null && encodingOf(said) !== encodingOf(charset.name), () =>
        at(charset!, `the page says ${quote(charset!.name)}, the answer ${quote(said!)}`),
      );
    }),
  },
];

function onOtherHost(facts: PageFacts, page: AuditedPage): Evidence[] {
  const [canonical] = canonicalUrls(facts);
  if (canonical === undefined || hostOf(canonical) === hostOf(page.url)) return [];
  return [
    at(
      facts.canonicals.find(({ url }) => url === canonical)!,
      quote(canonical),
    ),
  ];
}

function charsetIn({ headers }: AuditedPage): string | null {
  return /charset\s*=\s*["']?([^\s;"']+)/i.exec(headers['content-type'] ?? '')?.[1] ?? null;
}

/** One name for the names of an encoding. */
function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return name.toLowerCase();
  }
}
