import type { AiAnswerRow as Wire } from '../../../../schema/ai-answers.ts';
import type { AiAnswerBrandRow, AiAnswerRow } from '../../../db/rows/visibility.ts';
import { isoTime, isoTimeOrNull } from '../../common/wire.ts';

type Fields = Pick<
  AiAnswerRow,
  'id' | 'project_id' | 'prompt_id' | 'prompt' | 'engine' | 'surface' | 'model' | 'language' | 'asked_at' | 'analyzed_at'
>;

/** What the list and the single answer tell alike. */
export function answerFields(row: Fields): Omit<Wire, 'text' | 'textLength' | 'brands' | 'citationCount'> {
  return {
    id: row.id,
    projectId: row.project_id,
    promptId: row.prompt_id,
    prompt: row.prompt,
    engine: row.engine,
    surface: row.surface,
    model: row.model,
    language: row.language,
    askedAt: isoTime(row.asked_at),
    analyzedAt: isoTimeOrNull(row.analyzed_at),
  };
}

export function toBrand(
  { brand, mentions, position, cited }: AiAnswerBrandRow,
  names: ReadonlyMap<string, string>,
): Wire['brands'][number] {
  return { brand, name: names.get(brand)!, mentions, position, cited };
}
