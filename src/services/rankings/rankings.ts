import type { Deleted, Refused } from '../../../schema/common.ts';
import type {
  NewTrackedKeywords,
  RankingCheckJob,
  RankingCheckRequest,
  RankingPage,
  RankingQuery,
  TrackedKeywords,
} from '../../../schema/rankings.ts';

/** Where a project ranks for the keywords that it tracks. */
export interface Rankings {
  /** Computed from what is kept. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: RankingQuery): Promise<RankingPage>;
  /** Stores; nobody is asked. Throws `not_found`, `project_required`, `invalid_input`, `conflict`. */
  track(input: NewTrackedKeywords, refused?: readonly Refused[]): Promise<TrackedKeywords>;
  /** Deletes it with its history. Throws `not_found`. */
  untrack(id: string): Promise<Deleted>;
  /**
   * Asks by a job. Throws `not_found`, `project_required`, `site_required`, `conflict` where nothing is tracked, and `integration_required` or
   * `provider_refused` where none can be asked.
   */
  check(request: RankingCheckRequest): Promise<RankingCheckJob>;
}
