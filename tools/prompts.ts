import { z } from 'zod';
import { Deleted, idOf, listOf } from '../schema/common.ts';
import { AddedPrompts, NewPrompts, Prompt, PromptQuery } from '../schema/topics.ts';
import { operation } from './operation.ts';

const prompt: z.input<typeof Prompt> = {
  id: 'prm_01997a3c5d2e7f10a4b8c6d2e4f60743',
  topicId: null,
  text: 'Which tools pool database connections?',
  branded: false,
  createdAt: '2026-05-03T09:30:00.000Z',
};

export const prompts = [
  operation({
    name: 'prompts_list',
    method: 'GET',
    path: '/prompts',
    errors: ['not_found', 'project_required'],
    title: 'List prompts',
    description: 'Lists the questions asked of answer engines, newest first. Use it before prompts_create or ai_answers_submit.',
    input: PromptQuery,
    output: listOf(Prompt),
    example: { input: { branded: false }, output: { data: [prompt], nextCursor: null } },
    handle: ({ prompts }, input) => prompts.find(input),
  }),
  operation({
    name: 'prompts_create',
    method: 'POST',
    path: '/prompts',
    entries: 'prompts',
    idempotent: true,
    errors: ['not_found', 'project_required'],
    title: 'Add prompts',
    description:
      'Adds questions for answer engines. Use it with what people ask before they know the brand: a question that names it measures no discovery. Then ai_answers_submit.',
    input: NewPrompts,
    output: AddedPrompts,
    example: { input: { prompts: [prompt.text] }, output: { prompts: [prompt], present: 0, refused: [] } },
    handle: ({ prompts }, input, { refused }) => prompts.create(input, refused),
  }),
  operation({
    name: 'prompts_delete',
    method: 'DELETE',
    path: '/prompts/{id}',
    title: 'Delete a prompt',
    description: 'Deletes a prompt of prompts_list with its answers, for good. Use it for one that is asked no more.',
    input: z.strictObject({ id: idOf('prm').describe('The prompt (prm_…).') }),
    output: Deleted,
    example: { input: { id: prompt.id }, output: { id: prompt.id, deleted: true } },
    handle: ({ prompts }, { id }) => prompts.delete(id),
  }),
];
