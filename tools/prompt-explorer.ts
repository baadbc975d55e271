import { PromptCandidates, PromptExploration } from '../schema/prompt-explorer.ts';
import { operation } from './operation.ts';

export const promptExplorer = [
  operation({
    name: 'prompts_explore',
    method: 'GET',
    path: '/prompts/explorer',
    errors: ['not_found', 'project_required'],
    title: 'Explore prompts',
    description:
      'Proposes questions for answer engines from keywords, queries, results pages and documents, ranked, without those of prompts_list. Use it to find what to ask; prompts_create adds them.',
    input: PromptExploration,
    output: PromptCandidates,
    example: {
      input: { personas: ['Backend developers'], limit: 1 },
      output: {
        data: [
          {
            prompt: 'For Backend developers: what are the best connection pools?',
            why: '“best connection pools” is a keyword of the topic “Connection pools”. Asked as: Backend developers.',
            from: { kind: 'topic_keyword', text: 'best connection pools' },
            intent: 'commercial',
            persona: 'Backend developers',
            branded: false,
          },
        ],
        nextCursor: null,
        sources: [{ kind: 'topic_keyword', count: 1, why: null }],
      },
    },
    handle: ({ promptExplorer }, input) => promptExplorer.explore(input),
  }),
];
