import type { PageFacts } from '../../pages/page-facts.ts';
import type { Evidence, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { needsScripts } from './kinds.ts';
import { maxHeadingLength, maxMainHeadingLength } from './thresholds.ts';

/** The outline of the page. */
export const headingChecks: readonly PageCheck[] = [
  {
    code: 'h1_missing',
    severity: 'warning',
    category: 'content',
    title: 'No main heading',
    why: 'Readers, screen readers and search engines look at the first heading to learn what the page is about.',
    howToFix: 'Give the page one `<h1>` that names its subject.',
    find: html((facts) =>
      when(!facts.headings.some(({ level }) => level === 1) && !needsScripts(facts) && facts.text.words > 0, () => whole('no <h1>')),
    ),
  },
  {
    code: 'h1_several',
    severity: 'notice',
    category: 'content',
    title: 'Several main headings',
    why: 'It is harder to tell what the page is about; in a long document each may be right.',
    howToFix: 'Keep one `<h1>`, and make the others `<h2>`.',
    find: html(({ headings }) => {
      const firsts = headings.filter(({ level, text }) => level === 1 && text !== '');
      return when(firsts.length > 1, () => at(firsts[1]!, `${firsts.length} of them, the second is ${quote(firsts[1]!.text)}`));
    }),
  },
  {
    code: 'heading_empty',
    severity: 'warning',
    category: 'accessibility',
    title: 'Empty headings',
    why: 'Screen readers announce a heading that says nothing, and the outline has a hole.',
    howToFix: 'Write the heading, or use another element for what is only looks.',
    find: html(({ headings }) =>
      headings
        .filter(({ text, isNamed, isFilled }) => text === '' && !isNamed && !isFilled)
        .map((heading) => at(heading, `an empty <h${heading.level}>`)),
    ),
  },
  {
    code: 'heading_level_skipped',
    severity: 'notice',
    category: 'accessibility',
    title: 'Heading levels skipped',
    why: 'Who goes by headings takes the gap for a part that is missing.',
    howToFix: 'Go down one level at a time; sizes are for style sheets.',
    find: html(skipped),
  },
  {
    code: 'heading_too_long',
    severity: 'notice',
    category: 'content',
    title: 'Headings as long as paragraphs',
    why: 'A heading is to be taken in at a glance; where it is long, often it is text, or a tag that was never closed.',
    howToFix: 'Shorten it, and make the rest a paragraph.',
    find: html(({ headings }) =>
      headings
        .filter(({ level, text }) => text.length > (level === 1 ? maxMainHeadingLength : maxHeadingLength) && !codeLike.test(text))
        .map((heading) => at(heading, `<h${heading.level}> ${quote(heading.text)}`)),
    ),
  },
];

/** The signature of a function, as a reference has it. */
const codeLike = /::|[-=]>|\(\)|[{};]|<\w+>/;

/** Only in the content: each part of the furniture has an outline of its own. */
function skipped({ headings }: PageFacts): Evidence[] {
  const found: Evidence[] = [];
  let last = 0;
  for (const heading of headings) {
    if (heading.place !== 'content') continue;
    if (last > 0 && heading.level > last + 1) found.push(at(heading, `<h${heading.level}> after <h${last}>: ${quote(heading.text)}`));
    last = heading.level;
  }
  return found;
}
