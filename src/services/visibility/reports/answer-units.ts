import type { AiAnswerBrandRow } from '../../../db/rows/visibility.ts';
import type { BrandSums, Unit } from '../../../visibility/figures/sums.ts';
import type { Period } from '../../common/period.ts';
import type { Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

interface OfPrompt {
  /** Whose engines and surfaces are wanted. */
  cells: readonly Cell[];
  prompt: string;
  period: Period;
}

interface AnswerUnit extends Unit {
  brands: Map<string, BrandSums>;
}

/** Rows of one statement. */
const maxAtOnce = 1_000;

/** One unit for each answer to a prompt. */
export async function byAnswer(needs: ReportNeeds, question: Question, of: OfPrompt): Promise<Unit[]> {
  const units = await answersTo(needs, question, of);
  if (units.size > 0) await addBrands(needs, question, of, units);
  return [...units.values()];
}

async function answersTo({ store, system }: ReportNeeds, { project }: Question, { cells, prompt, period }: OfPrompt) {
  const wanted = new Set(cells.map(({ engine, surface }) => `${engine} ${surface}`));
  const units = new Map<string, AnswerUnit>();
  const turn = system.turns();
  const answers = store.db
    .selectFrom('ai_answers')
    .select(['id', 'asked_at', 'engine', 'surface', 'has_inline'])
    .where('project_id', '=', project.id)
    .where('prompt_id', '=', prompt)
    .where('asked_at', '<=', period.until)
    .orderBy('asked_at')
    .orderBy('id')
    .limit(maxAtOnce);
  let after = { asked_at: period.since - 1, id: '' };
  while (wanted.size > 0) {
    const { asked_at, id } = after;
    const rows = await answers.where(({ eb, refTuple, tuple }) => eb(refTuple('asked_at', 'id'), '>', tuple(asked_at, id))).execute();
    for (const row of rows)
      if (row.has_inline !== null && wanted.has(`${row.engine} ${row.surface}`))
        units.set(row.id, { id: row.id, answers: 1, inline: row.has_inline, brands: new Map() });
    if (rows.length < maxAtOnce) break;
    after = rows.at(-1)!;
    await turn();
  }
  return units;
}

async function addBrands(
  { store, system }: ReportNeeds,
  { project, brands }: Question,
  { prompt, period }: OfPrompt,
  units: ReadonlyMap<string, AnswerUnit>,
): Promise<void> {
  const tracked = new Set(brands.map(({ id }) => id));
  const turn = system.turns();
  const named = store.db
    .selectFrom('ai_answer_brands')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('prompt_id', '=', prompt)
    .where('asked_at', '<=', period.until)
    .orderBy('asked_at')
    .orderBy('answer_id')
    .orderBy('brand')
    .limit(maxAtOnce);
  let after = { asked_at: period.since - 1, answer_id: '', brand: '' };
  for (;;) {
    const { asked_at, answer_id, brand } = after;
    const rows = await named
      .where(({ eb, refTuple, tuple }) => eb(refTuple('asked_at', 'answer_id', 'brand'), '>', tuple(asked_at, answer_id, brand)))
      .execute();
    for (const row of rows) if (tracked.has(row.brand)) units.get(row.answer_id)?.brands.set(row.brand, sumsOf(row));
    if (rows.length < maxAtOnce) return;
    after = rows.at(-1)!;
    await turn();
  }
}

function sumsOf({ mentions, position, sentiment, sentiment_count, prominence, cited }: AiAnswerBrandRow): BrandSums {
  return {
    present: 1,
    mentioned: position === null ? 0 : 1,
    mentions,
    positions: position ?? 0,
    sentiment: (sentiment ?? 0) * sentiment_count,
    sentiments: sentiment_count,
    prominence: prominence ?? 0,
    citations: cited,
  };
}
