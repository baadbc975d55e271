import type { AiAnswer, AnswerQuestion } from '../../../../schema/ai-answers.ts';
import type { Store } from '../../../db/open.ts';
import type { AiAnswerCitationRow } from '../../../db/rows/visibility.ts';
import { AppError } from '../../../errors.ts';
import type { Projects } from '../../account/index.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { Competitors } from '../../site/index.ts';
import { brandsOf } from '../brands.ts';
import { brandsIn, countCitations } from '../queries.ts';
import type { Analysis } from './keep-readings.ts';
import { answerFields, toBrand } from './wire.ts';

interface Needs {
  store: Store;
  projects: Projects;
  competitors: Competitors;
}

/** Of one call: characters, and with the beginning sentences of each brand, and sources. */
const maxShown = { text: 8_000, sentences: 5, citations: 50 };

/** Throws `not_found`. */
export async function getAnswer({ store, projects, competitors }: Needs, { id, from = 0 }: AnswerQuestion): Promise<AiAnswer> {
  const row = await store.db.selectFrom('ai_answers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no answer ${id}.`, { hint: 'See ai_answers_list.' });
  const end = endOfPart(row.text, from);
  const cited = store.db.selectFrom('ai_answer_citations').selectAll().where('project_id', '=', row.project_id);
  const ofAnswer = cited.where('prompt_id', '=', row.prompt_id).where('asked_at', '=', row.asked_at).where('answer_id', '=', id);
  const [{ names }, brands, citations, counts] = await Promise.all([
    brandsOf(store.db, { projects, competitors }, row.project_id),
    from === 0 ? brandsIn(store.db, [row]) : [],
    from === 0 ? ofAnswer.orderBy('number').limit(maxShown.citations).execute() : [],
    countCitations(store.db, [row]),
  ]);
  const sentences = parsedOrNull<Analysis>(row.analysis)?.sentences ?? {};
  return {
    ...answerFields(row),
    text: row.text.slice(from, end ?? undefined),
    textLength: row.text.length,
    cutAt: end,
    jobId: row.job_id,
    searched: row.searched === null ? null : row.searched === 1,
    cost: row.cost,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    // One that is a competitor no more is left out, until the answer is read again.
    brands: brands
      .filter(({ brand }) => names.has(brand))
      .map((brand) => {
        const { prominence, sentiment } = brand;
        return { ...toBrand(brand, names), prominence, sentiment, sentences: (sentences[brand.brand] ?? []).slice(0, maxShown.sentences) };
      }),
    citations: citations.map((citation) => toCitation(citation, names)),
    citationCount: counts.get(id) ?? 0,
  };
}

function toCitation(
  { number, url, domain, title, brand, inline, prominence, status }: AiAnswerCitationRow,
  names: ReadonlyMap<string, string>,
): AiAnswer['citations'][number] {
  const whose = brand !== null && names.has(brand) ? brand : null;
  return { number, url, domain: domain === '' ? null : domain, title, brand: whose, inline: inline === 1, prominence, status };
}

/** Where the part ends that begins there, not within a character; null where the text does. */
function endOfPart(text: string, from: number): number | null {
  const end = from + maxShown.text;
  if (end >= text.length) return null;
  return /[\udc00-\udfff]/.test(text[end]!) ? end - 1 : end;
}
