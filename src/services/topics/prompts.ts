import type { Deleted, Page, Refused } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import type { AddedPrompts, NewPrompts, Prompt, PromptQuery } from '../../../schema/topics.ts';
import type { Db, Store, Tx } from '../../db/open.ts';
import type { PromptRow } from '../../db/rows/topics.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import { writtenKey } from '../common/asked-keyword.ts';
import { decodeCursor, defaultLimit, pageOf } from '../common/paging.ts';
import { isoTime } from '../common/wire.ts';
import type { Competitors } from '../site/index.ts';
import { createBranding } from './branded.ts';
import { addPrompts } from './new-prompts.ts';
import { byIndex, entriesOf } from '../common/refused.ts';
import { topicRow, touchTopic } from './row.ts';

/** The questions that answer engines are asked. */
export interface Prompts {
  /** All of a project or of a topic, newest first. Throws `not_found`, `project_required`, `invalid_input`. */
  find(query: PromptQuery): Promise<Page<Prompt>>;
  /** Those of a topic, newest first. Throws `not_found`, `invalid_input`. */
  list(input: { id: string; limit?: number; cursor?: string }): Promise<Page<Prompt>>;
  /** Adds those that the project does not have, to a topic if one is named: to that also those of no topic. Throws `not_found`, `project_required`. */
  create(input: NewPrompts, refused?: readonly Refused[]): Promise<AddedPrompts>;
  /** The same, for a topic; one of another topic stays there, and is refused. Throws `not_found`. */
  add(topicId: string, texts: readonly string[], refused?: readonly Refused[]): Promise<AddedPrompts>;
  /** Throws `not_found`. */
  remove(topicId: string, id: string): Promise<Deleted>;
  /** Wherever it belongs. Its answers go with it, a little later. Throws `not_found`. */
  delete(id: string): Promise<Deleted>;
  /** For other groups: each of these, known or added now, or why that cannot be. */
  ensure(tx: Tx, project: Project, texts: readonly string[]): Promise<{ prompts: (PromptRow | NoPrompt)[]; added: Prompt[] }>;
}

/** Why a prompt cannot be added. */
export interface NoPrompt {
  code: string;
  detail: string;
}

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  competitors: Pick<Competitors, 'ofProject'>;
}

/** Prompts read at once while those are looked for that name the brand, or do not. */
const readAtOnce = 200;

export function createPrompts({ store, system, projects, competitors }: Needs): Prompts {
  const toPromptOf = async (project: Project, db: Db | Tx = store.db): Promise<(row: PromptRow) => Prompt> => {
    const isBranded = createBranding(project, await competitors.ofProject(project.id, db));
    return ({ id, topic_id: topicId, text, created_at }) => ({
      id,
      topicId,
      text,
      branded: isBranded(text),
      createdAt: isoTime(created_at),
    });
  };

  const addTo = (tx: Tx, project: Project, topicId: string | null, texts: readonly string[], unfit: readonly Refused[]) =>
    addPrompts(tx, system, { projectId: project.id, topicId }, entriesOf(texts, unfit));

  const keep = async (tx: Tx, project: Project, topicId: string | null, texts: readonly string[], unfit: readonly Refused[]) => {
    const { rows, present, refused } = await addTo(tx, project, topicId, texts, unfit);
    return { prompts: rows.map(await toPromptOf(project, tx)), present: present.length, refused: byIndex([...unfit, ...refused]) };
  };

  const addToTopic = (topicId: string, texts: readonly string[], unfit: readonly Refused[], projectId?: string) =>
    store.write(async (tx) => {
      const topic = await topicRow(tx, topicId);
      if (projectId !== undefined && topic.project_id !== projectId) throw otherProject(topicId, projectId);
      const project = await projects.resolve(topic.project_id, tx);
      const answer = await keep(tx, project, topicId, texts, unfit);
      if (answer.prompts.length > 0) await touchTopic(tx, topicId, system);
      return answer;
    });

  return {
    async find({ projectId, topicId, branded, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^prm_\w+$/);
      const project = await projects.resolve(projectId);
      // A topic belongs to one project: with both, the index of its prompts might not be used.
      const which = topicId === undefined ? { project_id: project.id } : { topic_id: await topicIn(store.db, topicId, project.id) };
      const toPrompt = await toPromptOf(project);
      if (branded === undefined) return pageOf(await rowsBefore(store.db, which, before, limit + 1), limit, toPrompt);
      const found: Prompt[] = [];
      let last = before;
      for (;;) {
        const rows = await rowsBefore(store.db, which, last, readAtOnce);
        found.push(...rows.map(toPrompt).filter((prompt) => prompt.branded === branded));
        if (rows.length < readAtOnce || found.length > limit) break;
        last = rows.at(-1)!.id;
      }
      return pageOf(found, limit, (prompt) => prompt);
    },

    async list({ id, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^prm_\w+$/);
      const project = await projects.get((await topicRow(store.db, id)).project_id);
      const rows = await rowsBefore(store.db, { topic_id: id }, before, limit + 1);
      return pageOf(rows, limit, await toPromptOf(project));
    },

    async create({ projectId, topicId, prompts: texts }, unfit = []) {
      if (topicId !== undefined) return addToTopic(topicId, texts, unfit, projectId);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        return keep(tx, project, null, texts, unfit);
      });
    },

    add: (topicId, texts, unfit = []) => addToTopic(topicId, texts, unfit),

    async remove(topicId, id) {
      await store.write(async (tx) => {
        await topicRow(tx, topicId);
        const removed = tx.deleteFrom('prompts').where('id', '=', id).where('topic_id', '=', topicId);
        if ((await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n) return touchTopic(tx, topicId, system);
        throw new AppError('not_found', `The topic ${topicId} has no prompt ${id}.`, { hint: 'See topics_list_prompts.' });
      });
      return { id, deleted: true };
    },

    async delete(id) {
      await store.write(async (tx) => {
        const row = await tx.selectFrom('prompts').select('topic_id').where('id', '=', id).executeTakeFirst();
        if (!row) throw new AppError('not_found', `There is no prompt ${id}.`, { hint: 'See prompts_list.' });
        await tx.deleteFrom('prompts').where('id', '=', id).execute();
        if (row.topic_id !== null) await touchTopic(tx, row.topic_id, system);
      });
      return { id, deleted: true };
    },

    async ensure(tx, project, texts) {
      const { rows, known, refused } = await addTo(tx, project, null, texts, []);
      const faults = new Map(refused.map(({ index, errors: [first] }) => [index, first!]));
      return {
        prompts: texts.map((text, at) => faults.get(at) ?? known.get(writtenKey(text))!),
        added: rows.map(await toPromptOf(project, tx)),
      };
    },
  };
}

/** Newest first. */
function rowsBefore(
  db: Db,
  which: { project_id: string } | { topic_id: string },
  before: string | undefined,
  limit: number,
): Promise<PromptRow[]> {
  const all = db.selectFrom('prompts').selectAll();
  const wanted = 'topic_id' in which ? all.where('topic_id', '=', which.topic_id) : all.where('project_id', '=', which.project_id);
  const rest = before === undefined ? wanted : wanted.where('id', '<', before);
  return rest.orderBy('id', 'desc').limit(limit).execute();
}

/** Empty where the project has no such topic. */
async function topicIn(db: Db, id: string, projectId: string): Promise<string> {
  const topic = await db.selectFrom('topics').select('project_id').where('id', '=', id).executeTakeFirst();
  return topic?.project_id === projectId ? id : '';
}

function otherProject(topicId: string, projectId: string): AppError {
  return new AppError('not_found', `The project ${projectId} has no topic ${topicId}.`, { hint: 'See topics_list.' });
}
