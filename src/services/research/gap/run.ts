import type { Store, Tx } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import type { Exports, Projects } from '../../account/index.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import type { CrawledPages } from '../../site/index.ts';
import { gapByContent } from './by-content.ts';
import { gapByResults, type Gap } from './by-results.ts';
import { bestFirst } from './classes.ts';
import { gapExport, gapLines, linesOfPiece, writePiece } from './csv.ts';
import type { GapState } from './gap.ts';
import { sitePages, type SitePages } from './pages.ts';
import { resultOf } from './result.ts';

interface Needs {
  store: Store;
  system: System;
  projects: Pick<Projects, 'get'>;
  exports: Pick<Exports, 'urlOf'>;
  crawledPages: Pick<CrawledPages, 'pagesOf' | 'passagesOf' | 'hostsOf'>;
}

/** Compares a site with its competitors: by the ranks that are known, else by what their pages write of. */
export function createGapFinding({ store, system, projects, exports, crawledPages }: Needs): JobKind {
  /** By what is stored of their pages; what is not known of a site is told, not taken for an answer. */
  async function byContent({ resourceId: projectId, signal }: JobAttempt, state: GapState): Promise<{ gap?: Gap; pages: SitePages }> {
    const { brandTerms } = await projects.get(projectId);
    const { language, keywords, rivals } = state;
    const pages = await sitePages({ projectId, language, sides: state, crawledPages, system, signal });
    if (pages.own === 0 || rivals.every((_, index) => pages.theirs[index] === 0)) return { pages };
    return { gap: await gapByContent({ pages, sides: state, brandTerms, language, keywords }), pages };
  }

  return {
    async run(attempt) {
      const { jobId, resourceId: projectId, signal } = attempt;
      const state = attempt.state as GapState;
      const { country, language, keywords, limit } = state;
      await attempt.report('looking through results pages', 0.1);
      const ranks = await gapByResults({ db: store.db, system, sides: state, question: { country, language }, keywords, signal });
      if (!ranks) await attempt.report('reading what pages write of', 0.2);
      const { gap = ranks, pages } = ranks ? {} : await byContent(attempt, state);
      const rows = (gap?.rows ?? []).toSorted(bestFirst);
      const pieces = Math.ceil(rows.length / linesOfPiece);
      for (let number = 0; number < pieces; number += 1) {
        const lines = gapLines(rows.slice(number * linesOfPiece, (number + 1) * linesOfPiece));
        const write = (tx: Tx) => writePiece(tx, { jobId, projectId, number, lines }, system.now());
        await attempt.report('writing the rows', 0.8 + (0.2 * number) / pieces, write);
      }
      return {
        write: async () => {
          const csvUrl = rows.length > 0 ? exports.urlOf(gapExport, jobId) : null;
          return { ...resultOf({ state, gap, pages, rows: rows.slice(0, limit) }), csvUrl };
        },
      };
    },

    // What was written of the rows until then is removed in its time.
    failed: async () => {},
    canceled: async () => {},
  };
}
