import type { SearchRow, SearchSort } from '../../../../schema/search-console.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Sums } from '../store/packed.ts';
import type { Property } from '../store/types.ts';
import type { Grouping } from './grouping.ts';
import type { Given, Held } from './held.ts';
import type { Ranked } from './top.ts';

/** A question with what answers it. */
export interface Asked extends Given {
  project: Project;
  property: Property;
  grouping: Grouping;
  now: Held;
  /** The comparison period, where it is held. */
  before: Held | null;
  sort?: SearchSort | undefined;
  limit: number;
  /** The last row of the page before. */
  after?: Ranked | undefined;
}

export interface ListedRow extends Ranked {
  sums: Sums;
  before: Sums | null;
  reason?: string;
  pages?: SearchRow['pages'];
}

/** One row more than the limit where there are more. */
export interface Listed {
  rows: readonly ListedRow[];
  /** All rows of the question. */
  count: number;
  /** What keys stand for, where that is not what the question lists by. */
  dimensions?: Grouping['dimensions'];
  /** Thresholds or curve that it went by. */
  basis?: string;
}
