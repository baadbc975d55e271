import type { Db, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { KeywordAnswer } from '../../../providers/keyword-data/keyword-data.ts';
import type { Market } from '../../../providers/keyword-data/markets.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { parsedOrNull } from '../../common/wire.ts';

/** Providers renew their figures once a month. */
export const metricsKeptMs = 30 * 24 * 3_600_000;

/** An older volume is no figure to tell, but still says which of two keywords weighs more. */
export const volumesKeptMs = 365 * 24 * 3_600_000;

/** What a provider said of a keyword. */
export interface KeptMetrics {
  keyword: string;
  provider: string;
  figures: KeywordAnswer['figures'];
  why: string | null;
  checkedAt: number;
}

export async function keptMetrics(db: Db, { country, language }: Market, keywords: readonly string[], now: number): Promise<KeptMetrics[]> {
  const rows = await db
    .selectFrom('keyword_metrics')
    .select(['keyword', 'provider', 'figures', 'why', 'checked_at'])
    .where('country', '=', country)
    .where('language', '=', language)
    .where('keyword', 'in', idsIn(keywords))
    .where('checked_at', '>', now - metricsKeptMs)
    .execute();
  return rows.map(({ checked_at: checkedAt, figures, ...row }) => ({ ...row, figures: parsedOrNull(figures), checkedAt }));
}

/** Searches a month of each, as they were last told within a year; null where they were not. Nobody is asked. */
export async function keptVolumes(db: Db, asked: readonly (Market & { keyword: string })[]): Promise<(number | null)[]> {
  const all = asked.map(({ keyword, ...market }) => ({ ...market, keyword: writtenKey(keyword) }));
  const some = (field: 'country' | 'language' | 'keyword') => idsIn([...new Set(all.map((one) => one[field]))]);
  const rows = await db
    .selectFrom('keyword_metrics')
    .select(['country', 'language', 'keyword', 'figures'])
    .where('country', 'in', some('country'))
    .where('language', 'in', some('language'))
    .where('keyword', 'in', some('keyword'))
    .execute();
  const keyOf = ({ country, language, keyword }: (typeof all)[number]) => `${country} ${language} ${keyword}`;
  const figures = new Map(rows.map((row) => [keyOf(row), row.figures]));
  return all.map((one) => parsedOrNull<KeptMetrics['figures']>(figures.get(keyOf(one)) ?? null)?.searchVolume ?? null);
}

export async function keepMetrics(tx: Tx, { country, language }: Market, kept: readonly KeptMetrics[]): Promise<void> {
  if (kept.length === 0) return;
  await tx
    .insertInto('keyword_metrics')
    .values(
      kept.map(({ keyword, provider, figures, why, checkedAt }) => {
        return { country, language, keyword, provider, figures: figures && JSON.stringify(figures), why, checked_at: checkedAt };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['country', 'language', 'keyword']).doUpdateSet((row) => ({
        provider: row.ref('excluded.provider'),
        figures: row.ref('excluded.figures'),
        why: row.ref('excluded.why'),
        checked_at: row.ref('excluded.checked_at'),
      })),
    )
    .execute();
}

const maxRemovedAtOnce = 200;

export function metricsRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const old = tx.selectFrom('keyword_metrics').select(['country', 'language', 'keyword']);
    const rows = await old.where('checked_at', '<=', now() - volumesKeptMs).limit(maxRemovedAtOnce).execute(); // prettier-ignore
    if (rows.length === 0) return false;
    await tx
      .deleteFrom('keyword_metrics')
      .where((row) => row.or(rows.map((one) => row.and(one))))
      .execute();
    return rows.length === maxRemovedAtOnce;
  };
}
