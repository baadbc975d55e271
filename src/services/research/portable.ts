import { ofProject, type Portable } from '../common/portable.ts';

export const researchPortable: Portable = {
  group: 'research',
  carried: [ofProject('gap_pieces')],
  left: {
    suggestions: 'Answers that are kept for all projects: they can be asked for again.',
    suggestion_pauses: 'Who must not be asked by this desk for a while.',
    keyword_metrics: 'Answers that are kept for all projects: they can be asked for again.',
    results_pages: 'Answers that are kept for all projects: they can be asked for again.',
  },
};
