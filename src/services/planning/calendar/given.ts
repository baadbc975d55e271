import type { AccountServices } from '../../account/index.ts';
import type { ArticleServices } from '../../articles/index.ts';
import type { Foundation } from '../../common/group.ts';

/** What the parts of the calendar are given. */
export type Given = Pick<Foundation, 'store' | 'system' | 'queue' | 'publicUrl'> &
  Pick<AccountServices, 'projects'> &
  Pick<ArticleServices, 'articles'>;
