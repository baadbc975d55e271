import type { Tx } from '../../db/open.ts';
import { parsed } from '../common/wire.ts';
import { movementOf, type Before } from './compare.ts';
import { checkedBy } from './queries.ts';
import { standingOf } from './wire.ts';

/** Keywords that a job names of each kind. */
const maxNamed = 10;

/** What a job came to: what it asked, what it left and why, and what moved. */
export async function resultOf(tx: Tx, jobId: string): Promise<Record<string, unknown>> {
  const rows = await checkedBy(tx, jobId);
  const left = rows.filter(({ left_code }) => left_code !== null);
  const handled = rows.filter(({ left_code }) => left_code === null);
  const asked = handled.filter(({ provider }) => provider !== null);
  const moved = asked.map((row) => {
    const last = parsed<Before>(row.before).last;
    const now = standingOf(row);
    return { keyword: row.keyword, from: last?.position ?? null, to: row.position, movement: now ? movementOf(now, last) : null };
  });
  const of = (movement: string) => moved.filter((one) => one.movement === movement);
  const named = (movement: string) => of(movement).slice(0, maxNamed).map(({ keyword, from, to }) => ({ keyword, from, to })); // prettier-ignore
  const costs = asked.map(({ cost }) => cost);
  return {
    asked: asked.length,
    ranked: asked.filter(({ status }) => status === 'ranked').length,
    notFound: asked.filter(({ status }) => status === 'not_found_in_top_n').length,
    errors: asked.filter(({ status }) => status === 'error').length,
    cannotBeAsked: handled.length - asked.length,
    notChecked: left.length,
    ...(left.length > 0 && { notCheckedBecause: countsOf(left.map(({ left_code }) => left_code!)) }),
    // In USD; null where the provider does not say what each cost.
    cost: costs.includes(null) || costs.length === 0 ? null : costs.reduce((sum: number, cost) => sum + cost!, 0),
    moved: { up: of('up').length, down: of('down').length, entered: of('entered').length, lost: of('lost').length },
    lost: named('lost'),
    down: named('down'),
  };
}

function countsOf(codes: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, some]) => [code, some.length]));
}
