import type { SuggestSource } from '../../../providers/suggest/suggest.ts';
import type { Db, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { parsed } from '../../common/wire.ts';
import type { Slice } from '../../common/group.ts';
import type { System } from '../../../system.ts';

/** How long answers are kept, and a service that refused is left alone. */
export const suggestionLimits = { keptMs: 7 * 24 * 3_600_000, pauseMs: 24 * 3_600_000 } as const;

/** Where and in which language a service is asked. */
export interface Asking {
  source: SuggestSource;
  language: string;
  country: string | null;
}

/** What a service completed a text to. */
export interface Completed {
  text: string;
  completions: string[];
  askedAt: number;
}

const keyOf = ({ source, language, country }: Asking) => ({ source, language, country: country ?? '' });

export async function keptAnswers(db: Db, asking: Asking, texts: readonly string[], now: number): Promise<Completed[]> {
  const { source, language, country } = keyOf(asking);
  const rows = await db
    .selectFrom('suggestions')
    .select(['text', 'completions', 'asked_at'])
    .where('source', '=', source)
    .where('language', '=', language)
    .where('country', '=', country)
    .where('text', 'in', idsIn(texts))
    .where('asked_at', '>', now - suggestionLimits.keptMs)
    .execute();
  return rows.map(({ text, completions, asked_at: askedAt }) => ({ text, askedAt, completions: parsed<string[]>(completions) }));
}

export async function keepAnswers(tx: Tx, asking: Asking, answers: readonly Completed[]): Promise<void> {
  const rows = answers.map(({ text, completions, askedAt }) => {
    return { ...keyOf(asking), text, completions: JSON.stringify(completions), asked_at: askedAt };
  });
  await tx
    .insertInto('suggestions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source', 'language', 'country', 'text']).doUpdateSet((row) => ({
        completions: row.ref('excluded.completions'),
        asked_at: row.ref('excluded.asked_at'),
      })),
    )
    .execute();
}

/** Until when a service is left alone, and what it said; undefined if it may be asked. */
export function pauseOf(db: Db, source: SuggestSource, now: number): Promise<{ until: number; reason: string } | undefined> {
  return db
    .selectFrom('suggestion_pauses')
    .select(['until', 'reason'])
    .where('source', '=', source)
    .where('until', '>', now)
    .executeTakeFirst();
}

export async function leaveAlone(tx: Tx, source: SuggestSource, until: number, reason: string): Promise<void> {
  await tx
    .insertInto('suggestion_pauses')
    .values({ source, until, reason })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ until, reason }))
    .execute();
}

const maxRemovedAtOnce = 200;

export function suggestionRetention({ now }: Pick<System, 'now'>): readonly Slice[] {
  return [
    async (tx) => {
      const before = now() - suggestionLimits.keptMs;
      const old = tx.selectFrom('suggestions').select(['source', 'language', 'country', 'text']).where('asked_at', '<=', before);
      const rows = await old.limit(maxRemovedAtOnce).execute();
      if (rows.length === 0) return false;
      await tx
        .deleteFrom('suggestions')
        .where((row) => row.or(rows.map((one) => row.and(one))))
        .execute();
      return rows.length === maxRemovedAtOnce;
    },
  ];
}
