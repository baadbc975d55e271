import type { Refused } from '../../../schema/common.ts';
import type { Tx } from '../../db/open.ts';
import type { PromptRow } from '../../db/rows/topics.ts';
import { maxPrompts } from '../../../schema/topics.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { asAsked, nothingSearched, writtenKey } from '../common/asked-keyword.ts';
import { refusedFor, type Entry } from '../common/refused.ts';

interface Where {
  projectId: string;
  /** Null: for no topic, which a prompt of any topic is good for as well. */
  topicId: string | null;
}

/** What became of each entry. */
export interface Added {
  /** Those that are new to the project or, if one is named, to the topic. */
  rows: PromptRow[];
  /** Those that were there already, each once. */
  present: PromptRow[];
  refused: Refused[];
  /** The prompts of all entries that were not refused, by what they say. */
  known: ReadonlyMap<string, PromptRow>;
}

/** Adds the prompts that a project does not have. One of no topic is put into the one that is named; one of another topic stays there, and is refused. */
export async function addPrompts(
  tx: Tx,
  system: System,
  where: Where,
  entries: readonly Entry<string>[],
  field = 'prompts',
): Promise<Added> {
  const { projectId, topicId } = where;
  const named = entries.map(({ index, sent: text }) => ({ index, text, said: writtenKey(text) }));
  const found = tx.selectFrom('prompts').selectAll().where('project_id', '=', projectId);
  const there = await found.where('said', 'in', idsIn(named.map(({ said }) => said))).execute();
  const known = new Map<string, PromptRow>(there.map((row) => [row.said, row]));
  const held = await countPrompts(tx, where);
  const rows: PromptRow[] = [];
  const present: PromptRow[] = [];
  const refused: Refused[] = [];
  for (const { index, text, said } of named) {
    const refuse = (code: string, detail: string) => refused.push(refusedFor(field, index, code, detail));
    const same = known.get(said);
    if (said === '') refuse('empty', nothingSearched);
    else if (same && (topicId === null || same.topic_id === topicId)) present.push(same);
    else if (same && same.topic_id !== null)
      refuse('same_prompt', `is asked already, for the topic ${same.topic_id}, and stays there with its answers`);
    else if (held + rows.length >= maxPrompts)
      refuse(
        'too_many',
        `${topicId === null ? 'a project' : 'a topic'} holds ${maxPrompts} prompts${topicId === null ? ' without a topic' : ''} at most`,
      );
    else {
      const added = { id: system.id('prm'), project_id: projectId, text: asAsked(text), said, created_at: system.now() };
      const row = { ...(same ?? added), topic_id: topicId };
      known.set(said, row);
      rows.push(row);
    }
  }
  const old = new Set(there.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !old.has(id));
  const moved = rows.flatMap(({ id }) => (old.has(id) ? [id] : []));
  if (fresh.length > 0) await tx.insertInto('prompts').values(fresh).execute();
  if (moved.length > 0) await tx.updateTable('prompts').set({ topic_id: topicId }).where('id', 'in', idsIn(moved)).execute();
  return { rows, present, refused, known };
}

async function countPrompts(tx: Tx, { projectId, topicId }: Where): Promise<number> {
  const all = tx.selectFrom('prompts').select((make) => make.fn.countAll<number>().as('count'));
  const held =
    topicId === null ? all.where('project_id', '=', projectId).where('topic_id', 'is', null) : all.where('topic_id', '=', topicId);
  return (await held.executeTakeFirstOrThrow()).count;
}
