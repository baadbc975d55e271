import type { Db } from '../../db/open.ts';
import { evidence, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';

/** Integrations that failed when they were last tested. */
export async function accountActions(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const ill = db
    .selectFrom('integrations')
    .select(['provider', 'last_error', 'last_checked_at', 'failing_since'])
    .where('project_id', '=', project.id);
  const rows = await ill.where('healthy', '=', 0).orderBy('last_checked_at', 'desc').limit(limit).execute();
  return rows.map(({ provider, last_error, last_checked_at, failing_since }): ActionOffer => {
    const fault = last_error ?? 'it did not answer as it should';
    return {
      reason: 'integration_failing',
      target: { kind: 'integration', id: provider, about: provider },
      why: `${provider} failed when it was last tested: ${sentence(fault)} Mend that, then have it tested.`,
      evidence: [evidence(provider, fault, last_checked_at)],
      operation: 'integrations_test',
      arguments: { provider, projectId: project.id },
      cause: `${failing_since} ${fault}`,
    };
  });
}
