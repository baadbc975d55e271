import type { Db } from '../../../db/open.ts';
import type { BrandSums } from '../../../visibility/figures/sums.ts';
import { countAnswers, valuesIn, sumBrands } from '../queries.ts';
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
const maxAtOnce = { places: 300, answers: 12_000 };

/** Where answers are, and how many; places without any are left out. */
export async function countCells(needs: ReportNeeds, question: Question, periods: readonly Cell['when'][]): Promise<Counted> {
  const { store, system } = needs;
  const places = await placesOf(store.db, question, periods);
  const turn = system.turns();
  const cells: Cell[] = [];
  let waiting = 0;
  for (let at = 0; at < places.length; at += maxAtOnce.places) {
    const some = places.slice(at, at + maxAtOnce.places);
    const counts = await countAnswers(store.db, question.project.id, some);
    for (const [index, [all, answers, inline]] of counts.entries()) {
      const place = some[index]!;
      if (place.when === 'now') waiting += all - answers;
      if (answers > 0) cells.push({ ...place, answers, inline, brands: new Map() });
    }
    await turn();
  }
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

/** Engines that are told of, whatever a project has been given. */
const maxValues = 1_000;

async function placesOf(db: Db, question: Question, periods: readonly Cell['when'][]): Promise<(Place & Pick<Cell, 'when'>)[]> {
  const { project, prompts, asked } = question;
  const only = (wanted: string | undefined, all: readonly string[]) => (wanted === undefined ? all : all.filter((one) => one === wanted));
  const engines = only(asked.engine, await valuesIn(db, 'engine', { projectId: project.id, limit: maxValues }));
  const surfaces = only(asked.surface, await valuesIn(db, 'surface', { projectId: project.id, limit: maxValues }));
  const spans = periods.map((when) => ({ when, ...(when === 'now' ? question.period : question.before) }));
  const pairs = engines.flatMap((one) => surfaces.flatMap((other) => spans.map((span) => ({ engine: one, surface: other, ...span }))));
  return [...prompts.keys()].flatMap((prompt) => pairs.map((pair) => ({ prompt, ...pair })));
}
