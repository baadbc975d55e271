import type { Tx } from '../../../db/open.ts';
import type { AiAnswerBrandRow, AiAnswerCitationRow, AiAnswerRow } from '../../../db/rows/visibility.ts';
import { idsIn } from '../../../db/sql.ts';
import { isOpen, meanOf, withJudgements } from '../../../visibility/sentiment.ts';
import type { MentionSentence, ReadAnswer } from '../../../visibility/shapes.ts';
import { parsedOrNull } from '../../common/wire.ts';
import { noteRead, removeReadings } from '../queries.ts';

/** An answer that waits to be read. */
export type Unread = Pick<
  AiAnswerRow,
  'id' | 'project_id' | 'prompt_id' | 'asked_at' | 'engine' | 'surface' | 'text' | 'given' | 'language'
>;

/** What was read in an answer; null where that failed. */
export interface Reading {
  answer: Unread;
  read: ReadAnswer | null;
}

/** What was read that stands in no rows. */
export interface Analysis {
  /** By the brand's id. */
  sentences: Record<string, readonly MentionSentence[]>;
}

/** Rows written by one statement. */
const maxAtOnce = 500;

/** Replaces what was read in these answers before, but for what a judge has said; returns what they are now. Those that are gone meanwhile are left out. */
export async function keepReadings(tx: Tx, readings: readonly Reading[], version: number, now: number): Promise<Reading[]> {
  const ids = readings.map(({ answer }) => answer.id);
  const there = await tx.selectFrom('ai_answers').select(['id', 'analysis']).where('id', 'in', idsIn(ids)).execute();
  const before = new Map(there.map(({ id, analysis }) => [id, analysis]));
  const kept = readings.flatMap(({ answer, read }): Reading[] => {
    const known = before.get(answer.id);
    return known === undefined ? [] : [{ answer, read: read && asJudged(read, known) }];
  });
  await removeReadings(
    tx,
    kept.map(({ answer }) => answer),
  );
  const brands = kept.flatMap(brandRows);
  for (let at = 0; at < brands.length; at += maxAtOnce)
    await tx
      .insertInto('ai_answer_brands')
      .values(brands.slice(at, at + maxAtOnce))
      .execute();
  const citations = kept.flatMap(citationRows);
  for (let at = 0; at < citations.length; at += maxAtOnce)
    await tx
      .insertInto('ai_answer_citations')
      .values(citations.slice(at, at + maxAtOnce))
      .execute();
  const rows = kept.map(({ answer: { id }, read }) => ({
    id,
    language: read?.language ?? null,
    analyzed_at: read && now,
    has_inline: read && Number(read.hasInline),
    // Of one that cannot be read for now, what was judged is kept for the next time.
    analysis: read ? JSON.stringify(analysisOf(read)) : before.get(id)!,
  }));
  await noteRead(tx, rows, version);
  return kept;
}

/** What a judge has said of a sentence before stands. */
function asJudged(read: ReadAnswer, before: string | null): ReadAnswer {
  if (before === null || !read.brands.some(({ sentences }) => sentences.some(isOpen))) return read;
  const known = parsedOrNull<Analysis>(before)?.sentences ?? {};
  const brands = read.brands.map((brand) => {
    const figures = new Map((known[brand.brand] ?? []).map(({ text, sentiment }) => [text, sentiment ?? undefined]));
    const sentences = withJudgements(brand.sentences, (text) => figures.get(text));
    return { ...brand, sentences, ...meanOf(sentences) };
  });
  return { ...read, brands };
}

function analysisOf({ brands }: ReadAnswer): Analysis {
  return { sentences: Object.fromEntries(brands.map(({ brand, sentences }) => [brand, sentences])) };
}

const placeOf = ({ id, project_id, prompt_id, asked_at, engine, surface }: Unread) => {
  return { project_id, prompt_id, asked_at, answer_id: id, engine, surface };
};

function brandRows({ answer, read }: Reading): AiAnswerBrandRow[] {
  return (read?.brands ?? []).map(({ brand, mentions, position, sentiment, sentimentCount, cited, prominence }) => {
    return { ...placeOf(answer), brand, mentions, position, sentiment, sentiment_count: sentimentCount, cited, prominence };
  });
}

function citationRows({ answer, read }: Reading): AiAnswerCitationRow[] {
  return (read?.citations ?? []).map(({ number, url, key, host, domain, title, brand, inline, prominence, status }) => {
    return { ...placeOf(answer), number, url, key, host, domain, title, brand, inline: Number(inline), prominence, status };
  });
}
