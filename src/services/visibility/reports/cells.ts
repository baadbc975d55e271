import type { BrandSums } from '../../../visibility/figures/sums.ts';
import { countAnswers, enginesAsked, sumBrands, valuesIn } from '../queries.ts';
import type { Place } from './places.ts';
import type { Question, ReportNeeds } from './question.ts';

/** The answers of one engine and surface to a prompt, in one of the two periods. */
export interface Cell extends Place {
  when: 'now' | 'before';
  /** Those that were read. */
  answers: number;
  /** Of these those with an inline mark or link. */
  inline: number;
  /** Empty until `sumCells`. */
  brands: ReadonlyMap<string, Readonly<BrandSums>>;
}

export interface Counted {
  cells: Cell[];
  /** Answers of the period that nobody has read yet: they do not count. */
  waiting: number;
}

/** Of one statement, so that none takes more than some milliseconds. A place of many answers is a statement of its own. */
const maxAtOnce = { prompts: 100, places: 300, answers: 12_000 };

/** Where answers are, and how many; places without any are left out. */
export async function countCells(needs: ReportNeeds, question: Question, periods: readonly Cell['when'][]): Promise<Counted> {
  const { store, system } = needs;
  const turn = system.turns();
  const cells: Cell[] = [];
  let waiting = 0;
  await eachPlaces(needs, question, periods, async (some) => {
    const counts = await countAnswers(store.db, question.project.id, some);
    for (const [index, [all, answers, inline]] of counts.entries()) {
      const place = some[index]!;
      if (place.when === 'now') waiting += all - answers;
      if (answers > 0) cells.push({ ...place, answers, inline, brands: new Map() });
    }
    await turn();
  });
  return { cells, waiting };
}

/** Adds up what brands come to in the cells. */
export async function sumCells({ store, system }: ReportNeeds, { project, brands }: Question, cells: readonly Cell[]): Promise<Cell[]> {
  const places = cells.flatMap((cell) => brands.map(({ id }) => ({ ...cell, brand: id })));
  const turn = system.turns();
  const sums: BrandSums[] = [];
  while (sums.length < places.length) {
    const some = upTo(maxAtOnce.answers, places.slice(sums.length, sums.length + maxAtOnce.places));
    sums.push(...(await sumBrands(store.db, project.id, some)));
    await turn();
  }
  return cells.map((cell, at) => {
    const own = sums.slice(at * brands.length, (at + 1) * brands.length);
    const found = brands.map(({ id }, index) => [id, own[index]!] as const).filter(([, { present }]) => present > 0);
    return { ...cell, brands: new Map(found) };
  });
}

/** The first of them, at least one. */
export function upTo<One extends { answers: number }>(most: number, all: readonly One[]): One[] {
  let answers = 0;
  const end = all.findIndex((one, at) => (answers += one.answers) > most && at > 0);
  return all.slice(0, end === -1 ? all.length : end);
}

/** The surfaces that there are, and more. */
const maxSurfaces = 10;

/** Where answers may be: some prompts at a time, of the engines that have answered them. */
async function eachPlaces(
  { store: { db } }: ReportNeeds,
  { project, prompts, period, before, asked }: Question,
  periods: readonly Cell['when'][],
  take: (places: readonly (Place & Pick<Cell, 'when'>)[]) => Promise<void>,
): Promise<void> {
  const isWanted = (wanted: string | undefined) => (one: string) => wanted === undefined || one === wanted;
  const surfaces = (await valuesIn(db, 'surface', { projectId: project.id, limit: maxSurfaces })).filter(isWanted(asked.surface));
  const spans = periods.map((when) => ({ when, ...(when === 'now' ? period : before) }));
  const ids = [...prompts.keys()];
  while (ids.length > 0) {
    const engines = await enginesAsked(db, project.id, ids.splice(0, maxAtOnce.prompts));
    const wanted = engines.filter(({ engine }) => isWanted(asked.engine)(engine));
    const places = wanted.flatMap(({ promptId: prompt, engine }) =>
      surfaces.flatMap((surface) => spans.map((span) => ({ prompt, engine, surface, ...span }))),
    );
    while (places.length > 0) await take(places.splice(0, maxAtOnce.places));
  }
}
