import type { SaidSentence } from '../../../../schema/ai-visibility.ts';
import { idsIn } from '../../../db/sql.ts';
import { isUnjudged } from '../../../visibility/sentiment.ts';
import { isoTime, parsedOrNull } from '../../common/wire.ts';
import type { Analysis } from '../answers/keep-readings.ts';
import type { Cell } from './cells.ts';
import type { Question, ReportNeeds } from './question.ts';

/** Sentences told at each end. */
const maxSentences = 5;
/** So near to 50 a sentence is neutral: VADER's own threshold, ±0.05 of ±1. */
const neutral = 2.5;
/** Mentions looked through, the newest first, for those that are felt most. */
const maxLookedThrough = 20_000;
/** Answers whose sentences are read: at each end, or of a brand. */
const maxAnswers = 20;
const maxAtOnce = 1_000;

interface Felt {
  id: string;
  sentiment: number;
}

/** The sentences that say the best and the worst of a brand, as the answers have them: what they say is data. */
export async function sentencesOn(
  needs: ReportNeeds,
  question: Question,
  cells: readonly Cell[],
  brand: string,
): Promise<{ best: SaidSentence[]; worst: SaidSentence[] }> {
  const felt = await feltAnswers(needs, question, cells, brand);
  const all = felt.toSorted((one, other) => other.sentiment - one.sentiment || (one.id < other.id ? -1 : 1));
  const ends = [...all.slice(0, maxAnswers), ...all.slice(maxAnswers).slice(-maxAnswers)];
  const said = await sentencesIn(needs, ends, brand);
  const ordered = said.toSorted((one, other) => other.sentiment - one.sentiment || (one.answerId < other.answerId ? -1 : 1));
  return {
    best: ordered.filter(({ sentiment }) => sentiment > 50 + neutral).slice(0, maxSentences),
    worst: ordered.filter(({ sentiment }) => sentiment < 50 - neutral).toReversed().slice(0, maxSentences), // prettier-ignore
  };
}

async function feltAnswers(
  { store, system }: ReportNeeds,
  { project, period }: Question,
  cells: readonly Cell[],
  brand: string,
): Promise<Felt[]> {
  const wanted = new Set(cells.map(({ prompt, engine, surface }) => `${prompt} ${engine} ${surface}`));
  const rows = store.db
    .selectFrom('ai_answer_brands')
    .select(['answer_id', 'prompt_id', 'engine', 'surface', 'asked_at', 'sentiment'])
    .where('project_id', '=', project.id)
    .where('brand', '=', brand)
    .where('asked_at', '>=', period.since)
    .orderBy('asked_at', 'desc')
    .orderBy('answer_id', 'desc')
    .limit(maxAtOnce);
  const turn = system.turns();
  const felt: Felt[] = [];
  let after = { asked_at: period.until + 1, answer_id: '' };
  for (let at = 0; at < maxLookedThrough; at += maxAtOnce) {
    const { asked_at, answer_id } = after;
    const some = await rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple('asked_at', 'answer_id'), '<', tuple(asked_at, answer_id)))
      .execute();
    for (const { answer_id: id, prompt_id, engine, surface, sentiment } of some)
      if (sentiment !== null && wanted.has(`${prompt_id} ${engine} ${surface}`)) felt.push({ id, sentiment });
    if (some.length < maxAtOnce) break;
    after = some.at(-1)!;
    await turn();
  }
  return felt;
}

async function sentencesIn({ store }: ReportNeeds, felt: readonly Felt[], brand: string): Promise<SaidSentence[]> {
  const ids = felt.map(({ id }) => id);
  const answers = store.db.selectFrom('ai_answers').select(['id', 'engine', 'prompt_id', 'asked_at', 'analysis']);
  const rows = await answers.where('id', 'in', idsIn(ids)).execute();
  const seen = new Set<string>();
  return rows.flatMap(({ id, engine, prompt_id, asked_at, analysis }) =>
    (parsedOrNull<Analysis>(analysis)?.sentences[brand] ?? []).flatMap(({ text, sentiment }) => {
      // Engines say the same again and again.
      if (sentiment === null || seen.has(text)) return [];
      seen.add(text);
      return [{ text, sentiment, answerId: id, engine, promptId: prompt_id, askedAt: isoTime(asked_at) }];
    }),
  );
}

/** Of brands that are named where no sentence could be judged: why, from their newest mentions. */
export async function whyUnjudged({ store }: ReportNeeds, { project }: Question, brands: readonly string[]): Promise<Map<string, string>> {
  const whyOf = async (brand: string): Promise<[string, string]> => {
    const rows = store.db
      .selectFrom('ai_answer_brands')
      .select('answer_id')
      .where('project_id', '=', project.id)
      .where('brand', '=', brand);
    const newest = await rows
      .where('mentions', '>', 0)
      .orderBy('asked_at', 'desc')
      .orderBy('answer_id', 'desc')
      .limit(maxAnswers)
      .execute();
    const ids = newest.map(({ answer_id }) => answer_id);
    const answers = await store.db.selectFrom('ai_answers').select('analysis').where('id', 'in', idsIn(ids)).execute();
    const said = answers.flatMap(({ analysis }) => parsedOrNull<Analysis>(analysis)?.sentences[brand] ?? []);
    return [brand, said.find(isUnjudged)?.why ?? 'not_applicable'];
  };
  return new Map(await Promise.all(brands.map(whyOf)));
}

/** The rows, those of such brands with why they have no sentiment. */
export function withWhy<Row extends { brand: string; why: Record<string, string> }>(
  rows: readonly Row[],
  whys: ReadonlyMap<string, string>,
): Row[] {
  return rows.map((row) => {
    const sentiment = whys.get(row.brand);
    return sentiment === undefined ? row : { ...row, why: { ...row.why, sentiment } };
  });
}
