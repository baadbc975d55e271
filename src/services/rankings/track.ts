import type { Deleted, Refused } from '../../../schema/common.ts';
import type { NewTrackedKeywords, TrackedKeywords } from '../../../schema/rankings.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import { inSlices } from '../common/slices.ts';
import { given } from '../common/wire.ts';
import { allAsAsked, asAsked, checkCodes, nothingSearched, writtenKey } from '../common/asked-keyword.ts';
import { removeSome } from './removal.ts';
import { unchecked } from './sample.ts';
import { questionOf, servingOf, type ProvidersOf } from './serving.ts';

/** Tracked keywords of a project: the list sums up all of them at each call. */
export const maxTracked = 2_000;

const usualDepth = 20;

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  providersOf: ProvidersOf;
}

type Sample = Pick<TrackedKeywordRow, 'engine' | 'device' | 'country' | 'language' | 'depth'>;

/** A keyword of the request with its place in it. */
interface Named {
  index: number;
  keyword: string;
  key: string;
}

/** Throws `not_found`, `project_required`, `invalid_input`, and `conflict` where too many would be tracked. */
export async function trackKeywords(
  { store, system, projects, providersOf }: Needs,
  input: NewTrackedKeywords,
  unfit: readonly Refused[],
): Promise<TrackedKeywords> {
  checkCodes(input);
  const tags = JSON.stringify([...new Set(allAsAsked('tags', input.tags ?? []))]);
  const named = namedIn(input.keywords, unfit);
  const right = firstOfEach(named.filter(({ key }) => key !== ''));
  const wrong = named.filter(({ key }) => key === '').map(refusedOf);
  if (right.length === 0) throw nothingTracked(wrong);
  const { id: projectId } = await projects.resolve(input.projectId);
  const providers = await providersOf(projectId);
  return store.write(async (tx) => {
    const project = await projects.resolve(projectId, tx);
    const sample = sampleOf(input, project, providers);
    const present = await presentAmong(tx, projectId, sample, right);
    const absent = right.filter(({ key }) => !present.has(key));
    const tracked = await countTracked(tx, projectId, absent.length);
    const now = system.now();
    const rows = absent.map(({ keyword, key }) =>
      newRow({ id: system.id('trk'), project_id: projectId, keyword, keyword_key: key, tags, created_at: now, ...sample }),
    );
    if (rows.length > 0) await tx.insertInto('tracked_keywords').values(rows).execute();
    const ids = [...present.values()].map(({ id }) => id);
    await forgetAll(
      tx,
      [...present.values()].filter(({ language }) => input.language !== undefined && input.language !== language),
    );
    const changed = given({ depth: input.depth, language: input.language, tags: input.tags && tags });
    if (ids.length > 0 && Object.keys(changed).length > 0)
      await tx.updateTable('tracked_keywords').set(changed).where('id', 'in', idsIn(ids)).execute();
    const refused = [...unfit, ...wrong].toSorted((one, other) => one.index - other.index);
    const all = [...rows, ...present.values()];
    const toRef = ({ id, keyword }: Pick<TrackedKeywordRow, 'id' | 'keyword'>) => ({ id, keyword });
    return {
      added: rows.map(toRef),
      present: [...present.values()].map(toRef),
      refused,
      tracked: tracked + rows.length,
      ...sample,
      country: sample.country === '' ? null : sample.country,
      ...outlook(project, sample, providers, all),
    };
  });
}

/** Deletes it with its history. Throws `not_found`. */
export async function untrackKeyword({ store, system }: Pick<Needs, 'store' | 'system'>, id: string): Promise<Deleted> {
  const row = await store.db.selectFrom('tracked_keywords').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no tracked keyword ${id}.`, { hint: 'See rankings_list.' });
  return inSlices({ store, system }, async (tx) => ((await removeSome(tx, [id])) ? undefined : { id, deleted: true as const }));
}

function namedIn(keywords: readonly string[], unfit: readonly Refused[]): Named[] {
  const taken = new Set(unfit.map(({ index }) => index));
  const free = Array.from({ length: keywords.length + taken.size }, (_, index) => index).filter((index) => !taken.has(index));
  return keywords.map((written, at) => ({ index: free[at]!, keyword: asAsked(written), key: writtenKey(written) }));
}

function firstOfEach(named: readonly Named[]): Named[] {
  return [...Map.groupBy(named, ({ key }) => key).values()].map(([first]) => first!);
}

function refusedOf({ index }: Named): Refused {
  return { index, errors: [{ pointer: `/keywords/${index}`, detail: nothingSearched, code: 'empty_keyword' }] };
}

function nothingTracked(wrong: readonly Refused[]): AppError {
  return new AppError('invalid_input', 'No keyword was given that has a letter, number or emoji.', {
    hint: 'Give keywords as people type them.',
    errors: wrong.flatMap(({ errors }) => errors),
  });
}

/** What is not given is the project's. */
function sampleOf(input: NewTrackedKeywords, project: Project, providers: readonly SearchProvider[]): Sample {
  return {
    engine: input.engine ?? providers[0]?.engine ?? 'google',
    device: input.device ?? 'desktop',
    country: input.country ?? project.country ?? '',
    language: input.language ?? project.language,
    depth: input.depth ?? usualDepth,
  };
}

type Present = Pick<TrackedKeywordRow, 'id' | 'keyword' | 'keyword_key' | 'language'>;

/** Those that are tracked alike already, by their keys. */
async function presentAmong(tx: Tx, projectId: string, sample: Sample, named: readonly Named[]): Promise<Map<string, Present>> {
  const rows = await tx
    .selectFrom('tracked_keywords')
    .select(['id', 'keyword', 'keyword_key', 'language'])
    .where('project_id', '=', projectId)
    .where('keyword_key', 'in', idsIn(named.map(({ key }) => key)))
    .where('engine', '=', sample.engine)
    .where('device', '=', sample.device)
    .where('country', '=', sample.country)
    .execute();
  return new Map(rows.map((row) => [row.keyword_key, row]));
}

/** What was found in another language is no answer in the one that is asked in from now on. */
async function forgetAll(tx: Tx, rows: readonly Pick<TrackedKeywordRow, 'id'>[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable('tracked_keywords').set(unchecked).where('id', 'in', idsIn(ids)).execute();
}

/** How many a project tracks. Throws `conflict` where so many more would be too many. */
async function countTracked(tx: Tx, projectId: string, more: number): Promise<number> {
  const { tracked } = await tx
    .selectFrom('tracked_keywords')
    .select((make) => make.fn.countAll<number>().as('tracked'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (tracked + more <= maxTracked) return tracked;
  throw new AppError('conflict', `A project tracks ${maxTracked} keywords at most; ${tracked} are tracked.`, {
    hint: 'Track fewer, or end some with rankings_untrack.',
  });
}

type NewRow = Sample & Pick<TrackedKeywordRow, 'id' | 'project_id' | 'keyword' | 'keyword_key' | 'tags' | 'created_at'>;

function newRow(row: NewRow): TrackedKeywordRow {
  return {
    ...row,
    ...unchecked,
    job_id: null,
    waiting: 0,
  };
}

/** Who will be asked, what that is billed, and what stands in the way. */
function outlook(
  { siteUrl }: Project,
  sample: Sample,
  providers: readonly SearchProvider[],
  rows: readonly Pick<TrackedKeywordRow, 'keyword'>[],
): Pick<TrackedKeywords, 'provider' | 'callsPerCheck' | 'warnings'> {
  const questions = rows.map(({ keyword }) => questionOf({ ...sample, keyword }));
  const { provider, unserved } = servingOf(providers, questions[0]!);
  const noSite = {
    code: 'site_required' as const,
    message: 'The project has no site, so nothing can be found to rank: set siteUrl with projects_update.',
  };
  return {
    provider: provider?.provider ?? null,
    callsPerCheck: provider ? questions.reduce((sum, question) => sum + provider.callsFor(question), 0) : null,
    warnings: [
      ...(unserved ? [{ code: unserved.code, message: `${unserved.message} ${unserved.hint}` }] : []),
      ...(siteUrl === null ? [noSite] : []),
    ],
  };
}
