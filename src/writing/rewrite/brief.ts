import type { OptimizationBrief } from '../../../schema/rewrites.ts';
import { countWords } from '../../language/tokens.ts';
import { flatSections } from '../../markdown/flat-sections.ts';
import type { OptimizedPage, PageScore, TermRow } from '../optimize/shapes.ts';
import { earnedIn } from '../optimize/parts.ts';
import { round1 } from '../optimize/ranges.ts';
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
  score: Pick<PageScore, 'terms' | 'placement'>;
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
  const termsInRange = score.terms.filter(isInRange).map(({ term, count, min, max }) => `${term} ${count} (${min}–${max})`);
  return fitBrief({ ...frame, sections, keep: await keepOf(page), terms: await termsToUse(score, page, frame), termsInRange });
}

/** What must not be lost, what stands there several times once; addresses of the page's own site without it. */
async function keepOf({ markdown, url }: OptimizedPage): Promise<OptimizationBrief['keep']> {
  const home = `](${new URL(url).origin}/`;
  const alike = Map.groupBy(await lossesOf(markdown, '', url), ({ id }) => id.replace(/-\d+$/, ''));
  return Array.from(alike, ([id, [first, ...others]]) => {
    const { kind, text } = first!;
    const short = kind === 'link' || kind === 'image' ? text.replace(home, '](/') : text;
    return { id, kind, text: short, ...(others.length > 0 && { times: others.length + 1 }) };
  });
}

/** The terms that are said too seldom or too often, most points first; those that the writer finds nowhere last. */
async function termsToUse(
  { terms: rows, placement }: Wanted['score'],
  page: OptimizedPage,
  { passages, breakdown }: BriefFrame,
): Promise<OptimizationBrief['terms']> {
  const open = rows.filter((row) => !isInRange(row));
  // The keyword loses nothing by itself where it is said too often: its density, in placement, does.
  const most = breakdown.find(({ name }) => name === 'placement')?.max ?? 0;
  const dense = placement ? (most * (1 - placement.unstuffed) * earnedIn(placement)) / 10 : 0;
  const placed = await placesOf(open, page, passages);
  return open
    .map(({ term, status, count, min, max, points, maxPoints }, index) => {
      const gain = round1(maxPoints - points + (term === rows[0]!.term && status === 'over' ? dense : 0));
      return { term, status, count, min, max, gain, ...placed[index]! };
    })
    .toSorted((one, other) => Number(one.where === 'nowhere') - Number(other.where === 'nowhere') || other.gain - one.gain);
}

const isInRange = ({ status }: TermRow) => status === 'ok';
