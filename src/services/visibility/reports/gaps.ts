import type { ContentGap, GapPage, GapQuery } from '../../../../schema/content-gaps.ts';
import { correlationOf, differenceOf, wilson } from '../../../visibility/figures/intervals.ts';
import { noSums, type BrandSums, type Unit } from '../../../visibility/figures/sums.ts';
import { pageOfAll } from '../../common/paging.ts';
import { sumCells, type Cell } from './cells.ts';
import { eachSlice } from './citing.ts';
import { findAnswers, type FoundAnswers } from './found.ts';
import { own as ownBrand } from '../brands.ts';
import { namedTogether } from '../queries.ts';
import type { Question, ReportNeeds } from './question.ts';
import { byPrompt } from './units.ts';
import { rounded, toInterval } from './wire.ts';

/** Competitors that a row names. */
const maxRivalsNamed = 3;

/** The gaps of the answers found, those where the brand is absent first. */
export interface FoundGaps extends FoundAnswers {
  gaps: ContentGap[];
  /** Of all kinds, whichever is asked for. */
  counts: { absent: number; behind: number };
}

/** Answers `content_gaps_list`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function gapReport(needs: ReportNeeds, asked: GapQuery): Promise<GapPage> {
  const { gaps, base, counts } = await findGaps(needs, asked);
  return { ...pageOfAll(gaps, ({ promptId }) => promptId, asked), ...base, ...counts };
}

export async function findGaps(needs: ReportNeeds, asked: GapQuery): Promise<FoundGaps> {
  const found = await findAnswers(needs, asked);
  const cells = await sumCells(needs, found.question, found.cells);
  const units = byPrompt(cells);
  const together = await togetherIn(needs, found, units);
  const all = units.flatMap((unit) => gapOf(unit, found.question, together));
  const gaps = all.filter(({ kind }) => asked.kind === undefined || kind === asked.kind).toSorted(worstFirst);
  return { ...found, base: { ...found.base, hint: found.base.hint ?? hintFor(found.question, all) }, gaps, counts: countsOf(all) };
}

const countsOf = (gaps: readonly ContentGap[]) => {
  const of = (wanted: ContentGap['kind']) => gaps.filter(({ kind }) => kind === wanted).length;
  return { absent: of('absent'), behind: of('behind') };
};

/** In how many answers to a prompt a competitor is named beside the project. */
type Together = (prompt: string, brand: string) => number;

/** Counted only for prompts where it may tell who is ahead. */
async function togetherIn(needs: ReportNeeds, { question, cells }: FoundAnswers, units: readonly Unit[]): Promise<Together> {
  const mayLead = ({ answers, brands }: Unit): boolean => {
    const own = brands.get(ownBrand) ?? noSums;
    const isAhead = (rival: BrandSums) => rival.mentioned > own.mentioned && leadOf(rival, own, { answers, both: own.mentioned }).low > 0;
    return own.mentioned > 0 && [...brands.values()].some(isAhead);
  };
  const open = new Set(units.filter(mayLead).map(({ id }) => id));
  const counts = new Map<string, number>();
  await eachSlice(
    needs,
    question,
    cells.filter(({ prompt }) => open.has(prompt)),
    {
      table: 'ai_answer_brands',
      read: (which) => namedTogether(needs.store.db, ownBrand, which),
      take(rows) {
        for (const { prompt_id, brand, answers } of rows)
          counts.set(`${prompt_id} ${brand}`, (counts.get(`${prompt_id} ${brand}`) ?? 0) + answers);
      },
    },
  );
  return (prompt, brand) => counts.get(`${prompt} ${brand}`) ?? 0;
}

function gapOf({ id, answers, brands: sums }: Unit, { brands, prompts }: Question, together: Together): ContentGap[] {
  const own = sums.get(ownBrand) ?? noSums;
  const rivals = brands.slice(1).flatMap(({ id: brand, name }) => {
    const rival = sums.get(brand);
    const lead = rival && leadOf(rival, own, { answers, both: together(id, brand) });
    return lead ? [{ brand, name, ...standingOf(rival, answers), lead }] : [];
  });
  const ahead = own.present === 0 ? rivals : rivals.filter(({ lead }) => lead.low > 0);
  if (ahead.length === 0) return [];
  const told = ahead.toSorted(
    (one, other) => other.share - one.share || other.citations - one.citations || (one.brand < other.brand ? -1 : 1),
  );
  const { text, topicId } = prompts.get(id)!;
  // Where the project is absent, being cited counts too.
  const isCertain = ({ present, lead }: (typeof told)[number]) =>
    own.present > 0 ? lead.low > 0 : leadOf({ mentioned: present }, noSums, { answers, both: 0 }).low > 0;
  return [
    {
      promptId: id,
      prompt: text,
      topicId,
      kind: own.present === 0 ? 'absent' : 'behind',
      certain: told.some(isCertain),
      answers,
      own: standingOf(own, answers),
      competitors: told.slice(0, maxRivalsNamed).map((one) => ({ ...one, lead: toInterval(one.lead, 4)! })),
      competitorCount: ahead.length,
    },
  ];
}

function standingOf({ mentioned, citations, present }: BrandSums, answers: number): ContentGap['own'] {
  return { named: mentioned, present, citations, share: rounded(mentioned / answers, 4) };
}

type Named = Pick<BrandSums, 'mentioned'>;

/** How much more often a competitor is named, by the answers to this prompt: the same answers name the one or the other, or both. */
function leadOf(rival: Named, own: Named, { answers, both }: { answers: number; both: number }) {
  const of = ({ mentioned }: Named) => ({ share: mentioned / answers, interval: wilson(mentioned / answers, answers) });
  return differenceOf(of(rival), of(own), correlationOf({ one: rival.mentioned, other: own.mentioned, both, answers }));
}

function worstFirst(one: ContentGap, other: ContentGap): number {
  if (one.kind !== other.kind) return one.kind === 'absent' ? -1 : 1;
  const first = (gap: ContentGap) => gap.competitors[0]!.share;
  return first(other) - first(one) || other.answers - one.answers || (one.promptId < other.promptId ? -1 : 1);
}

function hintFor({ brands, unreadBrands }: Question, gaps: readonly ContentGap[]): string | null {
  if (brands.length === 1 && unreadBrands.length === 0)
    return 'A gap is where competitors are named or cited: add some with competitors_add, and the answers are read again.';
  return gaps.length === 0 ? 'No competitor is clearly ahead in the answers to any prompt.' : null;
}

/** The answers to these prompts alone. */
export function cellsOf(cells: readonly Cell[], gaps: readonly ContentGap[]): Cell[] {
  const wanted = new Set(gaps.map(({ promptId }) => promptId));
  return cells.filter(({ prompt }) => wanted.has(prompt));
}
