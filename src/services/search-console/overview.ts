import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';
import { failedSyncs, lateImports, wholeSyncs } from './queries.ts';
import type { Brought } from './sync/brought.ts';

/** Which projects' last sync did not bring everything, and what came of late: by a sync, or by imports. */
export async function searchOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const [failed, whole, imports] = await Promise.all([
    failedSyncs(db, question.projectId),
    wholeSyncs(db, question),
    lateImports(db, question),
  ]);
  const failures = failed.rows.map(({ job_id: id, property, error }) => ({ id, about: `${property}: ${error}` }));
  const synced = whole.rows.map(({ job_id: id, property, brought }) => {
    const last = parsed<Brought>(brought).lastFinalDay;
    return { id, about: `${property}: ${last === null ? 'no day is final yet' : `days to ${last}`}` };
  });
  const imported = imports.rows.map(({ name, since, until, assumed }) => ({
    id: `${since}/${until}`,
    about: `${name}: ${since} to ${until}${assumed === 1 ? ', compared with days that are assumed' : ''}`,
  }));
  const [first] = imports.rows;
  return {
    needsYou: entry('search_console_sync_failed', { count: failed.count, latest: failures }, [
      'search_console_sync',
      { projectId: failed.rows[0]?.project_id },
    ]),
    happened: [
      ...entry('search_console_synced', { count: whole.count, latest: synced }, [
        'search_console_query',
        { view: 'quick_wins', projectId: whole.rows[0]?.project_id },
      ]),
      ...entry('search_console_imported', { count: imports.count, latest: imported }, [
        'search_console_query',
        { view: 'quick_wins', since: first?.since, until: first?.until, projectId: first?.project_id },
      ]),
    ],
  };
}
