import type { AiAnswer, AiAnswerRow, TakenAnswers } from '../../../schema/ai-answers.ts';
import type { Page } from '../../../schema/common.ts';
import type { CopydeskOptions } from '../../../src/app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

export interface VisibilityDesk extends TestApp {
  projectId: string;
  rivalId: string;
  submit(answers: readonly Record<string, unknown>[]): Promise<TakenAnswers>;
  list(query?: Record<string, unknown>): Promise<Page<AiAnswerRow>>;
  get(id: string): Promise<AiAnswer>;
  /** Takes one answer; returns it as it is read. */
  read(text: string, more?: Record<string, unknown>): Promise<AiAnswer>;
}

/** A desk of Acme at acme.example with one competitor, Rival at rival.example. */
export async function startVisibilityDesk({
  brandTerms = ['Acme'],
  ...options
}: CopydeskOptions & { brandTerms?: string[] } = {}): Promise<VisibilityDesk> {
  const app = await createTestApp(options);
  const [{ id: projectId }] = ((await app.desk.call('projects_list')) as { data: [{ id: string }] }).data;
  await app.desk.call('projects_update', { id: projectId, brandTerms, siteUrl: 'https://www.acme.example/' });
  const added = { name: 'Rival', domain: 'rival.example', aliases: ['RivalDB'] };
  const { id: rivalId } = (await app.desk.call('competitors_add', added)) as { id: string };
  const submit = (answers: readonly Record<string, unknown>[]) => app.desk.call('ai_answers_submit', { answers }) as Promise<TakenAnswers>;
  const get = (id: string) => app.desk.call('ai_answers_get', { id }) as Promise<AiAnswer>;
  return {
    ...app,
    projectId,
    rivalId,
    submit,
    get,
    list: (query = {}) => app.desk.call('ai_answers_list', query) as Promise<Page<AiAnswerRow>>,
    async read(text, more = {}) {
      const { answers } = await submit([{ prompt: 'Which database is good?', engine: 'chatgpt', text, ...more }]);
      return get(answers[0]!.id);
    },
  };
}
