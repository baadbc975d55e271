import type { Draft, WritingBrief } from '../../../schema/drafts.ts';
import { countWords } from '../../language/tokens.ts';
import { partsOfMarkdown } from '../../markdown/outline.ts';

/** A draft with a smaller share of the requested words is rejected. */
const minShare = 0.3;

/** Faults for which a text is rejected as a draft; its quality is left to the checks. */
export function faultsOf({ markdown }: Draft, { passages, wordCount }: WritingBrief): { pointer: string; detail: string; code: string }[] {
  const { headings, paragraphs } = partsOfMarkdown(markdown);
  const words = countWords(paragraphs.join(' '));
  const min = Math.round(minShare * wordCount.target);
  const faults: [boolean, string, string][] = [
    [words < min, 'too_short', `It has ${words} words; the brief asks for ${wordCount.target}, and less than ${min} is no draft.`],
    [headings.some(({ level }) => level === 1), 'title_in_body', 'Leave out headings of level 1: the title is a field of its own.'],
    [!headings.some(({ level }) => level === 2), 'no_sections', 'Open its sections with ## headings, as in the outline.'],
    [
      !/\[\^?\d{1,3}/.test(markdown),
      'no_citations',
      `Cite the passages of the brief by number, such as [${passages[0]?.number ?? 1}], after every statement of fact.`,
    ],
  ];
  return faults.flatMap(([wrong, code, detail]) => (wrong ? [{ pointer: '/markdown', detail, code }] : []));
}
