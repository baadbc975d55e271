import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const searchPortable: Portable = {
  group: 'search-console',
  carried: [
    ofProject('search_properties', {
      order: ['name'],
      numbered: { column: 'number', name: 'name' },
      without: { number: 'Given anew: rows name the property instead.' },
    }),
    ofParent('search_keys', 'search_properties', 'property', { order: ['kind', 'number'] }),
    ofParent('search_days', 'search_properties', 'property', { order: ['grouped_by', 'date'] }),
    ofParent('search_months', 'search_properties', 'property', { order: ['grouped_by', 'month'] }),
    ofParent('search_imports', 'search_properties', 'property', { order: ['since', 'until', 'grouped_by'] }),
    ofProject('search_syncs'),
  ],
};
