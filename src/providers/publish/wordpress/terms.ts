import { AppError } from '../../../errors.ts';
import { distinctNames, sameName } from '../body.ts';
import { cleanWords } from '../../service.ts';
import { decodeEntities, escapeHtml } from '../../html.ts';
import { idText, list, record, text } from '../../json.ts';
import type { WordPressApi } from './api.ts';

export type Taxonomy = 'categories' | 'tags';

/** The size of WordPress's name column. */
const maxNameLength = 200;
/** WordPress's maximum. */
const perPage = '100';

/** The ids of the terms with these names, in order; missing terms are created. Throws as `PublishTarget.check`. */
export async function termIds(api: WordPressApi, taxonomy: Taxonomy, names: readonly string[], signal?: AbortSignal): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of distinctNames(names.map(tidyName))) {
    ids.add((await findTerm(api, taxonomy, name, signal)) ?? (await createTerm(api, taxonomy, name, signal)));
  }
  return [...ids];
}

/** WordPress stores names as HTML, and searches them in that form. */
async function findTerm(api: WordPressApi, taxonomy: Taxonomy, name: string, signal?: AbortSignal): Promise<number | null> {
  const query = { search: escapeHtml(name), per_page: perPage, _fields: 'id,name' };
  const found = list(await api.ask(`/wp/v2/${taxonomy}`, { query, signal })).map(record);
  const match = found.find((term) => sameName(decodeEntities(text(term['name'])), name));
  return match ? termId(api, match['id']) : null;
}

async function createTerm(api: WordPressApi, taxonomy: Taxonomy, name: string, signal?: AbortSignal): Promise<number> {
  const ask = { method: 'POST' as const, json: { name: escapeHtml(name) }, expected: ['term_exists'], signal };
  const answer = record(await api.ask(`/wp/v2/${taxonomy}`, ask));
  // It was created meanwhile, or exists in another spelling.
  return termId(api, answer['code'] === 'term_exists' ? record(answer['data'])['term_id'] : answer['id']);
}

function termId({ site }: WordPressApi, value: unknown): number {
  const id = idText(value);
  if (id !== null && /^\d+$/.test(id)) return Number(id);
  throw new AppError('provider_failed', `${site.name} answered with a term without an id: ${cleanWords(site, String(value))}`);
}

/** Normalised as WordPress does: no tags, one line. */
function tidyName(name: string): string {
  return name
    .replace(/[<>]/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed();
}
