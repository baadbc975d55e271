import type { AiAnswerRow as Row, AnswerQuery } from '../../../../schema/ai-answers.ts';
import type { Page } from '../../../../schema/common.ts';
import type { Db, Store } from '../../../db/open.ts';
import type { AiAnswerBrandRow, AiAnswerRow } from '../../../db/rows/visibility.ts';
import type { Projects } from '../../account/index.ts';
import { decodePosition, defaultLimit, encodePosition, pageBy } from '../../common/paging.ts';
import { periodIn, type Period } from '../../common/period.ts';
import type { Competitors } from '../../site/index.ts';
import { brandsOf } from '../brands.ts';
import { answersBy, beginningOf, brandsIn, countCitations, isAskedBefore, lengthOf } from '../queries.ts';
import { answerFields, toBrand } from './wire.ts';

interface Needs {
  store: Store;
  projects: Projects;
  competitors: Competitors;
}

/** Characters of each answer that the list shows. */
const shownLength = 300;

const columns = [
  'ai_answers.id',
  'ai_answers.project_id',
  'ai_answers.prompt_id',
  'prompt',
  'ai_answers.engine',
  'ai_answers.surface',
  'model',
  'language',
  'ai_answers.asked_at',
  'analyzed_at',
] as const;

type Listed = Pick<
  AiAnswerRow,
  'id' | 'project_id' | 'prompt_id' | 'prompt' | 'engine' | 'surface' | 'model' | 'language' | 'asked_at' | 'analyzed_at'
> & { beginning: string; length: number };

/** Those asked last come first. Throws `not_found`, `project_required`, `invalid_input`. */
export async function listAnswers(
  { store, projects, competitors }: Needs,
  { projectId, limit = defaultLimit, cursor, since, until, ...filter }: AnswerQuery,
): Promise<Page<Row>> {
  const before = decodePosition(cursor, 'ans');
  const project = await projects.resolve(projectId);
  const period = await periodIn({ since, until }, project.timezone);
  const asked: Asked = { ...filter, projectId: project.id, period, before, limit: limit + 1 };
  const rows = filter.brand === undefined ? await rowsOf(store.db, asked) : await rowsOfBrand(store.db, filter.brand, asked);
  const { names } = await brandsOf(store.db, { projects, competitors }, project.id);
  const [brands, citations] = await Promise.all([brandsIn(store.db, rows), countCitations(store.db, rows)]);
  const found = Map.groupBy(brands, ({ answer_id }) => answer_id);
  return pageBy(
    rows,
    limit,
    (row) => toRow(row, found.get(row.id) ?? [], citations.get(row.id) ?? 0, names),
    ({ id, asked_at }) => encodePosition({ id, created_at: asked_at }),
  );
}

interface Asked extends Pick<AnswerQuery, 'promptId' | 'engine' | 'surface'> {
  projectId: string;
  period: Period;
  before: { created_at: number; id: string } | undefined;
  limit: number;
}

function rowsOf(db: Db, { projectId, promptId, engine, surface, period, before, limit }: Asked): Promise<Listed[]> {
  const index = promptId !== undefined ? 'prompt' : engine !== undefined ? 'engine' : surface !== undefined ? 'surface' : 'time';
  let query = db
    .selectFrom(answersBy(index))
    .select([...columns, beginningOf('text', shownLength).as('beginning'), lengthOf('text').as('length')])
    .where('project_id', '=', projectId)
    .where('asked_at', '>=', period.since)
    .where('asked_at', '<=', period.until);
  if (promptId !== undefined) query = query.where('prompt_id', '=', promptId);
  if (engine !== undefined) query = query.where('engine', '=', engine);
  if (surface !== undefined) query = query.where('surface', '=', surface);
  if (before) query = query.where(isAskedBefore('asked_at', 'id', before));
  return query.orderBy('asked_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Those that name or cite a brand. */
function rowsOfBrand(db: Db, brand: string, { projectId, promptId, engine, surface, period, before, limit }: Asked): Promise<Listed[]> {
  let query = db
    .selectFrom('ai_answer_brands as found')
    .innerJoin('ai_answers', 'ai_answers.id', 'found.answer_id')
    .select([...columns, beginningOf('text', shownLength).as('beginning'), lengthOf('text').as('length')])
    .where('found.project_id', '=', projectId)
    .where('found.brand', '=', brand)
    .where('found.asked_at', '>=', period.since)
    .where('found.asked_at', '<=', period.until);
  if (promptId !== undefined) query = query.where('found.prompt_id', '=', promptId);
  if (engine !== undefined) query = query.where('found.engine', '=', engine);
  if (surface !== undefined) query = query.where('found.surface', '=', surface);
  if (before) query = query.where(isAskedBefore('found.asked_at', 'found.answer_id', before));
  return query.orderBy('found.asked_at', 'desc').orderBy('found.answer_id', 'desc').limit(limit).execute();
}

function toRow(row: Listed, brands: readonly AiAnswerBrandRow[], citationCount: number, names: ReadonlyMap<string, string>): Row {
  return {
    ...answerFields(row),
    text: row.beginning,
    textLength: row.length,
    // One that is a competitor no more is left out, until the answer is read again.
    brands: brands.filter(({ brand }) => names.has(brand)).map((brand) => toBrand(brand, names)),
    citationCount,
  };
}
