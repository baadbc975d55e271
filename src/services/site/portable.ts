import { indexTables } from '../../db/full-text.ts';
import { ofParent, ofProject, type Portable } from '../common/portable.ts';
import { atOnce, indexArrived } from './crawled/passages.ts';

export const sitePortable: Portable = {
  group: 'site',
  carried: [
    ofProject('competitors'),
    ofProject('crawled_pages'),
    ofParent('crawled_passages', 'crawled_pages', 'page_id', {
      order: ['position'],
      numbered: { column: 'number' },
      without: { number: 'Given anew: the index knows a passage by it.' },
      arrived: indexArrived,
      atOnce,
    }),
    ofProject('posts'),
    ofProject('post_pages'),
    ofProject('post_inventories'),
  ],
  left: { [indexTables.crawled]: 'The index: made anew of the passages.' },
};
