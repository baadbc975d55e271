import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, round } from './figures.ts';
import { compareSides } from './sides.ts';
import { fill, keyOf, openProduct, openRaw, rowsIn, type StoreSide } from './store-sides.ts';

export interface StoreOptions {
  rounds?: number;
  /** How many rows are read in a round. */
  gets?: number;
  /** How many claims are made in a round, of so many pieces each. */
  turns?: Record<number, number>;
  openRaw?: (home: string) => StoreSide;
}

export const tiny: StoreOptions = { rounds: 1, gets: 200, turns: { 1: 5, 64: 2 } };

/** So many pieces are claimed before anything is timed. */
const comparedPieces = 3;

interface Spent {
  wallMs: number;
  cpuMs: number;
}

/** What the product's store and queue cost over bare prepared statements with the same effect, both with `synchronous=FULL`: medians over rounds in turns. */
export async function run(options: StoreOptions = {}): Promise<object> {
  const { rounds = 7, gets = 20_000, turns = { 1: 500, 64: 100 } } = options;
  const pieces = Object.entries(turns).reduce((sum, [size, count]) => sum + Number(size) * count, 0) * (rounds + 1) + comparedPieces;
  const [product, raw] = [await prepare(openProduct, pieces), await prepare(options.openRaw ?? openRaw, pieces)];
  const spent = new Map<string, { product: Spent[]; raw: Spent[] }>();
  const note = (what: string, side: 'product' | 'raw', one: Spent) => {
    if (!spent.has(what)) spent.set(what, { product: [], raw: [] });
    spent.get(what)![side].push(one);
  };
  try {
    await compareSides({ product: () => effectsOf(product), raw: () => effectsOf(raw) });
    // Round 0 warms up and does not count.
    for (let turn = 0; turn <= rounds; turn++) {
      for (const [name, { side }] of [
        ['product', product],
        ['raw', raw],
      ] as const) {
        const measured = await measureRound(side, gets, turns, pieces);
        if (turn > 0) for (const [what, one] of measured) note(what, name, one);
      }
    }
  } finally {
    await Promise.all([product.remove(), raw.remove()]);
  }
  const figures = [...spent].map(([what, sides]) => [what, figuresOf(sides)]);
  return { rounds, ...Object.fromEntries(figures), aim: { get: 4, claim: 2, acknowledge: 2 } };
}

async function prepare(open: (home: string) => StoreSide, pieces: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  await fill(home, pieces);
  const side = open(home);
  return {
    side,
    home,
    async remove() {
      await side.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What a side answers, and what it leaves behind, without what two runs never share: times and tokens. */
async function effectsOf({ side, home }: { side: StoreSide; home: string }): Promise<object> {
  const got = (await side.get(keyOf(comparedPieces))) as { key: string; payload: string };
  const claimed = await side.claim(comparedPieces);
  const leased = await rowsIn(home);
  await side.acknowledge(claimed.slice(1));
  const settled = await rowsIn(home);
  await side.acknowledge(claimed.slice(0, 1));
  return { got: [got.key, got.payload], claimed: claimed.map(({ id, key, payload }) => ({ id, key, payload })), leased, settled };
}

/** Every figure is for one piece. */
async function measureRound(side: StoreSide, gets: number, turns: Record<number, number>, rows: number): Promise<[string, Spent][]> {
  const measured: [string, Spent][] = [];
  const reading = stopwatch();
  // From the end: what stands at the beginning is claimed and gone.
  for (let index = 0; index < gets; index++) await side.get(keyOf(rows - 1 - (index % 1000)));
  measured.push(['get', per(reading(), gets)]);
  for (const [size, count] of Object.entries(turns)) {
    const claiming: Spent[] = [];
    const acknowledging: Spent[] = [];
    for (let turn = 0; turn < count; turn++) {
      const first = stopwatch();
      const claimed = await side.claim(Number(size));
      claiming.push(first());
      if (claimed.length !== Number(size)) throw new Error(`Only ${claimed.length} of ${size} were claimed.`);
      const second = stopwatch();
      await side.acknowledge(claimed);
      acknowledging.push(second());
    }
    measured.push(
      [`claim ${size}`, per(sumOf(claiming), count * Number(size))],
      [`acknowledge ${size}`, per(sumOf(acknowledging), count * Number(size))],
    );
  }
  return measured;
}

function stopwatch(): () => Spent {
  const before = process.cpuUsage();
  const began = performance.now();
  return () => {
    const wallMs = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    return { wallMs, cpuMs: (user + system) / 1000 };
  };
}

function sumOf(all: readonly Spent[]): Spent {
  return all.reduce((sum, one) => ({ wallMs: sum.wallMs + one.wallMs, cpuMs: sum.cpuMs + one.cpuMs }), { wallMs: 0, cpuMs: 0 });
}

function per({ wallMs, cpuMs }: Spent, count: number): Spent {
  return { wallMs: wallMs / count, cpuMs: cpuMs / count };
}

function figuresOf({ product, raw }: { product: Spent[]; raw: Spent[] }) {
  const times = (field: keyof Spent) => round(median(product.map((one, index) => one[field] / raw[index]![field])));
  const micros = (of: Spent[], field: keyof Spent) => round(median(of.map((one) => one[field])) * 1000, 1);
  return {
    timesRaw: times('wallMs'),
    timesRawCpu: times('cpuMs'),
    micros: { product: micros(product, 'wallMs'), raw: micros(raw, 'wallMs') },
    cpuMicros: { product: micros(product, 'cpuMs'), raw: micros(raw, 'cpuMs') },
  };
}
