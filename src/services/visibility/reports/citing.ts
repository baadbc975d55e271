import type { Period } from '../../common/period.ts';
import type { CitingAnswers, PromptSpan } from '../queries.ts';
import { upTo, type Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

/** Of one statement: each answer has several citations, which are sorted. */
const maxAtOnce = { answers: 500, spans: 100 };

/** Reads what answers cite, some of them at a time, so that no statement takes more than some milliseconds. */
export async function eachSlice<Row>(
  { system }: ReportNeeds,
  { project, period }: Question,
  cells: readonly Cell[],
  read: (asked: CitingAnswers) => Promise<Row[]>,
): Promise<Row[]> {
  const of = (key: 'engine' | 'surface') => [...new Set(cells.map((cell) => cell[key]))];
  const wanted = { projectId: project.id, engines: of('engine'), surfaces: of('surface') };
  const spans = spansOf(cells, period);
  const turn = system.turns();
  const rows: Row[] = [];
  for (let at = 0; at < spans.length;) {
    const some = upTo(maxAtOnce.answers, spans.slice(at, at + maxAtOnce.spans));
    rows.push(...(await read({ ...wanted, spans: some })));
    at += some.length;
    await turn();
  }
  return rows;
}

/** A prompt of very many answers is read in spans of time. */
function spansOf(cells: readonly Cell[], period: Period): (PromptSpan & { answers: number })[] {
  return [...Map.groupBy(cells, ({ prompt }) => prompt)].flatMap(([prompt, some]) => {
    const all = some.reduce((sum, { answers }) => sum + answers, 0);
    const parts = Math.ceil(all / maxAtOnce.answers);
    const step = Math.ceil((period.until - period.since + 1) / parts);
    return Array.from({ length: parts }, (_, part) => ({
      prompt,
      answers: all / parts,
      since: period.since + part * step,
      until: Math.min(period.until, period.since + (part + 1) * step - 1),
    }));
  });
}
