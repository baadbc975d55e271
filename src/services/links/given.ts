import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Foundation } from '../common/group.ts';
import type { SiteServices } from '../site/index.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { ResearchServices } from '../research/index.ts';
import type { VisibilityServices } from '../visibility/index.ts';

export type Before = AccountServices &
  KnowledgeServices &
  SiteServices &
  ArticleServices &
  Pick<ResearchServices, 'results'> &
  VisibilityServices;

/** What the parts of link building are given. */
export type Given = Foundation & Before;
