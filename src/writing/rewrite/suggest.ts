import { countWords, terms } from '../../language/tokens.ts';
import { parseBody, readBody } from '../../markdown/body.ts';
import { scorePage } from '../optimize/score.ts';
import type { OptimizedPage } from '../optimize/shapes.ts';
import { mentionsOf } from '../score/measures.ts';
import { stuffingIn } from './flags.ts';
import { readPage, type ReadPage } from './page.ts';
import { placeFor, type Place } from './place.ts';
import type { PageText, SuggestedRewrite, SuggestInput } from './shapes.ts';
import { newLines, type NewLine } from './suggest-lines.ts';
import { newSections, type NewSection } from './suggest-sections.ts';

/**
 * Rewrites a page without a model: sections of the passages' own sentences for questions and topics that it lacks, each sentence cited; title,
 * first heading and meta description of the page's own words and the keyword. All that stands on the page stays. What does not raise the score
 * is left out; where nothing does, the text is that of the page. Deterministic.
 */
export async function suggestRewrite(input: SuggestInput): Promise<SuggestedRewrite> {
  const { page, keyword, score } = input;
  const read = await readPage(page);
  const place = await placeFor(page.markdown);
  const lines = newLines(page, read, keyword);
  const { sections: found, evidence, left } = await newSections(input, read, place.level);
  const sections = await unstuffed(found, input, read, place);
  for (const { wanted } of found.filter((one) => !sections.includes(one))) left.push({ what: wanted.heading, reason: tooOften });
  const reached = async (variant: Variant) => {
    const text = withChanges(page, place, variant);
    return (await scorePage({ ...input, page: { ...page, ...text, markdown: withoutMarks(text.markdown, evidence) } })).score;
  };
  const best = await paying({ lines, sections }, reached);
  const kept: Variant = best.score > score.score ? best : { lines: [], sections: [] };
  for (const { wanted } of sections.filter((one) => !kept.sections.includes(one))) left.push({ what: wanted.heading, reason: noGain });
  return { ...withChanges(page, place, kept), left, evidence: kept.sections.length > 0 ? evidence : [] };
}

/** The changes without the sections by which the score does not rise, and without the lines if it falls by them. */
async function paying(all: Variant, reached: (variant: Variant) => Promise<number>): Promise<Variant & { score: number }> {
  let best = { ...all, score: all.lines.length + all.sections.length > 0 ? await reached(all) : 0 };
  // The last are the least asked for.
  for (const one of all.sections.toReversed()) {
    const others = { lines: best.lines, sections: best.sections.filter((other) => other !== one) };
    const score = await reached(others);
    if (score >= best.score) best = { ...others, score };
  }
  if (best.lines.length > 0) {
    const others = { lines: [], sections: best.sections };
    const score = await reached(others);
    if (score > best.score) best = { ...others, score };
  }
  return best;
}

const noGain = 'The score would not rise by it.';
const tooOften = 'With it the page would say the keyword too often.';

/** The sections without those that say the keyword most densely, until the page does not overdo it. */
async function unstuffed(
  sections: readonly NewSection[],
  { page, keyword }: SuggestInput,
  { text }: ReadPage,
  place: Place,
): Promise<NewSection[]> {
  const density = ({ markdown }: NewSection) =>
    mentionsOf(terms(keyword, page.language), terms(markdown, page.language)) / Math.max(1, countWords(markdown));
  const ranked = sections.toSorted((one, other) => density(one) - density(other));
  for (; ranked.length > 0; ranked.pop()) {
    const kept = sections.filter((one) => ranked.includes(one));
    const { markdown } = withChanges(page, place, { lines: [], sections: kept });
    if (stuffingIn(text.body, readBody(await parseBody(markdown)), keyword, page.language) === null) return kept;
  }
  return [];
}

function textOf({ title, h1, metaDescription, markdown }: OptimizedPage): PageText {
  return { title, h1, metaDescription, markdown };
}

interface Variant {
  lines: readonly NewLine[];
  sections: readonly NewSection[];
}

function withChanges(page: OptimizedPage, { line, level: _, fence }: Place, { lines, sections }: Variant): PageText {
  const text = textOf(page);
  for (const { part, text: put } of lines) text[part] = put;
  if (sections.length === 0) return text;
  const all = page.markdown.replace(/\r\n?/g, '\n').split('\n');
  const head = [...all.slice(0, line), ...(fence === null ? [] : [fence])].join('\n').replace(/\s+$/, '');
  const tail = all.slice(line).join('\n');
  const parts = [head, ...sections.map(({ markdown }) => markdown), tail].filter((part) => part.trim() !== '');
  return { ...text, markdown: `${parts.join('\n\n').replace(/\n+$/, '')}\n` };
}

/** As the reader will see it: the citations of new sections are no text. */
function withoutMarks(markdown: string, evidence: SuggestedRewrite['evidence']): string {
  const numbers = new Set(evidence.map(({ number }) => String(number)));
  return markdown.replace(/ \[(\d{1,3})\](?!\()/g, (mark, number: string) => (numbers.has(number) ? '' : mark));
}
