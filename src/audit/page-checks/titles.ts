import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { isNoindex } from './kinds.ts';
import { maxTitleWidth, minTitleWidth, maxDescriptionWidth, minDescriptionWidth } from './thresholds.ts';

/** Titles and descriptions: what stands in search results. */
export const titleChecks: readonly PageCheck[] = [
  {
    code: 'title_missing',
    severity: 'critical',
    category: 'content',
    title: 'No title',
    why: 'The title is what search results, tabs and answers call the page; without one they make up their own.',
    howToFix: 'Write a `<title>` in the head that says what the page is about.',
    find: html(({ titles }) =>
      when(
        titles.every(({ text }) => text === ''),
        () => (titles[0] ? at(titles[0], 'an empty <title>') : whole('no <title>')),
      ),
    ),
  },
  {
    code: 'titles_several',
    severity: 'warning',
    category: 'content',
    title: 'Several titles',
    why: 'Only one of them is shown, and not every reader of the page takes the same.',
    howToFix: 'Keep one `<title>`.',
    // Those of a document within the page are told with it.
    find: html(({ titles, slips }) =>
      when(titles.length > 1 && !slips.some(({ what }) => what === 'document'), () =>
        at(titles[1]!, `${titles.length} titles, the second is ${quote(titles[1]!.text)}`),
      ),
    ),
  },
  {
    code: 'title_too_long',
    severity: 'notice',
    category: 'content',
    title: 'Title too long',
    why: 'Search results cut it, and what makes the page different often stands at its end.',
    howToFix: `Say it in about ${maxTitleWidth} characters, the most telling words first.`,
    find: html((facts) => titleFaults(facts, (title) => widthOf(title) > maxTitleWidth, lengthOf)),
  },
  {
    code: 'title_too_short',
    severity: 'notice',
    category: 'content',
    title: 'Title too short',
    why: 'It hardly says what the page is about.',
    howToFix: 'Name the subject of the page, and the site.',
    find: html((facts, page) => titleFaults(facts, (title) => widthOf(title) < minTitleWidth && !isPlaceholder(title, page), lengthOf)),
  },
  {
    code: 'title_placeholder',
    severity: 'warning',
    category: 'content',
    title: 'Title never filled in',
    why: 'It is what a template or an editor put there, and says nothing of the page.',
    howToFix: 'Write the page’s own title; look into the template if many pages have the same fault.',
    find: html((facts, page) =>
      titleFaults(
        facts,
        (title) => isPlaceholder(title, page),
        (title) => (isAddress(title, page) ? 'a bare address' : 'a placeholder'),
      ),
    ),
  },
  {
    code: 'description_missing',
    severity: 'notice',
    category: 'content',
    title: 'No meta description',
    why: 'Search engines then show some words of the page under its title, which may say less.',
    howToFix: 'Write `<meta name="description">` with a sentence or two that say what the reader finds.',
    find: html((facts) =>
      when(!isNoindex(facts) && facts.descriptions.every(({ text }) => text === ''), () =>
        facts.descriptions[0] ? at(facts.descriptions[0], 'an empty meta description') : whole('no meta description'),
      ),
    ),
  },
  {
    code: 'descriptions_several',
    severity: 'notice',
    category: 'content',
    title: 'Several meta descriptions',
    why: 'Only one of them is read, and which one cannot be told. Often a plugin and a theme both write one.',
    howToFix: 'Keep one.',
    find: html(({ descriptions }) =>
      when(descriptions.length > 1, () =>
        at(descriptions[1]!, `${descriptions.length} descriptions, the second is ${quote(descriptions[1]!.text)}`),
      ),
    ),
  },
  {
    code: 'description_too_long',
    severity: 'notice',
    category: 'content',
    title: 'Meta description too long',
    why: 'Search results cut it.',
    howToFix: 'Say it in about 160 characters.',
    find: html(({ descriptions: [first] }) =>
      when(first !== undefined && widthOf(first.text) > maxDescriptionWidth, () =>
        at(first!, `${lengthOf(first!.text)}: ${quote(first!.text)}`),
      ),
    ),
  },
  {
    code: 'description_too_short',
    severity: 'notice',
    category: 'content',
    title: 'Meta description too short',
    why: 'It says too little to be shown; search engines take words of the page instead.',
    howToFix: 'Say in a sentence or two what the reader finds.',
    find: html(({ descriptions: [first], titles: [title] }) =>
      when(first !== undefined && first.text !== '' && first.text !== title?.text && widthOf(first.text) < minDescriptionWidth, () =>
        at(first!, `${lengthOf(first!.text)}: ${quote(first!.text)}`),
      ),
    ),
  },
  {
    code: 'description_repeats_title',
    severity: 'notice',
    category: 'content',
    title: 'Meta description repeats the title',
    why: 'The reader of a result learns nothing more from it.',
    howToFix: 'Say what the page has to offer beyond its title.',
    find: html(({ descriptions: [first], titles: [title] }) =>
      when(first !== undefined && first.text !== '' && first.text === title?.text, () => at(first!, quote(first!.text))),
    ),
  },
];

const placeholders =
  /^(?:untitled(?: document| page)?|new page|document|loading\W*|please wait\W*|home(?: ?page)?|welcome|startseite|willkommen|accueil|bienvenue|inicio|index|site title|my (?:site|website|blog)|page title|title|titre|titel|your title here|react app|vite app|vite \+ [a-z]+|next\.?js app|create next app|my app|welcome to nginx!|undefined|null|nan|\[object object\]|(?:\{\{[^{}]*\}\}|%%?\w+%%?|\$\{\w+\}|<%=?.*%>)(?:\s*[-|–·]\s*.*)?)$/i;

function isPlaceholder(title: string, page: AuditedPage): boolean {
  return placeholders.test(title.slice(0, 300)) || isAddress(title, page);
}

/** A name that looks like an address is written with capitals. */
function isAddress(title: string, { url }: AuditedPage): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/i.test(title) || title === url.split('/', 3)[2];
}

function titleFaults({ titles }: PageFacts, isFault: (title: string) => boolean, how: (title: string) => string) {
  const first = titles.find(({ text }) => text !== '');
  return when(first !== undefined && isFault(first.text), () => at(first!, `${how(first!.text)}: ${quote(first!.text)}`));
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]/gu;

function widthOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}

/** How long a text is, for people. Where letters are wide, the limits are those of twice as many. */
function lengthOf(text: string): string {
  const width = widthOf(text);
  return `${text.length} characters${width > text.length ? `, as wide as ${width} Latin ones` : ''}`;
}
