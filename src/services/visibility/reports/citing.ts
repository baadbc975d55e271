import type { Db } from '../../../db/open.ts';
import { countRows } from '../queries.ts';
import type { AnswerSpan, PlaceInPrompt, ReadingTable, SpansOfAnswers } from './places.ts';
import { upTo, type Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

/** Of one statement, whose rows are sorted and joined. */
const maxAtOnce = { prompts: 100, answers: 500, rows: 2_000 };

interface Reading<Row> {
  table: ReadingTable;
  read: (asked: SpansOfAnswers) => Promise<Row[]>;
  take: (rows: readonly Row[]) => void;
}

/**
 * Reads what answers cite or name, some of them at a time, so that neither a statement nor what `take` does with its rows takes more than some
 * milliseconds, however much one answer has and whenever they were asked.
 */
export async function eachSlice<Row>(
  { store, system }: ReportNeeds,
  { project, period }: Question,
  cells: readonly Cell[],
  { table, read, take }: Reading<Row>,
): Promise<void> {
  const of = (key: 'engine' | 'surface') => [...new Set(cells.map((cell) => cell[key]))];
  const wanted = { projectId: project.id, engines: of('engine'), surfaces: of('surface') };
  const prompts = [...Map.groupBy(cells, ({ prompt }) => prompt)].map(([prompt, some]) => {
    return { prompt, answers: some.reduce((sum, { answers }) => sum + answers, 0) };
  });
  const turn = system.turns();

  async function readParts(spans: AnswerSpan[]): Promise<void> {
    while (spans.length > 0) {
      const span = spans.shift()!;
      const end = await endOfRows(store.db, table, { projectId: project.id, span });
      take(await read({ ...wanted, spans: [{ ...span, until: end ?? span.until }] }));
      await turn();
      if (end) spans.unshift({ ...span, after: end });
    }
  }

  while (prompts.length > 0) {
    const some = prompts.splice(0, upTo(maxAtOnce.answers, prompts.slice(0, maxAtOnce.prompts)).length);
    const spans = some.map(({ prompt }) => ({
      prompt,
      after: { asked_at: period.since - 1, answer_id: '~' },
      until: { asked_at: period.until, answer_id: '~' },
    }));
    if ((await countRows(store.db, table, { ...wanted, spans }, maxAtOnce.rows + 1)) <= maxAtOnce.rows)
      take(await read({ ...wanted, spans }));
    else await readParts(spans);
    await turn();
  }
}

/** The answer that has the row at which `maxAtOnce.rows` are reached; none where the span has fewer. */
async function endOfRows(
  db: Db,
  table: ReadingTable,
  { projectId, span: { prompt, after, until } }: { projectId: string; span: AnswerSpan },
): Promise<PlaceInPrompt | undefined> {
  return db
    .selectFrom(table)
    .select(['asked_at', 'answer_id'])
    .where('project_id', '=', projectId)
    .where('prompt_id', '=', prompt)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('asked_at', 'answer_id'), '>', tuple(after.asked_at, after.answer_id)))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('asked_at', 'answer_id'), '<=', tuple(until.asked_at, until.answer_id)))
    .orderBy('asked_at')
    .orderBy('answer_id')
    .limit(1)
    .offset(maxAtOnce.rows - 1)
    .executeTakeFirst();
}
