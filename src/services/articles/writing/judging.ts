import type { Usage } from '../../../../schema/articles.ts';
import type { Judge } from '../../../writing/claims/judge.ts';
import type { Given } from '../given.ts';

/** The project's model that judges what agents and people hand in, and what it took, added to `before`. Undefined if none is configured. */
export async function openJudge(
  { system, integrations }: Pick<Given, 'system' | 'integrations'>,
  projectId: string,
  before: Usage | null,
): Promise<{ judge: Judge; usage(): Usage } | undefined> {
  const model = await integrations.openJudge(projectId);
  return model && (await import('./model/judge.ts')).sitting(system, model, before);
}
