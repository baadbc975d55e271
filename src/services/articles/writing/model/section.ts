import type { BriefSection, WritingBrief } from '../../../../../schema/drafts.ts';
import { introductionSection } from '../../../../markdown/body.ts';
import { sectionsOf } from '../../../../markdown/sections.ts';
import { sourcesHeadings } from '../../../../markdown/outline.ts';
import { normalise } from '../../../../language/tokens.ts';
import type { Told } from './prompt-parts.ts';

const listed = new Set(Object.values(sourcesHeadings).map(normalise));

/** A section's place in an existing article. */
export interface Place {
  /** The article's headings in the form of a request's outline. Subsections of the wanted section are left out: they are rewritten with it. */
  headings: string[];
  /** The rest of the article. */
  told: Told[];
}

export async function placeOf(markdown: string, wanted: string): Promise<Place> {
  const all = (await sectionsOf(markdown)).filter(({ heading }) => !listed.has(normalise(heading)));
  const own = all.find(({ heading }) => normalise(heading) === normalise(wanted));
  const isPart = (one: (typeof all)[number]) => own !== undefined && one !== own && one.from > own.from && one.to <= own.to;
  const rest = all.filter((one) => !isPart(one));
  const headings = rest.filter(({ level }) => level > 0).map(({ heading, level }) => (level === 3 ? `### ${heading}` : heading));
  const told = rest
    .filter((one) => one !== own)
    .map(({ heading, level, text }) => ({ heading: level === 0 ? null : heading, markdown: text }));
  return { headings, told: told.filter((one) => one.markdown !== '') };
}

/** The index of a stretch in the brief's article: 0 for the introduction, −1 if there is none, or no passage for it. */
export function stretchIndex({ outline }: Pick<WritingBrief, 'outline'>, wanted: string): number {
  if (normalise(wanted) === normalise(introductionSection)) return 0;
  const index = outline.findIndex((section: BriefSection) => normalise(section.heading) === normalise(wanted));
  return index < 0 || outline[index]!.passages.length === 0 ? -1 : index + 1;
}
