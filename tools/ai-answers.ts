import { AiAnswer, AnswerPage, AnswerQuery, AnswerQuestion, NewAnswers, TakenAnswers, type AiAnswerRow } from '../schema/ai-answers.ts';
import { operation } from './operation.ts';

const common = {
  id: 'ans_01997a3c5d2e7f10a4b8c6d2e4f60791',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  promptId: 'prm_01997a3c5d2e7f10a4b8c6d2e4f60743',
  prompt: 'Which tools pool database connections?',
  engine: 'perplexity',
  surface: 'ui',
  model: null,
  language: 'en',
  askedAt: '2026-05-03T09:30:00.000Z',
  analyzedAt: '2026-05-03T09:30:02.000Z',
} as const;
const text = 'Many teams are happy with Example [1].';
const brand = { brand: 'own', name: 'Example', mentions: 1, position: 1, cited: 1 };
const row: AiAnswerRow = { ...common, text, textLength: text.length, brands: [brand], citationCount: 1 };
const url = 'https://docs.example.com/pools';

export const aiAnswers = [
  operation({
    name: 'ai_answers_list',
    method: 'GET',
    path: '/ai-visibility/answers',
    errors: ['not_found', 'project_required'],
    title: 'List answers',
    description:
      'Lists what engines answered, asked last first, with the brands each names or cites. Use it to see which answers a figure comes from; ai_answers_get shows one.',
    input: AnswerQuery,
    output: AnswerPage,
    example: { input: { engine: 'perplexity', brand: 'own' }, output: { data: [row], nextCursor: null } },
    handle: ({ answers }, input) => answers.list(input),
  }),
  operation({
    name: 'ai_answers_submit',
    method: 'POST',
    path: '/ai-visibility/answers',
    entries: 'answers',
    idempotent: true,
    maxBodyBytes: 16 * 1024 * 1024,
    errors: ['not_found', 'project_required'],
    title: 'Submit answers',
    description:
      'Keeps answers to prompts, and reads mentions and citations. Use it without engine keys: answer questions yourself as you would for a stranger, without looking at this project (30 that name no brand, one answer each, for more than a direction; some 60 to know it within 10 points), or bring what a person copied. Unknown prompts are added. Then ai_visibility_get.',
    input: NewAnswers,
    output: TakenAnswers,
    example: {
      input: { answers: [{ prompt: common.prompt, engine: 'perplexity', surface: 'ui', text, citations: [{ url }] }] },
      output: {
        answers: [{ index: 0, id: common.id, promptId: common.promptId, status: 'added' }],
        prompts: [{ id: common.promptId, topicId: null, text: common.prompt, branded: false, createdAt: common.askedAt }],
        refused: [],
        analyzed: 1,
        hint: null,
        note: null,
      },
    },
    handle: ({ answers }, input, { refused, signal }) => answers.submit(input, refused, signal),
  }),
  operation({
    name: 'ai_answers_get',
    method: 'GET',
    path: '/ai-visibility/answers/{id}',
    title: 'Read an answer',
    description: 'Shows one answer of ai_answers_list, its sources, and sentences that name a brand. Use it to check a figure.',
    input: AnswerQuestion,
    output: AiAnswer,
    example: {
      input: { id: common.id },
      output: {
        ...common,
        text,
        textLength: text.length,
        cutAt: null,
        jobId: null,
        searched: null,
        cost: null,
        inputTokens: null,
        outputTokens: null,
        brands: [{ ...brand, prominence: 1, sentiment: 78.6, sentences: [{ text, sentiment: 78.6 }] }],
        citations: [{ number: 1, url, domain: 'example.com', title: null, brand: 'own', inline: true, prominence: 1, status: 'ok' }],
        citationCount: 1,
      },
    },
    handle: ({ answers }, input) => answers.get(input),
  }),
];
