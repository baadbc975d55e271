import type { PlannedPage, ResearchSource, TopicPlan } from '../../../../schema/topic-plan.ts';
import type { Db, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { parsed } from '../../common/wire.ts';

/** A page of a plan; what is for it already is told when the plan is read. */
export interface StoredPage extends Pick<
  PlannedPage,
  'keyword' | 'title' | 'articleType' | 'intent' | 'searchVolume' | 'difficulty' | 'documents' | 'warnings'
> {
  why: Record<string, string>;
  /** Plans of earlier versions have none. */
  relevance?: PlannedPage['relevance'];
  /** All the others that it is for. */
  keywords: string[];
  /** The keywords of the pages nearest to it. */
  neighbours: string[];
}

/** What the last research came to. */
export interface StoredPlan extends Pick<
  TopicPlan,
  'method' | 'merged' | 'leftOut' | 'searchVolume' | 'figures' | 'hint' | 'next' | 'why'
> {
  pillar: StoredPage;
  pages: StoredPage[];
  sources: ResearchSource[];
}

export async function storedPlan(db: Db | Tx, topicId: string): Promise<StoredPlan | null> {
  const row = await db.selectFrom('topic_plans').select('plan').where('topic_id', '=', topicId).executeTakeFirst();
  return row ? parsed<StoredPlan>(row.plan) : null;
}

/** The plans of these topics as JSON, which whoever reads many parses one by one. */
export async function storedPlans(db: Db, topicIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('topic_plans').select(['topic_id', 'plan']).where('topic_id', 'in', idsIn(topicIds)).execute();
  return new Map(rows.map(({ topic_id, plan }) => [topic_id, plan]));
}

/** `plan`: as JSON, which takes too long for a transaction. */
export async function storePlan(tx: Tx, topicId: string, plan: string, now: number): Promise<void> {
  const values = { researched_at: now, plan };
  await tx
    .insertInto('topic_plans')
    .values({ topic_id: topicId, ...values })
    .onConflict((conflict) => conflict.column('topic_id').doUpdateSet(values))
    .execute();
}
