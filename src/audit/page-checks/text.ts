import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage, PageCheck } from '../check.ts';
import { at, count, html, quote, when, whole } from './evidence.ts';
import { isCanonicalElsewhere, isNoindex, needsScripts } from './kinds.ts';
import { notFoundIn } from './not-found.ts';
import { minMainWords, maxParagraphWords, minTextShare, minSizeForTextShare, maxWordsOfForward } from './thresholds.ts';

/** What the page says, and whether it says enough. */
export const textChecks: readonly PageCheck[] = [
  {
    code: 'page_blank',
    severity: 'critical',
    category: 'availability',
    title: 'Blank pages',
    why: 'The page answers 200 and shows nothing: no text, no image, nothing that a script would fill.',
    howToFix: 'Look what broke, or answer 404 if nothing belongs there.',
    find: html((facts) => when(isBlank(facts), () => whole(`${facts.size.html} characters of HTML, nothing to be seen`))),
  },
  {
    code: 'says_not_found',
    severity: 'warning',
    category: 'availability',
    title: 'Pages that say “not found” and answer 200',
    why: 'Search engines keep such a page as if it were there, and broken links to it are not noticed.',
    howToFix: 'Answer 404, or 410 for what is gone for good.',
    find: html((facts) => {
      const said = notFoundIn(facts);
      return when(said !== undefined, () => at(said!, quote(said!.text)));
    }),
  },
  {
    code: 'directory_listing',
    severity: 'warning',
    category: 'security',
    title: 'Open directory listings',
    why: 'The server shows all files of a folder, also those that nobody meant to publish.',
    howToFix: 'Turn listings off, or put a page there.',
    find: html((facts) => when(isListing(facts), () => at(facts.titles[0]!, quote(facts.titles[0]!.text)))),
  },
  {
    code: 'feed_as_html',
    severity: 'notice',
    category: 'availability',
    title: 'Feeds served as HTML',
    why: 'Browsers and crawlers take the feed for a page without a head, and may list it as one.',
    howToFix: 'Serve it as application/rss+xml or application/atom+xml.',
    find: html(({ isFeed }, { headers }) => when(isFeed, () => whole(`a feed of the type ${quote(headers['content-type'] ?? 'none')}`))),
  },
  {
    code: 'thin_content',
    severity: 'notice',
    category: 'content',
    title: 'Hardly any text',
    why: 'There is little that a search engine or an answer could take from the page.',
    howToFix: 'Say more, join it with a page on the same subject, or keep it out of the index.',
    find: html((facts, page) => when(isThin(facts, page), () => whole(`${count(facts.text.ownWords, 'word')} of main text`))),
  },
  {
    code: 'text_share_low',
    severity: 'notice',
    category: 'content',
    title: 'Little text in much markup',
    why: 'Readers wait for markup that shows them next to nothing, and crawlers read a lot for little.',
    howToFix: 'Move data and drawings into files of their own, and take out boxes that hold nothing.',
    find: html(({ text, size }) => {
      // What is too heavy of scripts and styles is told for itself.
      const markup = size.html - size.inlineScript - size.inlineStyle;
      const share = text.characters / markup;
      const isLow = markup >= minSizeForTextShare && share < minTextShare && text.words > 0;
      return when(isLow, () => whole(`${text.characters} of ${markup} characters are text: ${(100 * share).toFixed(1)} %`));
    }),
  },
  {
    code: 'paragraph_too_long',
    severity: 'notice',
    category: 'content',
    title: 'Walls of text',
    why: 'Readers skip them, and no answer can quote a passage out of them.',
    howToFix: 'One thought a paragraph; make steps and enumerations lists.',
    find: html(({ text: { longestParagraph: longest } }) =>
      when(longest !== null && longest.words > maxParagraphWords, () => at(longest!, `${longest!.words} words: ${quote(longest!.text)}`)),
    ),
  },
  {
    code: 'filler_text',
    severity: 'warning',
    category: 'content',
    title: 'Filler text',
    why: 'The words of a template were published instead of the page’s own.',
    howToFix: 'Replace or remove them.',
    find: html(({ text: { filler } }) => when(filler !== null, () => at(filler!, quote(filler!.text)))),
  },
  {
    code: 'characters_broken',
    severity: 'warning',
    category: 'content',
    title: 'Broken characters',
    why: 'Somewhere on its way the text was read in a wrong encoding: �, Ã¼ or â€™ stand in place of letters.',
    howToFix: 'Save it anew as UTF-8, from a source where it is whole.',
    find: html(({ text }) => text.brokenCharacters.map((one) => at(one, quote(one.text)))),
  },
];

export function isBlank({ text, images, frames, media, fields, size, scripts }: PageFacts): boolean {
  const showsNothing = text.words === 0 && images.length + frames.length + media.length + fields.length === 0;
  return showsNothing && size.elements < 100 && scripts.length === 0 && size.inlineScript === 0 && text.noscript === '';
}

/** Whether all that the page does is send its reader on at once. */
export function isForward({ meta: { refresh }, text }: PageFacts): boolean {
  return refresh !== null && refresh.url !== null && refresh.seconds <= 5 && text.words <= maxWordsOfForward;
}

/** Whether the page says that there is none. */
export function isMissing(facts: PageFacts): boolean {
  return notFoundIn(facts) !== undefined;
}

/** Whether the server lists a folder. */
export function isListing({ titles: [title], headings }: PageFacts): boolean {
  return title !== undefined && listing.test(title.text) && headings.some(({ text }) => text === title.text);
}

const listing = /^Index of \/|^Directory listing for \//;

const maxWordsOfFurniture = 300;

/** With so many links, a page of links is a list, and not a short text with some beside it. */
const minLinksOfList = 6;

/** Leaves out what is not made of text: forms, galleries, lists of links, films, redirects. */
function isThin(facts: PageFacts, page: AuditedPage): boolean {
  const { mainWords, text, links, fields, images, frames, media, meta, size } = facts;
  // So much furniture may hold the content, in markup that says otherwise.
  if (mainWords === 0 && text.words > maxWordsOfFurniture) return false;
  if (text.ownWords >= minMainWords || isNoindex(facts) || isCanonicalElsewhere(facts, page) || needsScripts(facts)) return false;
  if (meta.refresh?.url || size.inlineScript > 20_000 || notFoundIn(facts)) return false;
  const isOther =
    fields.length > 1 || frames.length > 0 || media.length > 0 || images.filter(({ place }) => place === 'content').length > 1;
  const listed = links.filter(({ place, isApart }) => place === 'content' && !isApart).length;
  return !isOther && (listed < minLinksOfList || text.linkedWords < mainWords / 3);
}
