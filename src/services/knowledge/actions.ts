import type { Db } from '../../db/open.ts';
import { actionDays, dayMs, daysSince, evidence, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { parsed } from '../common/wire.ts';
import type { ReadFailure } from './rows.ts';

/** Documents whose source could not be read, and those whose source nobody looked at for long. */
export async function knowledgeActions(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const documents = db.selectFrom('documents').where('project_id', '=', project.id).limit(limit);
  const unread = await documents
    .select(['id', 'title', 'last_error', 'checked_at'])
    .where('last_error', 'is not', null)
    .where('address', 'is not', null)
    .orderBy('id')
    .execute();
  const old = await documents
    .select(['id', 'title', 'checked_at'])
    .where('address', 'is not', null)
    .where('parent_id', 'is', null)
    .where('checked_at', '<', now - actionDays.document * dayMs)
    .orderBy('checked_at')
    .execute();
  return [
    ...unread.map(({ id, title, last_error, checked_at }): ActionOffer => {
      const { message, since } = parsed<ReadFailure>(last_error!);
      return {
        reason: 'document_unread',
        ...refreshing(id, title),
        why: `Articles cannot rest on “${title}”: its source could not be read. ${sentence(message)}`,
        evidence: [evidence('knowledge', message, checked_at)],
        cause: `${since} ${message}`,
      };
    }),
    ...old.map(({ id, title, checked_at }): ActionOffer => ({
      reason: 'document_old',
      ...refreshing(id, title),
      why: `Articles rest on “${title}”, whose source was last looked at ${daysSince(checked_at, now)} days ago.`,
      evidence: [evidence('knowledge', 'Last looked at', checked_at)],
      cause: String(checked_at),
    })),
  ];
}

const refreshing = (id: string, title: string) => ({
  target: { kind: 'document', id, about: title },
  operation: 'knowledge_refresh',
  arguments: { id },
});
