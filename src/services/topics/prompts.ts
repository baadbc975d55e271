import type { Deleted, Page, Refused } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import { maxPrompts, type AddedPrompts, type Prompt } from '../../../schema/topics.ts';
import type { Store } from '../../db/open.ts';
import type { PromptRow } from '../../db/rows/topics.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import { words } from '../../language/tokens.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import { asAsked, nothingSearched, writtenKey } from '../common/asked-keyword.ts';
import { decodeCursor, defaultLimit, pageOf } from '../common/paging.ts';
import { isoTime } from '../common/wire.ts';
import { byIndex, entriesOf, refusedFor } from './refused.ts';
import { topicRow, touchTopic } from './row.ts';

/** The questions that answer engines are asked. */
export interface Prompts {
  /** Those of a topic, newest first. Throws `not_found`, `invalid_input`. */
  list(input: { id: string; limit?: number; cursor?: string }): Promise<Page<Prompt>>;
  /** Adds to a topic those that it does not have; one of another topic stays there, and is refused. Throws `not_found`. */
  add(topicId: string, texts: readonly string[], refused?: readonly Refused[]): Promise<AddedPrompts>;
  /** Throws `not_found`. */
  remove(topicId: string, id: string): Promise<Deleted>;
}

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
}

export function createPrompts({ store, system, projects }: Needs): Prompts {
  return {
    async list({ id, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^prm_\w+$/);
      const project = await projects.get((await topicRow(store.db, id)).project_id);
      let query = store.db.selectFrom('prompts').selectAll().where('topic_id', '=', id);
      if (before !== undefined) query = query.where('id', '<', before);
      const rows = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return pageOf(rows, limit, (row) => toPrompt(row, project));
    },

    add: (topicId, texts, unfit = []) =>
      store.write(async (tx) => {
        const topic = await topicRow(tx, topicId);
        const project = await projects.resolve(topic.project_id, tx);
        const entries = entriesOf(texts, unfit).map((entry) => ({ ...entry, said: writtenKey(entry.text) }));
        const found = tx.selectFrom('prompts').select(['said', 'topic_id']).where('project_id', '=', project.id);
        const known = await found.where('said', 'in', idsIn(entries.map(({ said }) => said))).execute();
        const topicOf = new Map(known.map(({ said, topic_id }) => [said, topic_id]));
        const rows: PromptRow[] = [];
        const refused: Refused[] = [];
        let present = 0;
        for (const { index, text, said } of entries) {
          const other = topicOf.get(said);
          if (said === '') refused.push(refusedFor('prompts', index, 'empty', nothingSearched));
          else if (other === topicId) present++;
          else if (other !== undefined)
            refused.push(refusedFor('prompts', index, 'same_prompt', `is asked already, for ${other ?? 'no topic'}`));
          else if (topic.prompts + rows.length >= maxPrompts)
            refused.push(refusedFor('prompts', index, 'too_many', `a topic holds ${maxPrompts} prompts at most`));
          else {
            topicOf.set(said, topicId);
            rows.push({
              id: system.id('prm'),
              project_id: project.id,
              topic_id: topicId,
              text: asAsked(text),
              said,
              created_at: system.now(),
            });
          }
        }
        if (rows.length > 0) {
          await tx.insertInto('prompts').values(rows).execute();
          await touchTopic(tx, topicId, system);
        }
        return { prompts: rows.map((row) => toPrompt(row, project)), present, refused: byIndex([...unfit, ...refused]) };
      }),

    async remove(topicId, id) {
      await store.write(async (tx) => {
        await topicRow(tx, topicId);
        const removed = tx.deleteFrom('prompts').where('id', '=', id).where('topic_id', '=', topicId);
        if ((await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n) return touchTopic(tx, topicId, system);
        throw new AppError('not_found', `The topic ${topicId} has no prompt ${id}.`, { hint: 'See topics_list_prompts.' });
      });
      return { id, deleted: true };
    },
  };
}

function toPrompt({ id, topic_id: topicId, text, created_at }: PromptRow, { brandTerms }: Project): Prompt {
  const said = spaced(text);
  const branded = brandTerms.some((term) => spaced(term).trim() !== '' && said.includes(spaced(term)));
  return { id, topicId, text, branded, createdAt: isoTime(created_at) };
}

/** Its words between spaces, so that a name is found as whole words. */
function spaced(text: string): string {
  return ` ${words(text.toLowerCase()).join(' ')} `;
}
