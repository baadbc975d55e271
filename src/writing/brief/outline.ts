import { stemOf } from '../../language/lexicon.ts';
import { normalise, words } from '../../language/tokens.ts';
import type { Basis, PooledPassage } from './pool.ts';
import { namedOnce, tellingPhrases } from './phrases.ts';
import type { PlannedSection } from './sections.ts';
import type { ArticleType } from '../../../schema/article-request.ts';
import type { BriefSection } from '../../../schema/drafts.ts';

const maxPassages = 5;
const maxPhrases = 3;
/** The introduction's share of the article; the sections share the rest. */
const introductionShare = 0.1;
/** They share half of it evenly, and half by how much their passages say. */
const evenShare = 0.5;
const roundedTo = 10;
/** Relative to the section's best passage; a less similar one is no help there. */
const minShare = 0.25;

/** The sections with the numbers of their passages, what to cover, and how long to be. */
export function outlineOf(
  sections: readonly PlannedSection[],
  numbers: ReadonlyMap<PooledPassage, number>,
  basis: Basis,
  { articleType, targetWordCount }: { articleType: ArticleType; targetWordCount: number },
): BriefSection[] {
  const served = sections.map(({ speaking }) => {
    const best = speaking[0]?.likeness ?? 0;
    return speaking.filter(({ passage, likeness }) => numbers.has(passage) && likeness >= minShare * best).slice(0, maxPassages);
  });
  const strengths = served.map((speaking) => Math.sqrt(speaking.reduce((sum, { passage }) => sum + passage.relevance, 0)));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  const written = strengths.filter((strength) => strength > 0).length;
  const room = targetWordCount * (1 - introductionShare);
  return sections.map(({ heading, level }, index) => {
    const strength = strengths[index]!;
    const length = strength === 0 ? 0 : room * (evenShare / written + (1 - evenShare) * (strength / total));
    const passages = served[index]!.map(({ passage }) => passage);
    return {
      heading,
      level,
      brief: passages.length > 0 ? sectionBrief(heading, passages, basis, articleType) : unservedBrief,
      passages: passages.map((passage) => numbers.get(passage)!),
      words: Math.round(length / roundedTo) * roundedTo,
    };
  });
}

/** The brief of a section without passages. */
export const unservedBrief = 'No passage speaks to this: leave it out, and say so when you hand the draft in.';

/** Names phrases typical of the passages, and says so if there are steps. */
function sectionBrief(heading: string, passages: readonly PooledPassage[], { topic }: Basis, articleType: ArticleType): string {
  const stemsIn = (phrase: string) => words(normalise(phrase)).map((word) => stemOf(word, topic.language));
  const said = new Set([...stemsIn(heading), ...topic.keyword.keys()]);
  const texts = passages.flatMap((passage) => passage.sentences);
  const phrases: string[] = [];
  const take = (found: readonly string[]) => {
    for (const phrase of found) {
      const parts = stemsIn(phrase);
      const overlaps = phrases.some((other) => stemsIn(other).some((part) => parts.includes(part) && !topic.keyword.has(part)));
      if (phrases.length < maxPhrases && parts.some((part) => !said.has(part)) && !overlaps) phrases.push(phrase);
    }
  };
  const recurring = tellingPhrases(texts, topic).map(({ phrase }) => phrase);
  take(recurring.filter((phrase) => words(phrase).length > 1));
  // Recurring phrases say most; phrases that occur once are used only if those are too few.
  if (phrases.length < maxPhrases) take(namedOnce(texts, topic));
  const steps = passages.some(({ source }) => /^1[.)] .+\n2[.)] /m.test(source.text));
  const cover = phrases.length > 0 ? `Cover ${listed(phrases)}.` : 'Cover what these passages say of it.';
  return steps && articleType !== 'news' ? `${cover} A passage gives steps: keep their order, as a numbered list.` : cover;
}

function listed(phrases: readonly string[]): string {
  return phrases.length < 2 ? (phrases[0] ?? '') : `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}
