import type { QualityFlag } from '../../../schema/articles.ts';

/** Every check that can raise a flag. A gate holds back publishing until it is resolved or overridden; the others are advice. */
export const checkCatalogue = [
  {
    code: 'contradicted_claims',
    gate: true,
    means:
      'A sentence says otherwise than its source: another figure, date, unit or name, a denial, an opposite, or two parts that have changed places.',
  },
  {
    code: 'unsupported_claims',
    gate: true,
    means:
      'The title, a heading, the meta title or the meta description states a figure that no cited source, supported sentence or keyword gives; or a sentence states a figure or date that its source does not give, or a name that no source does.',
  },
  { code: 'invented_citations', gate: true, means: 'The draft cited numbers that name no source given. They were taken out.' },
  { code: 'duplicate', gate: true, means: 'The body is another article’s of the project, lightly edited.' },
  { code: 'cannibalises', gate: true, means: 'Another article of the project answers the same search.' },
  { code: 'too_thin', gate: true, means: 'Fewer than 150 words, or fewer than half of the target.' },
  { code: 'keyword_stuffing', gate: true, means: 'The keyword makes up more than 5 % of all words, and stands there five times or more.' },
  { code: 'language_mismatch', gate: true, means: 'The body is in another language than the article should be.' },
  {
    code: 'unsafe_link',
    gate: true,
    means: 'A link or image leads to something else than http, https, mailto, tel or a page of the site.',
  },
  {
    code: 'unknown_link',
    gate: true,
    means: 'A link leads to a host that is neither a source nor the site, so nobody has looked whether it exists.',
  },
  {
    code: 'weakly_supported',
    gate: false,
    means: 'A sentence has too few words in common with its source for its support to be told, cites the wrong source, or cites nothing.',
  },
  { code: 'uncited_claims', gate: false, means: 'A sentence cites nothing, though a source given supports it.' },
  { code: 'unchecked_claims', gate: false, means: 'A source is in another language: the numbers agree, the words could not be compared.' },
  { code: 'length_off', gate: false, means: 'More than 30 % shorter or 15 % longer than the target.' },
  { code: 'outline_unmet', gate: false, means: 'A heading asked for is missing.' },
  { code: 'repetition', gate: false, means: 'The article says the same sentence twice.' },
  {
    code: 'off_subject',
    gate: false,
    means: 'A section says little of the keyword: fewer than 35 % of its content words are the subject’s, by the passages on it.',
  },
  {
    code: 'out_of_order',
    gate: false,
    means: 'The sentences, or the words, stand in an order that chance could give: neighbours have nothing in common.',
  },
  {
    code: 'copied',
    gate: false,
    means: 'More than 25 % of the runs of four words are the evidence’s, outside quotation marks and block quotes.',
  },
  { code: 'keyword_missing', gate: false, means: 'The keyword is missing from the title, the first 100 words or the headings.' },
  { code: 'terms_off', gate: false, means: 'Terms of the brief are said too seldom or too often.' },
  {
    code: 'heading_structure',
    gate: false,
    means: 'A title within the body, a level left out, a heading twice, or long text without one.',
  },
  { code: 'long_sentences', gate: false, means: 'Sentences of more than 40 words.' },
  { code: 'long_paragraphs', gate: false, means: 'Paragraphs of more than 150 words.' },
  { code: 'meta_length', gate: false, means: 'The meta title is not of 15–60, or the meta description not of 70–160 characters.' },
  { code: 'few_links', gate: false, means: 'None of the pages offered for internal links is linked to.' },
  { code: 'unknown_internal_link', gate: false, means: 'A link within the site leads to a page that was not offered.' },
  { code: 'empty_anchor', gate: false, means: 'A link has no words.' },
  { code: 'missing_alt', gate: false, means: 'An image has no description.' },
  { code: 'raw_html', gate: false, means: 'HTML stands in the Markdown, where it shows as text.' },
] as const;

export type CheckCode = (typeof checkCatalogue)[number]['code'];

/** One thing that a flag complains of, to compare two texts of an article. */
export interface Complaint {
  /** A sentence, an address, another article: what stays the same as long as the complaint does. */
  about: string;
  /** It has become worse if all of these have grown. */
  amounts: readonly number[];
}

export type Flag = QualityFlag & { code: CheckCode; complaints: readonly Complaint[] };

const gates = new Map(checkCatalogue.map(({ code, gate }) => [code, gate]));

export function flag(code: CheckCode, detail: string, complaints: readonly Complaint[] = [{ about: '', amounts: [1] }]): Flag {
  return { code, detail, gate: gates.get(code)!, complaints };
}

/** Of an advice; of what a gate objects to more are named, so that one more draft can mend all. */
const maxExamples = 5;
const maxObjections = 20;
const maxQuoted = 240;

/** The first few parts, and how many more there are. */
export function listed(parts: readonly string[], code?: CheckCode): string {
  const max = code !== undefined && gates.get(code) ? maxObjections : maxExamples;
  const shown = parts.slice(0, max).join(' ');
  return parts.length > max ? `${shown} And ${parts.length - max} more.` : shown;
}

export function quoted(text: string): string {
  return `“${text.length > maxQuoted ? `${text.slice(0, maxQuoted).toWellFormed()}…` : text}”`;
}
