import { ofParent, ofProject, type Portable } from '../common/portable.ts';
import { beginSlot } from './calendar/slots.ts';
import { sourceDue } from './radar/schedule.ts';

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
  work: [
    { of: 'calendar_slots', kind: beginSlot },
    { of: 'radar_sources', before: 'radar ', kind: sourceDue },
  ],
};
