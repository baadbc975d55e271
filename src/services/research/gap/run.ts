import type { Store, Tx } from '../../../db/open.ts';
import type { Exports } from '../../account/index.ts';
import type { JobKind } from '../../common/jobs.ts';
import { bestFirst } from './classes.ts';
import { compareSites, type Needs as Comparing } from './compare.ts';
import { gapExport, gapLines, linesOfPiece, writePiece } from './csv.ts';
import type { GapState } from './gap.ts';
import { forgetPaid } from './paid.ts';
import { resultOf } from './result.ts';

type Needs = Comparing & { store: Store; exports: Pick<Exports, 'urlOf'> };

/** Compares a site with its competitors; keeps all rows for the CSV, and tells the best. */
export function createGapFinding(needs: Needs): JobKind {
  const { system, exports } = needs;
  return {
    async run({ jobId, resourceId: projectId, state: asked, signal, report }) {
      const state = asked as GapState;
      const compared = await compareSites(needs, { jobId, projectId, signal, told: report }, state);
      const rows = (compared.gap?.rows ?? []).toSorted(bestFirst);
      const pieces = Math.ceil(rows.length / linesOfPiece);
      for (let number = 0; number < pieces; number += 1) {
        const lines = gapLines(rows.slice(number * linesOfPiece, (number + 1) * linesOfPiece));
        const write = (tx: Tx) => writePiece(tx, { jobId, projectId, number, lines }, system.now());
        await report('writing the rows', 0.8 + (0.2 * number) / pieces, write);
      }
      return {
        write: async (tx) => {
          await forgetPaid(tx, jobId);
          const csvUrl = rows.length > 0 ? exports.urlOf(gapExport, jobId) : null;
          return { ...resultOf(state, compared, rows.slice(0, state.limit)), csvUrl };
        },
      };
    },

    // What was written of the rows until then is removed in its time.
    failed: async () => {},
    canceled: async () => {},
  };
}
