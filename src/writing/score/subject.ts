import { terms, words } from '../../language/tokens.ts';
import { coverage } from '../../language/retrieval.ts';
import type { BodyBlock } from '../../markdown/body.ts';
import type { Evidence } from '../claims/evidence.ts';

/** A passage speaks of the keyword if it and its document's title hold this share of its terms. */
const minHeld = 0.5;

/** A section, its content words, and how many of them are the subject's. */
export interface SectionWords {
  heading: string;
  all: number;
  held: number;
}

/** The share of the content words that are the subject's, 0–1. */
export function heldShare(sections: readonly SectionWords[]): number {
  let [all, held] = [0, 0];
  for (const section of sections) {
    all += section.all;
    held += section.held;
  }
  return held / Math.max(1, all);
}

/**
 * How much of each section is about the keyword: the content words that the keyword, the brief's terms or the passages on the
 * keyword have (what retrieval calls relevance feedback, Rocchio 1971).
 */
export function sectionWords(
  blocks: readonly BodyBlock[],
  { keyword, wanted, evidence, language }: { keyword: string; wanted: readonly string[]; evidence: Evidence; language: string },
): SectionWords[] {
  const sought = new Set(terms(keyword, language));
  const known = new Set([...sought, ...wanted.flatMap((term) => terms(term, language))]);
  for (const { title, passages } of evidence.values()) {
    const held = new Set(terms([title, ...passages].join('\n'), language));
    if (sought.size === 0 || coverage(sought, held) >= minHeld) for (const term of held) known.add(term);
  }
  return Array.from(
    Map.groupBy(blocks, ({ section }) => section),
    ([heading, parts]) => {
      const said = parts.flatMap(({ text }) => terms(text, language));
      return { heading, all: said.length, held: said.filter((term) => known.has(term)).length };
    },
  );
}

const runLength = 4;
/** Words between quotation marks or in a block quote are not passed off as the writer's own. */
export const quotations = /["“„«»][^"“”„«»\n]{1,2000}["”“»«]|^ *>.*$/gmu;

/** The share of the text's runs of four words that stand in the evidence too; those that are marked as a quotation do not count. */
export function copiedShare(blocks: readonly BodyBlock[], markdown: string, evidence: Evidence): number {
  const given = new Set(Array.from(evidence.values(), ({ passages }) => passages.flatMap(runsOf)).flat());
  const quoted = new Set((markdown.match(quotations) ?? []).flatMap(runsOf));
  const own = blocks.flatMap(({ text }) => runsOf(text));
  return own.filter((run) => given.has(run) && !quoted.has(run)).length / Math.max(1, own.length);
}

function runsOf(text: string): string[] {
  return runsOfWords(words(text.toLowerCase()));
}

/** The runs of four words, one beginning with each. */
export function runsOfWords(all: readonly string[]): string[] {
  return all.slice(runLength - 1).map((_, index) => all.slice(index, index + runLength).join(' '));
}
