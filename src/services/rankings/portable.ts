import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const rankingPortable: Portable = {
  group: 'rankings',
  carried: [ofProject('tracked_keywords'), ofParent('ranking_checks', 'tracked_keywords', 'keyword_id', { order: ['checked_at'] })],
};
