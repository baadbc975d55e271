import type { OptimizationBrief } from '../../../schema/rewrites.ts';
import { countWords } from '../../language/tokens.ts';
import { flatSections } from '../../markdown/flat-sections.ts';
import type { OptimizedPage, PageScore, TermRow } from '../optimize/shapes.ts';
import { fitBrief, sectionsToRead } from './fit-brief.ts';
import { lossesOf } from './losses.ts';
import { placesOf } from './term-places.ts';

/** All of a brief but what is read from the texts. */
export type BriefFrame = Omit<OptimizationBrief, 'sections' | 'terms' | 'termsInRange' | 'keep'>;

interface Wanted {
  frame: BriefFrame;
  page: OptimizedPage;
  /** What edits change: the page, or the last text handed in. */
  text: string;
  score: Pick<PageScore, 'terms'>;
  /** Only these sections, of the first what begins at `from`. */
  only: { sections: readonly number[]; from: number } | null;
}

/** What whoever rewrites a page is handed, as much of it as there is room for. */
export async function briefOf({ frame, page, text, score, only }: Wanted): Promise<OptimizationBrief> {
  const sections = (await flatSections(text)).map(({ name, level, text: markdown }, index) => ({
    number: index + 1,
    section: name,
    level,
    words: countWords(markdown),
    markdown,
    cutAt: null,
  }));
  if (only !== null) return sectionsToRead({ ...frame, sections, terms: [], termsInRange: [], keep: [] }, only.sections, only.from);
  const keep = (await lossesOf(page.markdown, '', page.url)).map(({ id, kind, text: lost }) => ({ id, kind, text: lost }));
  const termsInRange = score.terms.filter(isInRange).map(({ term, count, min, max }) => `${term} ${count} (${min}–${max})`);
  return fitBrief({ ...frame, sections, keep, terms: await termsToUse(score.terms, page, frame.passages), termsInRange });
}

/** The terms that are said too seldom or too often, most points first; those that the writer finds nowhere last. */
async function termsToUse(
  rows: readonly TermRow[],
  page: OptimizedPage,
  passages: OptimizationBrief['passages'],
): Promise<OptimizationBrief['terms']> {
  const open = rows.filter((row) => !isInRange(row));
  const placed = await placesOf(open, page, passages);
  return open
    .map(({ term, status, count, min, max, points, maxPoints }, index) => {
      const gain = Math.round((maxPoints - points) * 10) / 10;
      return { term, status, count, min, max, gain, ...placed[index]! };
    })
    .toSorted((one, other) => Number(one.where === 'nowhere') - Number(other.where === 'nowhere') || other.gain - one.gain);
}

const isInRange = ({ status }: TermRow) => status === 'ok';
