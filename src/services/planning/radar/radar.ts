import type { Deleted } from '../../../../schema/common.ts';
import type { NewRadarSource, RadarCheck, RadarPage, RadarQuery, WatchedSource } from '../../../../schema/content-radar.ts';
import type { RecommendationQuery, Recommendations } from '../../../../schema/recommendations.ts';

/** What competitors publish, and what to make of it. */
export interface ContentRadar {
  /** Newest first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: RadarQuery): Promise<RadarPage>;
  /** Throws `not_found`, `project_required`, `conflict` for one that is watched already or too many, `invalid_input`, `address_refused`. */
  watch(input: NewRadarSource): Promise<WatchedSource>;
  /** Removes a source and all that was found through it. Throws `not_found`. */
  unwatch(id: string): Promise<Deleted>;
  /** Throws `not_found`, `project_required`, and `conflict` where nothing is watched. */
  check(input: { sourceId?: string; projectId?: string }): Promise<RadarCheck>;
  /** Computed from what is stored. Throws `not_found`, `project_required`. */
  recommend(query: RecommendationQuery): Promise<Recommendations>;
}
