import type { QualityFlag } from '../../../schema/articles.ts';

/** Every check of a rewrite that can raise a flag. A gate holds the rewrite back until it is resolved or accepted; the others are advice. */
export const rewriteChecks = [
  { code: 'losses', gate: true, means: 'A link, image, code block or table of the page is gone or changed, and no reason is given.' },
  {
    code: 'contradicted_claims',
    gate: true,
    means: 'A sentence says otherwise than the page or the passage it cites; or a sentence of the page was changed to say otherwise.',
  },
  {
    code: 'unsupported_claims',
    gate: true,
    means: 'A figure, date, name or inline code stands neither on the page nor in a passage that is cited for it.',
  },
  { code: 'invented_citations', gate: true, means: 'The draft cites numbers that name no passage. They were taken out.' },
  {
    code: 'too_thin',
    gate: true,
    means: 'Fewer than half of the page’s words; or fewer than 150, and fewer than the page has.',
  },
  {
    code: 'keyword_stuffing',
    gate: true,
    means: 'The keyword makes up more than 5 % of all words, stands there five times or more, and more densely than on the page.',
  },
  { code: 'language_mismatch', gate: true, means: 'The text is in another language than the page.' },
  {
    code: 'unsafe_link',
    gate: true,
    means: 'A link or image that is not on the page leads to something else than http, https, mailto, tel or a page of the site.',
  },
  {
    code: 'unknown_link',
    gate: true,
    means: 'A link or image that is not on the page leads to a host that is neither a passage’s nor the site’s.',
  },
  {
    code: 'weakly_supported',
    gate: false,
    means: 'A new sentence has too few words in common with page and passages for its support to be told.',
  },
  { code: 'unchecked_claims', gate: false, means: 'A passage is in another language: the numbers agree, the words could not be compared.' },
  { code: 'new_code', gate: false, means: 'A code block stands neither on the page nor in a passage.' },
  { code: 'empty_anchor', gate: false, means: 'A new link has no words.' },
  { code: 'missing_alt', gate: false, means: 'A new image has no description.' },
  { code: 'raw_html', gate: false, means: 'HTML stands in the Markdown that the page does not have; it shows as text.' },
] as const;

export type RewriteCheck = (typeof rewriteChecks)[number]['code'];

const gates = new Map<string, boolean>(rewriteChecks.map(({ code, gate }) => [code, gate]));
const maxExamples = 20;
const maxQuoted = 240;

/** A flag, if there is anything to complain of. `advice` is followed by what it is about. */
export function flagged(code: RewriteCheck, advice: string, about: readonly string[]): QualityFlag[] {
  if (about.length === 0) return [];
  const shown = about.slice(0, maxExamples).map(quoted).join(', ');
  const more = about.length > maxExamples ? ` and ${about.length - maxExamples} more` : '';
  return [{ code, detail: `${advice}: ${shown}${more}.`, gate: gates.get(code)! }];
}

export function said(code: RewriteCheck, detail: string): QualityFlag[] {
  return [{ code, detail, gate: gates.get(code)! }];
}

function quoted(text: string): string {
  return `“${text.length > maxQuoted ? `${text.slice(0, maxQuoted).toWellFormed()}…` : text}”`;
}
