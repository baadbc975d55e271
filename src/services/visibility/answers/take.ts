import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/open.ts';
import type { AiAnswerRow, Surface } from '../../../db/rows/visibility.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { GivenCitation } from '../../../visibility/shapes.ts';

/** An answer to a prompt that is there. */
export interface TakenItem {
  promptId: string;
  /** The prompt as it was asked. */
  prompt: string;
  engine: string;
  surface: Surface;
  model: string | null;
  text: string;
  citations: readonly GivenCitation[];
  searched: boolean | null;
  cost: number | null;
  usage: { inputTokens: number | null; outputTokens: number | null };
  askedAt: number;
  /**
   * What tells it from another answer in the same words, such as the number of the asking in a run. Default: the time where a run asked it,
   * else nothing.
   */
  sample?: string;
}

export interface Taken {
  id: string;
  isNew: boolean;
}

/** Keeps answers, to be read later. Returns what became of each, in their order. */
export async function takeAnswers(
  tx: Tx,
  system: System,
  { projectId, jobId, items }: { projectId: string; jobId: string | null; items: readonly TakenItem[] },
): Promise<Taken[]> {
  const hashed = items.map((item) => ({ item, hash: hashOf(item, jobId) }));
  const there = tx.selectFrom('ai_answers').select(['id', 'hash']).where('project_id', '=', projectId);
  const found = await there.where('hash', 'in', idsIn(hashed.map(({ hash }) => hash))).execute();
  const known = new Map(found.map(({ id, hash }) => [hash, id]));
  const now = system.now();
  const rows: AiAnswerRow[] = [];
  const taken = hashed.map(({ item, hash }): Taken => {
    const same = known.get(hash);
    if (same !== undefined) return { id: same, isNew: false };
    const id = system.id('ans');
    known.set(hash, id);
    rows.push(rowOf(item, { id, project_id: projectId, job_id: jobId, hash, created_at: now }));
    return { id, isNew: true };
  });
  if (rows.length > 0) await tx.insertInto('ai_answers').values(rows).execute();
  return taken;
}

function hashOf({ promptId, engine, surface, text, citations, askedAt, sample }: TakenItem, jobId: string | null): string {
  const told = sample ?? (jobId === null ? '' : String(askedAt));
  const parts = [promptId, engine, surface, text, citations.map(({ url }) => url), jobId ?? '', told];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

type Given = Pick<AiAnswerRow, 'id' | 'project_id' | 'job_id' | 'hash' | 'created_at'>;

function rowOf(item: TakenItem, given: Given): AiAnswerRow {
  return {
    ...given,
    prompt_id: item.promptId,
    prompt: item.prompt,
    engine: item.engine,
    surface: item.surface,
    model: item.model,
    text: item.text,
    given: JSON.stringify(item.citations),
    language: null,
    searched: item.searched === null ? null : Number(item.searched),
    cost: item.cost,
    input_tokens: item.usage.inputTokens,
    output_tokens: item.usage.outputTokens,
    asked_at: item.askedAt,
    read_for: 0,
    analyzed_at: null,
    has_inline: null,
    analysis: null,
  };
}
