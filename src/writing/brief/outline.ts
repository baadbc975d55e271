import { terms } from '../../language/tokens.ts';
import type { TellingPhrase } from './phrases.ts';
import type { Basis, PooledPassage } from './pool.ts';
import type { PlannedSection } from './sections.ts';
import type { BriefSection } from '../../../schema/drafts.ts';

const minPassages = 2;
const maxPassages = 5;
const maxPhrases = 3;
/** The introduction's share of the article; the sections share the rest evenly. */
const introductionShare = 0.1;
const roundedTo = 10;
/** Relative to the section's best passage; a less similar one is no help there. */
const minShare = 0.25;

/** The sections with the numbers of their passages, what to cover, and how long to be. */
export function outlineOf(
  sections: readonly PlannedSection[],
  numbersOf: (passage: PooledPassage) => readonly number[],
  phrases: readonly TellingPhrase[],
  basis: Basis,
  targetWordCount: number,
): BriefSection[] {
  const served = sections.map(({ speaking }) => {
    const best = speaking[0]?.likeness ?? 0;
    const handedOut = speaking.filter(({ passage }) => numbersOf(passage).length > 0);
    return handedOut.filter(({ likeness }, index) => index < minPassages || likeness >= minShare * best).slice(0, maxPassages);
  });
  const written = served.filter((speaking) => speaking.length > 0).length;
  const length = (targetWordCount * (1 - introductionShare)) / Math.max(1, written);
  return sections.map(({ heading, level }, index) => {
    const passages = served[index]!.map(({ passage }) => passage);
    return {
      heading,
      level,
      brief: passages.length > 0 ? sectionBrief(heading, passages, phrases, basis) : unservedBrief,
      passages: passages.flatMap((passage) => numbersOf(passage)),
      words: passages.length > 0 ? Math.round(length / roundedTo) * roundedTo : 0,
    };
  });
}

/** The brief of a section without passages. */
export const unservedBrief = 'No passage speaks to this: leave it out, and say so when you hand the draft in.';

/** Names phrases typical of the passages, those first that other passages lack. */
function sectionBrief(heading: string, passages: readonly PooledPassage[], phrases: readonly TellingPhrase[], { topic }: Basis): string {
  const own = phrases
    .map(({ phrase, score, holders }) => ({ phrase, weight: passages.filter((one) => holders.has(one)).length / holders.size / score }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const said = new Set(terms(heading, topic.language));
  const named: string[] = [];
  for (const { phrase } of own) {
    const parts = terms(phrase, topic.language).filter((term) => !topic.keyword.has(term));
    if (named.length === maxPhrases) break;
    if (parts.length === 0 || parts.some((part) => said.has(part))) continue;
    named.push(phrase);
    for (const part of parts) said.add(part);
  }
  return named.length > 0 ? `Cover ${listed(named)}.` : 'Cover what these passages say of it.';
}

function listed(phrases: readonly string[]): string {
  return phrases.length < 2 ? (phrases[0] ?? '') : `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}
