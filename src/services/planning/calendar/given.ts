import type { AccountServices } from '../../account/index.ts';
import type { ArticleServices } from '../../articles/index.ts';
import type { Foundation } from '../../common/group.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import type { SiteServices } from '../../site/index.ts';

/** What the parts of the calendar are given. */
export type Given = Pick<Foundation, 'store' | 'system' | 'queue' | 'publicUrl'> &
  Pick<AccountServices, 'projects'> &
  Pick<SearchConsoleServices, 'sitePages'> &
  Pick<SiteServices, 'posts'> &
  Pick<ArticleServices, 'articles'>;
