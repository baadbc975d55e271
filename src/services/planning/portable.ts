import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const planningPortable: Portable = {
  group: 'planning',
  carried: [
    ofProject('calendar_slots'),
    ofProject('radar_sources'),
    ofParent('radar_pages', 'radar_sources', 'source_id', {
      order: ['url'],
      numbered: { column: 'number' },
      without: { number: 'Given anew.' },
    }),
    ofProject('radar_changes'),
  ],
  work: [{ of: 'calendar_slots' }, { of: 'radar_sources', before: 'radar ' }],
};
