import { clipAtWord } from '../../language/slug.ts';
import type { Basis, PooledPassage } from './pool.ts';
import { isSameTopic, topicOf, type PlannedSection } from './sections.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { IntentLabel } from '../../keywords/intent-words.ts';
import type { BriefRequest, Intent } from './shapes.ts';

const aims: Record<IntentLabel, string> = {
  informational: 'Answer the question first, then explain',
  commercial: 'Help to choose, with the grounds for each judgement',
  transactional: 'Give what is needed to decide and act, plainly',
  navigational: 'Bring the reader to the right place at once',
};

const maxStrong = 3;
const maxAudienceLength = 120;

/**
 * What sets the article apart: its aim, what the sources say most about, and which of that no competing page has a heading for.
 * Made of the brief's own headings, without any claim about the subject.
 */
export function angleOf(
  request: BriefRequest,
  intent: Intent,
  sections: readonly PlannedSection[],
  basis: Basis,
  competing: readonly CompetingPage[],
): string {
  const audience = request.audience ? `, for ${clipAtWord(request.audience, maxAudienceLength).replace(/^for /i, '')}` : '';
  const opening = `${aims[intent.type]}${audience}.`;
  const spoken = sections.filter(({ speaking }) => speaking.length > 0);
  if (spoken.length === 0) return `${opening} The sources here speak to no section: more are needed.`;
  const strong = strongest(spoken);
  const lacking = competing.length === 0 ? [] : spoken.filter((section) => !isHeaded(section, basis, competing));
  const gap = strongest(lacking);
  const strength = `The sources are strongest on ${listed(strong)}: give that the most room.`;
  if (competing.length === 0) return `${opening} ${strength}`;
  if (gap.length === 0) return `${opening} ${strength} Competing pages head sections with all of it: be more exact than they are.`;
  const pages = competing.length === 1 ? 'The competing page has' : `None of the ${competing.length} competing pages has`;
  return `${opening} ${strength} ${pages} ${competing.length === 1 ? 'no' : 'a'} heading on ${listed(gap)}: that is this article’s own.`;
}

/** The sections that have most passages, from most documents, in the outline's order. */
function strongest(sections: readonly PlannedSection[]): string[] {
  const judged = sections.map((section) => ({ section, worth: worthOf(section.speaking) }));
  const best = new Set(
    judged
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, maxStrong)
      .map(({ section }) => section),
  );
  return sections.filter((section) => best.has(section)).map(({ heading }) => heading);
}

function worthOf(speaking: readonly { passage: PooledPassage; likeness: number }[]): number {
  const documents = new Set(speaking.map(({ passage }) => passage.source.documentId)).size;
  return speaking.reduce((sum, { likeness }) => sum + likeness, 0) * (1 + 0.2 * documents);
}

function isHeaded({ heading }: PlannedSection, basis: Basis, competing: readonly CompetingPage[]): boolean {
  const own = topicOf(heading, basis);
  return competing.some(({ headings }) => headings.some((other) => isSameTopic(own, topicOf(other, basis))));
}

function listed(headings: readonly string[]): string {
  const quoted = headings.map((heading) => `“${heading}”`);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
