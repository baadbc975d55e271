import type { Polite } from '../../../crawl/polite.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import type { Looking, PageText } from './look.ts';
import type { Ground } from './relevance.ts';

/** Why a check ended. */
export type CheckEnd = 'complete' | 'max_pages' | 'max_seconds' | 'robots_forbid' | 'unreachable';

/** What the parts of a check are given. */
export interface CheckNeeds {
  store: Store;
  system: System;
  polite: Polite;
  looking: Looking;
  ground: Ground;
  /** The competitor's feed, where one was named. */
  feedUrl: string | null;
  /** Writes in a transaction, unless the job or the source is gone: then it throws. */
  writeStep(step: string, write: (tx: Tx) => Promise<void>): Promise<void>;
  /** Keeps a page's text in the crawled index; null where it is gone from there. */
  index(tx: Tx, url: string, page: PageText | null): Promise<void>;
}
