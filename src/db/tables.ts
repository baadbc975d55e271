import type { AccountTables } from './rows/account.ts';
import type { ArticleTables } from './rows/articles.ts';
import type { AuditTables } from './rows/audits.ts';
import type { AutopilotTables } from './rows/autopilot.ts';
import type { CommonTables } from './rows/common.ts';
import type { DeliveryTables } from './rows/deliveries.ts';
import type { KnowledgeTables } from './rows/knowledge.ts';
import type { LinkTables } from './rows/links.ts';
import type { OptimizerTables } from './rows/optimizer.ts';
import type { PlanningTables } from './rows/planning.ts';
import type { QueueTables } from './rows/queue.ts';
import type { SearchConsoleTables } from './rows/search-console.ts';
import type { ResearchTables } from './rows/research.ts';
import type { RankingTables } from './rows/rankings.ts';
import type { SiteTables } from './rows/site.ts';
import type { TopicTables } from './rows/topics.ts';
import type { VisibilityTables } from './rows/visibility.ts';

/** All tables. Each belongs to one group, the only one that writes to it. */
export interface Tables
  extends
    QueueTables,
    CommonTables,
    AccountTables,
    DeliveryTables,
    KnowledgeTables,
    SiteTables,
    AuditTables,
    ArticleTables,
    PlanningTables,
    SearchConsoleTables,
    ResearchTables,
    RankingTables,
    TopicTables,
    OptimizerTables,
    VisibilityTables,
    LinkTables,
    AutopilotTables {}
