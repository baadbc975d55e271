import { generator } from './random.ts';

/** One page in an order: what puts it there, and its label. */
export interface Placed {
  by: number;
  label: number;
}

export interface OrderQuality {
  ndcg10: number;
  precision5: number;
  /** Of all pairs with different labels, how many stand the right way round; a tie is half right. */
  pairs: number;
}

const worthwhile = 2;

/** How well an order puts what is labelled high first. Among ties every order is as likely: what is told is the mean of all. */
export function qualityOf(pages: readonly Placed[]): OrderQuality {
  const gain = ({ label }: { label: number }) => 2 ** label - 1;
  const shares = tieShares(pages);
  const discounted = (values: readonly number[]) => values.slice(0, 10).reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
  const ideal = discounted(pages.map(gain).toSorted((one, other) => other - one));
  return {
    ndcg10: ideal === 0 ? 0 : discounted(shares(gain)) / ideal,
    precision5:
      shares(({ label }) => Number(label >= worthwhile))
        .slice(0, 5)
        .reduce((sum, value) => sum + value, 0) / Math.min(5, pages.length),
    pairs: pairsRight(pages),
  };
}

/** At each place the mean of what those have that may stand there. */
function tieShares(pages: readonly Placed[]): (value: (page: Placed) => number) => number[] {
  const sorted = pages.toSorted((one, other) => other.by - one.by);
  return (value) =>
    sorted.map(({ by }) => {
      const tied = sorted.filter((one) => one.by === by);
      return tied.reduce((sum, one) => sum + value(one), 0) / tied.length;
    });
}

function pairsRight(pages: readonly Placed[]): number {
  let [right, all] = [0, 0];
  for (const [at, one] of pages.entries())
    for (const other of pages.slice(at + 1)) {
      if (one.label === other.label) continue;
      all++;
      right += one.by === other.by ? 0.5 : Number(one.by > other.by === one.label > other.label);
    }
  return all === 0 ? 0.5 : right / all;
}

const resamples = 2000;

/** What a figure is in 95 of 100 draws of the pages of each project, with replacement. */
export function intervalOf<Page>(
  projects: readonly (readonly Page[])[],
  figure: (projects: readonly (readonly Page[])[]) => number,
): [number, number] {
  const random = generator(1);
  const drawn = Array.from({ length: resamples }, () =>
    figure(projects.map((pages) => pages.map(() => pages[Math.floor(random() * pages.length)]!))),
  ).toSorted((one, other) => one - other);
  return [drawn[Math.floor(0.025 * resamples)]!, drawn[Math.floor(0.975 * resamples)]!];
}
