import type { PageFacts } from '../../pages/page-facts.ts';
import type { CheckText, PageCheck } from '../check.ts';
import { at, html, quote } from './evidence.ts';

type Slip = PageFacts['slips'][number]['what'];

function slipCheck(what: Slip, text: Omit<CheckText, 'category'> & Partial<Pick<CheckText, 'category'>>): PageCheck {
  return {
    category: 'accessibility',
    ...text,
    find: html(({ slips }) => slips.filter((slip) => slip.what === what).map((slip) => at(slip, quote(slip.source)))),
  };
}

/** Slips of markup that browsers forgive. */
export const markupChecks: readonly PageCheck[] = [
  slipCheck('document', {
    code: 'document_nested',
    category: 'content',
    severity: 'warning',
    title: 'A second document within the page',
    why: 'A whole page with <html>, head and body stands in the body: its title and metadata mix with those of the page.',
    howToFix: 'Keep only what stands in its body, or show it in a frame.',
  }),
  slipCheck('obsolete', {
    code: 'elements_obsolete',
    severity: 'notice',
    title: 'Elements that HTML has no more',
    why: 'They say how something looks and not what it is, and browsers may drop them.',
    howToFix: 'Use CSS for looks, and elements that say what stands there.',
  }),
  slipCheck('posing', {
    code: 'link_without_address',
    category: 'links',
    severity: 'warning',
    title: 'Elements that pose as links',
    why: 'Crawlers find no address in them, and the keyboard does not reach them.',
    howToFix: 'Write `<a href="…">`.',
  }),
  slipCheck('in_list', {
    code: 'list_child_invalid',
    severity: 'notice',
    title: 'Lists that hold more than items',
    why: 'Screen readers count the items wrongly, or do not take it for a list.',
    howToFix: 'Put everything in the list into `<li>`.',
  }),
  slipCheck('role', {
    code: 'role_unknown',
    severity: 'notice',
    title: 'Roles that do not exist',
    why: 'A role that ARIA does not know does nothing.',
    howToFix: 'Write a role of WAI-ARIA, or leave it away where the element says enough.',
  }),
  slipCheck('hidden_focusable', {
    code: 'hidden_focusable',
    severity: 'warning',
    title: 'Hidden from screen readers, reached by the keyboard',
    why: 'The keyboard stops where nothing is said.',
    howToFix: 'Take aria-hidden away, or write tabindex="-1" or hidden.',
  }),
  slipCheck('pale', {
    code: 'contrast_low',
    severity: 'warning',
    title: 'Text that hardly stands out from its ground',
    why: 'Many cannot read it, and nobody can in the sun (WCAG 1.4.3).',
    howToFix: 'Make the letters darker or the ground lighter, to 4.5:1, or 3:1 for large letters.',
  }),
  slipCheck('hidden_text', {
    code: 'text_hidden',
    category: 'content',
    severity: 'warning',
    title: 'Much text that nobody sees',
    why: 'Text for search engines alone is deceit to them, and may cost the whole site its place.',
    howToFix: 'Show it, or take it out.',
  }),
  {
    code: 'ids_twice',
    severity: 'notice',
    category: 'accessibility',
    title: 'Ids given twice',
    why: 'Scripts, styles and links to a place mean one element, and find the first.',
    howToFix: 'Give each element an id of its own, or a class.',
    find: html(({ otherRepeatedIds: [first, ...more] }) =>
      first ? [at(first, `id=${quote(first.id)} a second time${more.length > 0 ? `, and ${more.length} more` : ''}`)] : [],
    ),
  },
];
