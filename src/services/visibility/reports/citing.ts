import { countRows, endOfRows, type AnswerSpan, type ReadingTable, type SpansOfAnswers } from './queries.ts';
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

  async function readParts(span: AnswerSpan): Promise<void> {
    const end = await endOfRows(store.db, table, { projectId: project.id, span, rows: maxAtOnce.rows });
    take(await read({ ...wanted, spans: [{ ...span, until: end ?? span.until }] }));
    await turn();
    if (end) await readParts({ ...span, after: end });
  }

  for (let at = 0; at < prompts.length;) {
    const some = upTo(maxAtOnce.answers, prompts.slice(at, at + maxAtOnce.prompts));
    at += some.length;
    const spans = some.map(({ prompt }) => ({
      prompt,
      after: { asked_at: period.since - 1, answer_id: '~' },
      until: { asked_at: period.until, answer_id: '~' },
    }));
    if ((await countRows(store.db, table, { ...wanted, spans }, maxAtOnce.rows + 1)) <= maxAtOnce.rows)
      take(await read({ ...wanted, spans }));
    else for (const span of spans) await readParts(span);
    await turn();
  }
}
