import type { Period } from '../../common/period.ts';
import { byAnswer } from './answer-units.ts';
import { pairOf, sampleOf, type Sample } from '../../../visibility/figures/sample.ts';
import { addSums, type BrandSums, type Unit, type UnitKind } from '../../../visibility/figures/sums.ts';
import type { Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

/** The units of the two periods. */
export interface Units {
  kind: UnitKind;
  now: readonly Unit[];
  /** Of `now` and `before` what was asked in both: the same prompts of the same engines. */
  alike: { now: readonly Unit[]; before: readonly Unit[] };
}

/** By prompts, or by answers where one prompt has all of the period's. */
export async function unitsOf(needs: ReportNeeds, question: Question, cells: readonly Cell[]): Promise<Units> {
  const [now, before] = [cells.filter(({ when }) => when === 'now'), cells.filter(({ when }) => when === 'before')];
  const [inNow, inBefore] = [new Set(now.map(nameOf)), new Set(before.map(nameOf))];
  const alike = {
    now: now.filter((cell) => inBefore.has(nameOf(cell))),
    before: before.filter((cell) => inNow.has(nameOf(cell))),
  };
  const prompts = new Set(now.map(({ prompt }) => prompt));
  const [only] = prompts;
  if (prompts.size !== 1 || only === undefined)
    return { kind: 'prompt', now: byPrompt(now), alike: { now: byPrompt(alike.now), before: byPrompt(alike.before) } };
  const of = (some: readonly Cell[], period: Period) => byAnswer(needs, question, { cells: some, prompt: only, period });
  return {
    kind: 'answer',
    now: await of(now, question.period),
    alike: { now: await of(alike.now, question.period), before: await of(alike.before, question.before) },
  };
}

interface Samples {
  isRead: boolean;
  sample: Sample;
  pair: { now: Sample; before: Sample };
}

/** The samples to measure a brand by: without any units where not all answers are read for it. */
export function samplesFor({ brands }: Question, { kind, now, alike }: Units): (brand: string) => Samples {
  const ids = brands.map(({ id }) => id);
  const nothing = sampleOf([], kind, ids);
  const read = { isRead: true, sample: sampleOf(now, kind, ids), pair: pairOf(alike.now, alike.before, kind, ids) };
  const unread = { isRead: false, sample: nothing, pair: { now: nothing, before: nothing } };
  return (brand) => (ids.includes(brand) ? read : unread);
}

const nameOf = ({ prompt, engine, surface }: Cell): string => `${prompt} ${engine} ${surface}`;

/** One unit for each prompt. */
export function byPrompt(cells: readonly Cell[]): Unit[] {
  return [...Map.groupBy(cells, ({ prompt }) => prompt)].map(([id, some]) => {
    const brands = new Map<string, BrandSums>();
    for (const cell of some) for (const [brand, sums] of cell.brands) addSums(brands, brand, sums);
    return {
      id,
      answers: some.reduce((sum, { answers }) => sum + answers, 0),
      inline: some.reduce((sum, { inline }) => sum + inline, 0),
      brands,
    };
  });
}
