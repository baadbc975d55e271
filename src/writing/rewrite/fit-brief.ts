import type { OptimizationBrief } from '../../../schema/rewrites.ts';
import { clipAtWord } from '../../language/slug.ts';
import { estimateTokens } from '../../language/token-estimate.ts';

/** What a brief may take of an agent's context: an answer stays under 10,000 tokens. */
const maxBriefTokens = 9000;
/** Makes up for `estimateTokens`, which may count 5 % too few. */
const margin = 1.05;

type Step = (brief: OptimizationBrief) => OptimizationBrief;

/** What is given up, in this order, until the brief fits; sections come last, because they can be read one by one. */
const steps: readonly Step[] = [
  (brief) => ({ ...brief, passages: brief.passages.map((one) => ({ ...one, text: clipped(one.text, 900) })), keep: shortKeep(brief, 160) }),
  (brief) => withPassages({ ...brief, terms: brief.terms.slice(0, 30) }, 24),
  (brief) => ({
    ...brief,
    passages: brief.passages.map((one) => ({ ...one, text: clipped(one.text, 500) })),
    keep: shortKeep(brief, 90).slice(0, 60),
  }),
  (brief) => withPassages({ ...brief, terms: brief.terms.slice(0, 20), keep: shortKeep(brief, 90).slice(0, 30) }, 14),
  (brief) => ({ ...brief, questions: brief.questions.slice(0, 8), headings: brief.headings.slice(0, 8) }),
];
const lastSteps: readonly Step[] = [
  (brief) => withPassages({ ...brief, terms: brief.terms.slice(0, 12), termsInRange: [], keep: [] }, 8),
  (brief) => ({
    ...brief,
    sections: brief.sections.slice(0, 60).map((one) => ({ ...one, section: clipAtWord(one.section, 80) || one.section })),
  }),
  (brief) => ({
    ...brief,
    styleGuide: cutOrNull(brief.styleGuide, 600),
    instructions: cutOrNull(brief.instructions, 600),
    tone: cutOrNull(brief.tone, 200),
  }),
  (brief) => withPassages({ ...brief, questions: [], headings: [], terms: brief.terms.slice(0, 5) }, 0),
];

/** Trims the brief until its compact JSON fits `maxTokens` (of o200k_base, counted by `estimateTokens`). It says what was left out. */
export function fitBrief(whole: OptimizationBrief, maxTokens = maxBriefTokens): OptimizationBrief {
  let fitted = whole;
  const isTooLong = () => costOf(fitted) > maxTokens;
  for (const step of steps) if (isTooLong()) fitted = step(fitted);
  if (isTooLong()) fitted = withFewerTexts(fitted, maxTokens);
  for (const step of lastSteps) if (isTooLong()) fitted = step(fitted);
  return { ...fitted, left: leftOf(whole, fitted) };
}

/** Only some sections, in full as far as there is room; of the first what begins at `from`. What else the brief has is left out. */
export function sectionsToRead(
  whole: OptimizationBrief,
  numbers: readonly number[],
  from = 0,
  maxTokens = maxBriefTokens,
): OptimizationBrief {
  const wanted = new Set(numbers);
  const chosen = whole.sections.filter(({ number }) => wanted.has(number)).map((one, index) => (index === 0 && from > 0 ? { ...one, markdown: one.markdown?.slice(from) ?? null } : one)); // prettier-ignore
  const bare = { ...whole, terms: [], termsInRange: [], questions: [], headings: [], passages: [], keep: [], breakdown: [], doNots: [] };
  const only = { ...bare, sections: chosen, draftShape: { fields: {}, markdown: [], example: {} } };
  const fitted = withFewerTexts(only, maxTokens, from);
  const unread = fitted.sections.filter(({ markdown }) => markdown === null).map(({ number }) => number);
  const rest = unread.length === 0 ? '' : ` Ask for ${unread.join(', ')} by another call.`;
  const half = fitted.sections.find(({ cutAt }) => cutAt !== null);
  const more = half ? ` Section ${half.number} goes on: ask for it alone with from ${half.cutAt}.` : '';
  return { ...fitted, left: `Only the sections asked for are here.${more}${rest}` };
}

function costOf(value: unknown): number {
  return margin * estimateTokens(JSON.stringify(value));
}

/** Leaves texts of sections out, the last first, until it fits; a first one that is too long by itself is cut. */
function withFewerTexts(brief: OptimizationBrief, maxTokens: number, from = 0): OptimizationBrief {
  const bare = { ...brief, sections: brief.sections.map((one) => ({ ...one, markdown: null })) };
  let left = maxTokens - costOf(bare);
  let isFull = false;
  const sections = brief.sections.map((section, index) => {
    if (isFull) return { ...section, markdown: null };
    const cost = costOf(section.markdown);
    isFull = cost > left;
    if (!isFull) {
      left -= cost;
      return section;
    }
    if (index > 0 || section.markdown === null || left <= 0) return { ...section, markdown: null };
    const kept = beginningOf(section.markdown, Math.floor(section.markdown.length * (left / cost) * 0.9));
    return { ...section, markdown: kept, cutAt: from + kept.length };
  });
  return { ...brief, sections };
}

/** Its passages may all have been cut. */
function placed(term: OptimizationBrief['terms'][number]): OptimizationBrief['terms'][number] {
  return term.where === 'passages' && term.passages.length === 0 ? { ...term, where: 'nowhere' } : term;
}

/** Passages that speak to a question or heading stay longest. */
function withPassages(brief: OptimizationBrief, count: number): OptimizationBrief {
  const named = new Set([...brief.questions, ...brief.headings].flatMap(({ passages }) => passages));
  const order = brief.passages.toSorted((one, other) => Number(named.has(other.number)) - Number(named.has(one.number)));
  const kept = new Set(order.slice(0, count).map(({ number }) => number));
  const known = <One extends { passages: number[] }>(one: One): One => ({ ...one, passages: one.passages.filter((number) => kept.has(number)) }); // prettier-ignore
  return {
    ...brief,
    passages: brief.passages.filter(({ number }) => kept.has(number)),
    questions: brief.questions.map(known),
    headings: brief.headings.map(known),
    terms: brief.terms
      .map(known)
      .map(placed)
      .toSorted((one, other) => Number(one.where === 'nowhere') - Number(other.where === 'nowhere')),
  };
}

/** Cut between blocks where that keeps most of it, else between lines. */
function beginningOf(text: string, max: number): string {
  const at = [text.lastIndexOf('\n\n', max), text.lastIndexOf('\n', max)].find((one) => one > max / 2) ?? max;
  return text.slice(0, at).toWellFormed();
}

const shortKeep = ({ keep }: OptimizationBrief, max: number) => keep.map((one) => ({ ...one, text: clipped(one.text, max) }));
const clipped = (text: string, max: number) => (text.length > max ? `${clipAtWord(text, max) || text.slice(0, max)} …` : text);
const cutOrNull = (text: string | null, max: number) => (text === null ? null : clipped(text, max));

function leftOf(whole: OptimizationBrief, fitted: OptimizationBrief): string | null {
  const unread = fitted.sections.filter(({ markdown }) => markdown === null).map(({ number }) => number);
  const cut = fitted.sections.length < whole.sections.length ? whole.sections.length : 0;
  const fewer = (['passages', 'terms', 'termsInRange', 'keep'] as const).filter((part) => fitted[part].length < whole[part].length);
  const half = fitted.sections.filter(({ cutAt }) => cutAt !== null);
  const parts = [
    ...half.map(
      ({ number, cutAt }) => `Section ${number} is cut: read on with sections [${number}] and from ${cutAt} before you replace it.`,
    ),
    ...(unread.length > 0 ? [`Read sections ${rangesOf(unread)} with optimizations_brief (sections).`] : []),
    ...(cut > 0 ? [`The page has ${cut} sections: the others are read the same way.`] : []),
    ...(fewer.length > 0
      ? [`Of ${fewer.join(', ')} those that matter most are here (optimizations_get with include [terms] has every term).`]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

/** “3–7, 9”. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
