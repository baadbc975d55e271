/** How a figure grows with the size of what it is measured on. */
export interface Growth {
  /** The smallest size and the largest, and the figure at each. */
  sizes: [number, number];
  values: [number, number];
  /** The figure divided by the size. */
  perItem: [number, number];
  /** The figure grows as this power of the size: 0 is not at all, 1 as fast as the size, 2 as its square. */
  exponent: number;
}

/** Less cannot be told from nothing. */
const least = 0.01;

/** Compares the first measurement with the last: the smallest size with the largest. */
export function growth(measured: readonly { size: number; value: number }[]): Growth {
  const [small, large] = [measured[0]!, measured.at(-1)!];
  const times = Math.max(large.value, least) / Math.max(small.value, least);
  return {
    sizes: [small.size, large.size],
    values: [small.value, large.value],
    perItem: [figured(small.value / small.size), figured(large.value / large.size)],
    exponent: Math.round((100 * Math.log(times)) / Math.log(large.size / small.size)) / 100,
  };
}

/** A thousandth of each, in which the share of one item is told. */
const thousandths = { s: ['ms', 1000], ms: ['µs', 1000], MiB: ['KiB', 1024] } as const;

/** As the table says it: the figure at both sizes; the same for each item; the power. */
export function growthWords({ values, perItem, exponent }: Growth, unit: keyof typeof thousandths): string {
  const [part, parts] = thousandths[unit];
  return `${listed(values)} ${unit}; ${listed(perItem.map((one) => figured(one * parts)))} ${part} each; n^${exponent}`;
}

const listed = (values: readonly number[]): string => values.map((value) => value.toLocaleString('en-US')).join(', ');

/** Three digits are enough, however small it is. */
const figured = (value: number): number => Number(value.toPrecision(3));
