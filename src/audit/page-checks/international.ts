import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage, Evidence, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { comparable, isCanonicalElsewhere } from './kinds.ts';
import { isLanguageTag, languageOf, regionFault } from './language-tags.ts';

/** The page's language, and its versions in others. That versions name one another back is for the checks of the whole site. */
export const internationalChecks: readonly PageCheck[] = [
  {
    code: 'lang_missing',
    severity: 'warning',
    category: 'international',
    title: 'No language named',
    why: 'Screen readers may pronounce the page by the rules of another language, and browsers cannot tell whether to translate it.',
    howToFix: 'Write the language in the first tag: `<html lang="en">`.',
    find: html(({ lang, xmlLang }) =>
      when(!lang?.trim() && !xmlLang?.trim(), () => whole(lang === null ? 'no lang on <html>' : 'an empty lang on <html>')),
    ),
  },
  {
    code: 'lang_invalid',
    severity: 'warning',
    category: 'international',
    title: 'No language by that code',
    why: 'Nobody knows what it means, so it counts as missing.',
    howToFix: 'Use a code such as en, de or pt-BR, with a hyphen.',
    find: html(({ lang }) => when(Boolean(lang?.trim()) && !isLanguageTag(lang!.trim()), () => whole(`lang=${quote(lang!)}`))),
  },
  {
    code: 'lang_conflict',
    severity: 'notice',
    category: 'international',
    title: 'lang and xml:lang differ',
    why: 'Which of the two holds depends on who reads the page.',
    howToFix: 'Write the same in both, or leave xml:lang away.',
    find: html(({ lang, xmlLang }) =>
      when(Boolean(lang && xmlLang) && languageOf(lang!) !== languageOf(xmlLang!), () =>
        whole(`lang=${quote(lang!)}, xml:lang=${quote(xmlLang!)}`),
      ),
    ),
  },
  {
    code: 'direction_missing',
    severity: 'notice',
    category: 'international',
    title: 'A language from right to left without dir',
    why: 'Punctuation, numbers and lists stand on the wrong side.',
    howToFix: 'Write `<html dir="rtl">`.',
    find: html(({ lang, direction, text }) =>
      when(direction === null && /^(?:ar|he|fa|ur|ps|yi|dv|ckb|ug|sd)(?:-(?!latn)|$)/i.test(lang ?? '') && text.words > 0, () =>
        whole(`lang=${quote(lang!)} and no dir`),
      ),
    ),
  },
  {
    code: 'hreflang_invalid',
    severity: 'warning',
    category: 'international',
    title: 'hreflang with a code that does not exist',
    why: 'Search engines leave the version out.',
    howToFix: 'Write a language (ISO 639-1), and a region (ISO 3166-1) if need be: en, en-GB, x-default.',
    find: html(({ hreflangs }) =>
      hreflangs.flatMap((one) => {
        const fault = one.lang.toLowerCase() === 'x-default' ? null : faultOf(one.lang);
        return fault === null ? [] : [at(one, `hreflang=${quote(one.lang)}${fault}`)];
      }),
    ),
  },
  {
    code: 'hreflang_url_invalid',
    severity: 'warning',
    category: 'international',
    title: 'hreflang that leads nowhere',
    why: 'The version cannot be found.',
    howToFix: 'Write the version’s full address.',
    find: html(({ hreflangs }) =>
      hreflangs.filter(({ url, href }) => url === null || href === '').map((one) => at(one, `${one.lang}: ${quote(one.href)}`)),
    ),
  },
  {
    code: 'hreflang_relative',
    severity: 'notice',
    category: 'international',
    title: 'Relative hreflang addresses',
    why: 'Google asks for full addresses, and may leave others out.',
    howToFix: 'Write them in full, from https:// on.',
    find: html(({ hreflangs }) =>
      hreflangs
        .filter(({ href, url }) => url !== null && href !== '' && !/^https?:/i.test(href))
        .map((one) => at(one, `${one.lang}: ${quote(one.href)}`)),
    ),
  },
  {
    code: 'hreflang_duplicate',
    severity: 'warning',
    category: 'international',
    title: 'Two versions for one language',
    why: 'Search engines cannot tell which of them to show.',
    howToFix: 'Name one address for each code.',
    find: html(duplicates),
  },
  {
    code: 'hreflang_without_self',
    severity: 'notice',
    category: 'international',
    title: 'The page is not among its own versions',
    why: 'Each version is to name all of them, itself as well; else search engines may leave the set out.',
    howToFix: 'Add the page itself, with its own language.',
    find: html((facts, page) =>
      when(lacksSelf(facts, page), () => at(facts.hreflangs[0]!, `${facts.hreflangs.length} versions, none is ${quote(page.url)}`)),
    ),
  },
  {
    code: 'hreflang_without_default',
    severity: 'notice',
    category: 'international',
    title: 'No version for all other readers',
    why: 'Readers of a language that is not there get the version that the search engine picks.',
    howToFix: 'Name one with hreflang="x-default".',
    find: html(({ hreflangs }) =>
      when(hreflangs.length > 2 && !hreflangs.some(({ lang }) => lang.toLowerCase() === 'x-default'), () =>
        at(hreflangs[0]!, `${hreflangs.length} versions and no x-default`),
      ),
    ),
  },
  {
    code: 'hreflang_in_body',
    severity: 'warning',
    category: 'international',
    title: 'hreflang in the body',
    why: 'Search engines read it in the head only. An element that does not belong there ended the head before it.',
    howToFix: 'Move it into the head, before anything that is shown.',
    find: html(({ hreflangs }) =>
      hreflangs
        .filter(({ place }) => place === 'body')
        .slice(0, 1)
        .map((one) => at(one, `${one.lang}: ${quote(one.href)}`)),
    ),
  },
  {
    code: 'hreflang_with_canonical',
    severity: 'warning',
    category: 'international',
    title: 'Versions named by a copy',
    why: 'The page names another as its canonical one, so search engines do not look at the versions it names.',
    howToFix: 'Let each version be canonical to itself.',
    causes: ['canonical_other_host'],
    find: html((facts, page) =>
      when(facts.hreflangs.length > 0 && isCanonicalElsewhere(facts, page), () =>
        at(facts.hreflangs[0]!, `canonical is ${quote(facts.canonicals[0]!.href)}`),
      ),
    ),
  },
  {
    code: 'hreflang_other_language',
    severity: 'notice',
    category: 'international',
    title: 'lang and hreflang disagree about the page',
    why: 'The page says one language of itself in its first tag and another among its versions.',
    howToFix: 'Correct the one that is wrong.',
    find: html(({ lang, hreflangs }, page) => {
      if (!lang || !isLanguageTag(lang)) return [];
      const own = hreflangs.filter(
        ({ url, lang: other }) => url !== null && other.toLowerCase() !== 'x-default' && comparable(url) === comparable(page.url),
      );
      const differs = own.length > 0 && own.every(({ lang: other }) => languageOf(other) !== languageOf(lang));
      return when(differs, () => at(own[0]!, `lang=${quote(lang)}, hreflang=${quote(own[0]!.lang)}`));
    }),
  },
];

function faultOf(lang: string): string | null {
  return isLanguageTag(lang) ? regionFault(lang) : '';
}

function duplicates({ hreflangs }: PageFacts): Evidence[] {
  const known = new Map<string, string>();
  return hreflangs.flatMap((one) => {
    const code = one.lang.toLowerCase();
    const other = known.get(code);
    if (one.url !== null && other === undefined) known.set(code, one.url);
    return other !== undefined && one.url !== null && other !== one.url ? [at(one, `${quote(one.lang)} is ${quote(other)} already`)] : [];
  });
}

function lacksSelf(facts: PageFacts, page: AuditedPage): boolean {
  const { hreflangs } = facts;
  if (!hreflangs.some(({ url }) => url !== null) || isCanonicalElsewhere(facts, page)) return false;
  return !hreflangs.some(({ url }) => url !== null && comparable(url) === comparable(page.url));
}
