import { ProposedOutline } from '../../../../../schema/model-answers.ts';
import type { BriefSection, WritingBrief } from '../../../../../schema/drafts.ts';
import { sourcesHeadings } from '../../../../markdown/outline.ts';
import { clipAtWord } from '../../../../language/slug.ts';
import { normalise } from '../../../../language/tokens.ts';
import { plainLine } from '../../../../writing/model/clean.ts';
import { outlinePrompt } from './prompts.ts';
import type { Talk } from '../../../../providers/llm/talk.ts';

const maxSections = 20;
const maxHeading = 120;
const maxCovers = 300;
const minWords = 40;
/** The sections' share of the article; the rest is the introduction. */
const sectionsShare = 0.9;
const made = new Set(['introduction', 'faq', 'references', ...Object.values(sourcesHeadings)].map(normalise));

/** The model's sections, checked against the brief; the brief's own if the model gives no usable ones. */
export async function proposeOutline(talk: Talk, brief: WritingBrief, isGiven: boolean): Promise<BriefSection[]> {
  const proposed = await talk.answer(outlinePrompt(brief, isGiven), { name: 'outline', shape: ProposedOutline });
  const sections = proposed?.sections.map((section) => sectionOf(section, brief)) ?? [];
  const chosen = isGiven ? asGiven(brief.outline, sections) : spokenTo(unlike(sections));
  return spoken(chosen).length > 0 ? scaled(chosen, brief) : brief.outline;
}

/** The sections without those that no passage supports. */
export function spoken(sections: readonly BriefSection[]): BriefSection[] {
  return carrying(sections, ({ passages }) => passages.length > 0);
}

/** The sections for which `has` is true, and those of level 2 with such a subsection. */
export function carrying<Section extends { level: number }>(sections: readonly Section[], has: (section: Section) => boolean): Section[] {
  return sections.filter((section, index) => {
    const following = sections.slice(index + 1);
    const end = following.findIndex(({ level }) => level === 2);
    return has(section) || (section.level === 2 && following.slice(0, end < 0 ? undefined : end).some(has));
  });
}

function sectionOf(
  { heading, level, covers, passages, words }: ProposedOutline['sections'][number],
  brief: Pick<WritingBrief, 'passages'>,
): BriefSection {
  const known = passages.filter((number) => brief.passages.some((passage) => passage.number === number));
  return {
    heading: clipAtWord(plainLine(heading), maxHeading),
    level: level <= 2 ? 2 : 3,
    brief: clipAtWord(plainLine(covers), maxCovers),
    passages: [...new Set(known)],
    words: Math.max(minWords, words),
  };
}

/** Drops repeated headings and those made elsewhere, such as the FAQ, and makes the first section level 2. */
function unlike(sections: readonly BriefSection[]): BriefSection[] {
  const keys = sections.map(({ heading }) => normalise(heading));
  const kept = sections.filter((_, index) => keys[index] && !made.has(keys[index]) && keys.indexOf(keys[index]) === index);
  return kept.slice(0, maxSections).map((section, index) => (index === 0 ? { ...section, level: 2 } : section));
}

/** The sections with passages. Subsections of a section without passages become sections themselves. */
function spokenTo(sections: readonly BriefSection[]): BriefSection[] {
  let isUnder = false;
  return sections.flatMap((section) => {
    const isSpoken = section.passages.length > 0;
    if (section.level === 2) isUnder = isSpoken;
    return isSpoken ? [isUnder ? section : { ...section, level: 2 as const }] : [];
  });
}

/** The requested headings, with the model's details for them. */
function asGiven(given: readonly BriefSection[], proposed: readonly BriefSection[]): BriefSection[] {
  return given.map((section) => {
    const same = proposed.find(({ heading }) => normalise(heading) === normalise(section.heading));
    if (!same || same.passages.length === 0) return section;
    return { ...section, brief: same.brief || section.brief, passages: same.passages, words: same.words };
  });
}

/** Scales the lengths to the wanted total, in the model's proportions. */
function scaled(sections: readonly BriefSection[], { wordCount }: WritingBrief): BriefSection[] {
  const plannedWords = ({ passages, words = minWords }: BriefSection) => (passages.length > 0 ? Math.max(minWords, words) : 0);
  const total = sections.reduce((sum, section) => sum + plannedWords(section), 0);
  const room = sectionsShare * wordCount.target;
  return sections.map((section) => ({ ...section, words: Math.round((room * plannedWords(section)) / Math.max(1, total) / 10) * 10 }));
}
