import { stringify } from 'csv-stringify/sync';
import { checkOf } from '../../audit/catalogue.ts';
import type { Db } from '../../db/open.ts';
import { parsed } from '../common/wire.ts';
import type { Place } from './findings.ts';
import { findingsAfter, type FindingPlace } from './stored.ts';

const columns = ['code', 'severity', 'category', 'title', 'url', 'line', 'evidence', 'change', 'why', 'how_to_fix'];
/** Each may have ten places: a piece takes some milliseconds. */
const findingsAtOnce = 30;

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const lines = (rows: readonly (readonly (string | number | null)[])[]) =>
  stringify(rows as (string | number | null)[][], { record_delimiter: '\r\n', escape_formulas: true });

/** All findings of an audit as CSV, a line for each place, those that are mended last; undefined if there is no such audit. */
export async function findingsAsCsv(db: Db, auditId: string, turn: () => Promise<void>): Promise<AsyncIterable<string> | undefined> {
  const audit = await db.selectFrom('audits').select('id').where('id', '=', auditId).executeTakeFirst();
  return audit && rowsOf(db, auditId, turn);
}

async function* rowsOf(db: Db, auditId: string, turn: () => Promise<void>): AsyncIterable<string> {
  yield lines([columns]);
  for (let after: FindingPlace = { mended: 0, code: '', url: '' }; ;) {
    const findings = await findingsAfter(db, auditId, after, findingsAtOnce);
    yield lines(
      findings.flatMap(({ code, url, places, change }) => {
        const check = checkOf(code);
        const said = [check?.severity, check?.category, check?.title].map((one) => one ?? null);
        const advice = [check?.why, check?.howToFix].map((one) => one ?? null);
        return parsed<Place[]>(places).map(([line, evidence]) => [code, ...said, url, line, evidence, change, ...advice]);
      }),
    );
    if (findings.length < findingsAtOnce) return;
    // Whoever reads as fast as this is made leaves no turn to others.
    await turn();
    after = findings.at(-1)!;
  }
}
