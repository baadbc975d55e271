import { clipAtWord } from '../../language/slug.ts';
import { estimateTokens } from '../../language/token-estimate.ts';
import { draftShape } from './draft-shape.ts';
import { excerptOf } from './excerpt.ts';
import { unservedBrief } from './outline.ts';
import type { NumberedPassage, WritingBrief } from '../../../schema/drafts.ts';

/** What a brief may take of a model's context. */
const maxBriefTokens = 8000;
/** Makes up for `estimateTokens`, which may count 5 % too few. */
const margin = 1.05;

/**
 * What is given up, in this order, until the brief fits: passages only as far as needed, anything else as a whole.
 * First what is merely nice to have, then the breadth of the evidence, then its depth, and last the requester's own words.
 */
const steps: readonly ((brief: WritingBrief, excess: number) => WritingBrief)[] = [
  ...[200, 160, 130, 110, 95, 80].map((maxWords) => (brief: WritingBrief) => withShorterPassages(brief, maxWords)),
  (brief, excess) => withFewerPassages(brief, excess, 24),
  (brief) => ({ ...brief, competingPages: brief.competingPages.map((page) => ({ ...page, headings: page.headings.slice(0, 10) })) }),
  (brief) => withShorterPassages(brief, 60),
  (brief) => ({
    ...brief,
    competingPages: brief.competingPages.slice(0, 3).map((page) => ({ ...page, headings: page.headings.slice(0, 6) })),
  }),
  (brief) => ({
    ...brief,
    internalLinks: brief.internalLinks.slice(0, 4),
    terms: brief.terms.slice(0, 15),
    questions: brief.questions.slice(0, 6),
  }),
  (brief, excess) => withFewerPassages(brief, excess, 12),
  (brief) => withShorterPassages(brief, 50),
  (brief) => withShorterWords(brief, 2000),
  (brief) => ({
    ...brief,
    competingPages: [],
    internalLinks: brief.internalLinks.slice(0, 2),
    terms: brief.terms.slice(0, 8),
    questions: brief.questions.slice(0, 3),
  }),
  (brief) => withBareNames(brief, 80),
  (brief, excess) => withFewerPassages(brief, excess, 3),
  (brief) => withShorterWords(brief, 600),
  (brief) => ({
    ...withBareNames(brief, 40),
    outline: withBareNames(brief, 40).outline.slice(0, 8),
    internalLinks: [],
    questions: [],
    terms: brief.terms.slice(0, 3),
  }),
  (brief) => withShorterWords(brief, 150),
  (brief, excess) => withFewerPassages(brief, excess, 0),
];

/**
 * Trims the brief until its compact JSON fits `maxTokens` (of o200k_base, counted by `estimateTokens`). The least needed passages go first,
 * and the others are renumbered from 1, also where they are referred to. A brief that fits is returned unchanged.
 * What is never given up, the assignment and the rules, takes under 1,000 tokens.
 */
export function fitBrief(brief: WritingBrief, maxTokens = maxBriefTokens): WritingBrief {
  let fitted = brief;
  for (const step of steps) {
    const excess = costOf(fitted) - maxTokens;
    if (excess <= 0) break;
    fitted = step(fitted, excess);
  }
  return fitted;
}

/** Brief and draft shape as handed out together, in at most `maxTokens`. */
export function handOut(brief: WritingBrief, maxTokens = maxBriefTokens): { brief: WritingBrief; draft: typeof draftShape } {
  return { brief: fitBrief(brief, maxTokens - costOf({ brief: 0, draft: draftShape })), draft: draftShape };
}

function costOf(value: unknown): number {
  return margin * estimateTokens(JSON.stringify(value));
}

/**
 * Drops passages until `excess` tokens are saved or only `minPassages` are left: the last first, but the first one of each section and question after
 * all others. Code goes before the prose to which it belongs.
 */
function withFewerPassages(brief: WritingBrief, excess: number, minPassages: number): WritingBrief {
  const needed = new Set([...brief.outline, ...brief.questions].flatMap(({ passages }) => passages.slice(0, 1)));
  const order = [...brief.passages].toReversed().toSorted((a, b) => Number(needed.has(a.number)) - Number(needed.has(b.number)));
  const dropped = new Set<number>();
  let saved = 0;
  for (const passage of order) {
    if (saved >= excess || brief.passages.length - dropped.size <= minPassages) break;
    dropped.add(passage.number);
    saved += costOf(passage);
  }
  return dropped.size === 0
    ? brief
    : renumbered(
        brief,
        brief.passages.filter(({ number }) => !dropped.has(number)),
      );
}

/** Keeps only these passages, renumbered from 1. Questions without any of them are dropped; sections without any say so. */
function renumbered(brief: WritingBrief, passages: readonly NumberedPassage[]): WritingBrief {
  const numbers = new Map(passages.map(({ number }, index) => [number, index + 1]));
  const known = (old: readonly number[]) => old.flatMap((number) => numbers.get(number) ?? []);
  return {
    ...brief,
    passages: passages.map((passage, index) => ({ ...passage, number: index + 1 })),
    structure: { ...brief.structure, introductionPassages: known(brief.structure.introductionPassages) },
    outline: brief.outline.map((section) => {
      const left = known(section.passages);
      return left.length > 0 ? { ...section, passages: left } : { ...section, passages: left, brief: unservedBrief, words: 0 };
    }),
    questions: brief.questions
      .map(({ question, passages: old }) => ({ question, passages: known(old) }))
      .filter((asked) => asked.passages.length > 0),
  };
}

function withShorterPassages(brief: WritingBrief, maxWords: number): WritingBrief {
  const passages = brief.passages.map((passage) =>
    passage.kind === 'code' ? passage : { ...passage, text: excerptOf(passage.text, brief.language, new Set(), maxWords) },
  );
  return { ...brief, passages };
}

/** Drops URLs and cuts names: what a writer needs most is the passages' text. */
function withBareNames(brief: WritingBrief, maxLength: number): WritingBrief {
  const cut = (text: string) => clipAtWord(text, maxLength);
  return {
    ...brief,
    passages: brief.passages.map((passage) => ({
      ...passage,
      title: cut(passage.title),
      heading: passage.heading && cut(passage.heading),
      url: null,
    })),
    outline: brief.outline.map((section) => ({ ...section, heading: cut(section.heading), brief: cut(section.brief) })),
    questions: brief.questions.map((asked) => ({ ...asked, question: cut(asked.question) })),
    terms: brief.terms.map((term) => ({ ...term, term: cut(term.term) })),
  };
}

/** Cuts each of the requester's own texts to `maxLength` characters. */
function withShorterWords(brief: WritingBrief, maxLength: number): WritingBrief {
  const cut = (text: string | null) => (text !== null && text.length > maxLength ? `${clipAtWord(text, maxLength)} …` : text);
  return {
    ...brief,
    keyword: clipAtWord(brief.keyword, maxLength),
    title: clipAtWord(brief.title, maxLength),
    angle: clipAtWord(brief.angle, Math.max(300, maxLength)),
    audience: cut(brief.audience),
    tone: cut(brief.tone),
    styleGuide: cut(brief.styleGuide),
    instructions: cut(brief.instructions),
  };
}
