import type { WritingThread } from '../../writing/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Foundation } from '../common/group.ts';
import type { DeliveryServices } from '../deliveries/index.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { ResearchServices } from '../research/index.ts';
import type { SiteServices } from '../site/index.ts';

export type Before = AccountServices & DeliveryServices & KnowledgeServices & SiteServices & Pick<ResearchServices, 'results'>;

/** What the parts of this group are given: the services of the groups before it, what every group is given, and the group's thread. */
export type Given = Before & Foundation & { thread: WritingThread };
