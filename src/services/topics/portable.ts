import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const topicPortable: Portable = {
  group: 'topics',
  carried: [
    ofProject('topics'),
    ofParent('topic_keywords', 'topics', 'topic_id', { order: ['id'] }),
    ofParent('topic_plans', 'topics', 'topic_id'),
    ofProject('prompts'),
  ],
};
