import { ofProject, type Portable } from '../common/portable.ts';

export const visibilityPortable: Portable = {
  group: 'visibility',
  carried: [
    ofProject('ai_answers'),
    ofProject('ai_answer_brands'),
    ofProject('ai_answer_citations'),
    ofProject('ai_brands'),
    ofProject('ai_runs'),
  ],
  work: [
    { of: 'projects', before: 'visibility.read ' },
    { of: 'projects', before: 'visibility.read ', after: ' spare' },
    { of: 'ai_answers', before: 'visibility.judge ' },
  ],
};
