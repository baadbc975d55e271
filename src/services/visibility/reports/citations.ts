import { createHash } from 'node:crypto';
import type { CitationPage, CitationQuery, CitationRow } from '../../../../schema/ai-sources.ts';
import { categoryOf } from '../../../visibility/categories.ts';
import { pageOfAll } from '../../common/paging.ts';
import { citedPages, type CitedPage } from '../queries.ts';
import { eachSlice } from './citing.ts';
import { checkBrand, findAnswers } from './found.ts';
import type { Question, ReportNeeds } from './question.ts';

/** Prompts that a row names; all are counted. */
export const maxPromptsNamed = 3;

/** A page with what cites it, over all prompts and engines. */
interface Cited extends Pick<CitedPage, 'key' | 'url' | 'host' | 'domain' | 'title' | 'brand' | 'status'> {
  times: number;
  answers: number;
  /** How many answers to each prompt cite it. */
  prompts: Map<string, number>;
  engines: Set<string>;
}

/** Answers `ai_visibility_citations`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function citationReport(needs: ReportNeeds, asked: CitationQuery): Promise<CitationPage> {
  const { question, cells, base } = await findAnswers(needs, asked);
  checkBrand(question, asked.brand);
  const rows = await eachSlice(needs, question, cells, (which) => citedPages(needs.store.db, which));
  const pages = [...together(rows, question).values()].filter(isWanted(asked)).toSorted(byAnswers);
  const page = pageOfAll(pages, ({ key }) => createHash('sha256').update(key).digest('hex').slice(0, 32), asked);
  return {
    data: page.data.map((cited) => toRow(cited, question)),
    nextCursor: page.nextCursor,
    ...base,
    pages: pages.length,
    unresolved: pages.filter(({ status }) => status === 'unresolved').length,
  };
}

export function together(rows: readonly CitedPage[], { brands }: Pick<Question, 'brands'>): Map<string, Cited> {
  const tracked = new Set(brands.map(({ id }) => id));
  const pages = new Map<string, Cited>();
  for (const row of rows) {
    const known = pages.get(row.key);
    const page = known ?? { ...row, times: 0, answers: 0, prompts: new Map<string, number>(), engines: new Set<string>() };
    page.times += row.times;
    page.answers += row.answers;
    page.title ??= row.title;
    // One that is a competitor no more is nobody's, until its answers are read again.
    page.brand = row.brand !== null && tracked.has(row.brand) ? row.brand : null;
    page.prompts.set(row.prompt_id, (page.prompts.get(row.prompt_id) ?? 0) + row.answers);
    page.engines.add(row.engine);
    pages.set(row.key, page);
  }
  return pages;
}

const isWanted =
  ({ brand, category, domain }: CitationQuery) =>
  (cited: Cited): boolean =>
    (brand === undefined || cited.brand === brand) &&
    (domain === undefined || cited.domain === domain || cited.host === domain) &&
    (category === undefined || kindOf(cited) === category);

/** The ones that most answers cite first. */
export function byAnswers(one: Cited, other: Cited): number {
  return other.answers - one.answers || other.times - one.times || (one.key < other.key ? -1 : 1);
}

/** What kind of source it is; null where it is not known where its address leads. */
export function kindOf({ brand, host, domain, status }: Pick<Cited, 'brand' | 'host' | 'domain' | 'status'>): CitationRow['category'] {
  if (brand !== null) return brand === 'own' ? 'own' : 'competitor';
  return status === 'unresolved' ? null : categoryOf(host, domain);
}

function toRow(cited: Cited, { brands, prompts }: Question): CitationRow {
  const most = [...cited.prompts].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return {
    url: cited.url,
    domain: cited.domain === '' ? null : cited.domain,
    title: cited.title,
    brand: cited.brand,
    name: brands.find(({ id }) => id === cited.brand)?.name ?? null,
    category: kindOf(cited),
    times: cited.times,
    answers: cited.answers,
    promptCount: most.length,
    prompts: most.slice(0, maxPromptsNamed).map(([id, answers]) => ({ promptId: id, prompt: prompts.get(id)!.text, answers })),
    engines: [...cited.engines].toSorted(),
    why: cited.domain === '' ? { domain: 'not_checked', category: 'not_checked' } : {},
  };
}
