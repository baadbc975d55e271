import type { Evidence } from '../check.ts';
import type { Groups } from './groups.ts';
import { shown, told, type SiteCheck } from './site-check.ts';
import type { SitePage } from './site-view.ts';
import { isListable, type Survey } from './survey.ts';

/** Evidence where a page that may be listed shares something with others: what it is, and where else it is. */
function* shared(page: SitePage, groups: Groups, { index }: Survey, what: string): Iterable<Evidence> {
  const size = groups.sizeOf(page.number);
  if (size < 2 || !isListable(page, index)) return;
  const others = size - 2;
  const more = others === 0 ? '' : ` and ${others} more`;
  yield told(`${what} ${shown(index.urlOf(groups.otherOf(page.number)))}${more}`);
}

const alsoAt = (text: string | null | undefined) => `“${shown(text ?? '')}”, also at`;

const isSame = ({ number, html }: SitePage, { twins }: Survey) => html !== null && twins.sizeOf(number) > 1;

export const duplicateChecks: readonly SiteCheck[] = [
  {
    code: 'duplicate_titles',
    severity: 'warning',
    category: 'content',
    title: 'Titles that several pages share',
    why: 'In search results nobody can tell the pages apart, and they compete with one another.',
    howToFix: 'Say in each title what only this page is about; where two pages are the same, name one as canonical.',
    causes: ['duplicate_pages'],
    ofPage: (page, survey) => shared(page, survey.titles, survey, alsoAt(page.html?.title)),
  },
  {
    code: 'duplicate_descriptions',
    severity: 'notice',
    category: 'content',
    title: 'Descriptions that several pages share',
    why: 'A description that fits many pages says nothing of any, and is not shown.',
    howToFix: 'Describe each page by itself, or leave the description out.',
    causes: ['duplicate_pages'],
    ofPage: (page, survey) => shared(page, survey.descriptions, survey, alsoAt(page.html?.description)),
  },
  {
    code: 'duplicate_headings',
    severity: 'notice',
    category: 'content',
    title: 'Main headings that several pages share',
    why: 'Readers who come from a search cannot tell whether they are where they wanted to be.',
    howToFix: 'Say in the h1 what only this page is about.',
    causes: ['duplicate_pages'],
    ofPage: (page, survey) => shared(page, survey.h1s, survey, alsoAt(page.html?.h1)),
  },
  {
    code: 'duplicate_pages',
    severity: 'warning',
    category: 'content',
    title: 'Pages with the same text',
    why: 'Search engines list one of them, not always the one that was meant, and links are divided.',
    howToFix: 'Keep one and redirect the others to it, or name it as their canonical.',
    ofPage: (page, survey) => shared(page, survey.twins, survey, 'the same text as'),
  },
  {
    code: 'near_duplicate_pages',
    severity: 'notice',
    category: 'content',
    title: 'Pages with nearly the same text',
    why: 'Pages that differ in a few words compete with one another.',
    howToFix: 'Merge them, tell each about what sets it apart, or name one as canonical.',
    ofPage: (page, survey) => (isSame(page, survey) ? [] : shared(page, survey.alike, survey, 'nearly the same text as')),
  },
];
