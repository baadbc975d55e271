import type { CitationPage, CitationQuery, CitationRow } from '../../../../schema/ai-sources.ts';
import { categoryOf } from '../../../visibility/categories.ts';
import { defaultLimit } from '../../common/paging.ts';
import { citedPages, type CitedPage } from '../queries.ts';
import { eachSlice } from './citing.ts';
import { eachRow, firstRows, placeOf } from './first-rows.ts';
import { checkBrand, findAnswers } from './found.ts';
import type { Question, ReportNeeds } from './question.ts';

/** Prompts that a row names; all are counted. */
const maxPromptsNamed = 3;

/** A page with what cites it, over all prompts and engines. */
interface Cited extends Pick<CitedPage, 'key' | 'url' | 'host' | 'domain' | 'title' | 'brand' | 'status'> {
  /** The brand's. */
  name: string | null;
  times: number;
  answers: number;
  /** What that is put together of. */
  parts: CitedPage[];
}

/** Answers `ai_visibility_citations`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function citationReport(needs: ReportNeeds, asked: CitationQuery): Promise<CitationPage> {
  const { question, cells, base } = await findAnswers(needs, asked);
  checkBrand(question, asked.brand);
  const pages = citedTogether(question);
  await eachSlice(needs, question, cells, {
    table: 'ai_answer_citations',
    read: (which) => citedPages(needs.store.db, which),
    take: pages.add,
  });
  const turn = needs.system.turns();
  const isAsked = isWanted(asked);
  const wanted: Cited[] = [];
  await eachRow(pages.all(), (page) => isAsked(page) && wanted.push(page), turn);
  const { limit = defaultLimit, cursor } = asked;
  const { rows, nextCursor } = await firstRows(wanted, placeOf, { limit, cursor, turn });
  return {
    data: rows.map((cited) => toRow(cited, question)),
    nextCursor,
    ...base,
    pages: wanted.length,
    unresolved: wanted.reduce((sum, { status }) => sum + Number(status === 'unresolved'), 0),
  };
}

/** Puts together what answers to several prompts, of several engines, cite. */
export function citedTogether({ brands, unreadBrands }: Pick<Question, 'brands' | 'unreadBrands'>) {
  const names = new Map([...brands, ...unreadBrands].map(({ id, name }) => [id, name]));
  const pages = new Map<string, Cited>();
  return {
    all: () => pages.values(),
    add(rows: readonly CitedPage[]): void {
      for (const row of rows) {
        const known = pages.get(row.key);
        const { key, url, host, domain, title, status } = row;
        const page = known ?? { key, url, host, domain, title, brand: null, name: null, status, times: 0, answers: 0, parts: [] };
        page.times += row.times;
        page.answers += row.answers;
        page.title ??= row.title;
        // One that is a competitor no more is nobody's, until its answers are read again.
        const name = names.get(row.brand ?? '');
        if (name !== undefined) [page.brand, page.name] = [row.brand, name];
        page.parts.push(row);
        if (!known) pages.set(key, page);
      }
    },
  };
}

const isWanted =
  ({ brand, category, domain }: CitationQuery) =>
  (cited: Cited): boolean =>
    (brand === undefined || cited.brand === brand) &&
    (domain === undefined || cited.domain === domain || cited.host === domain) &&
    (category === undefined || kindOf(cited) === category);

/** What kind of source it is; null where it is not known where its address leads. */
export function kindOf({ brand, host, domain, status }: Pick<Cited, 'brand' | 'host' | 'domain' | 'status'>): CitationRow['category'] {
  if (brand !== null) return brand === 'own' ? 'own' : 'competitor';
  return status === 'unresolved' ? null : categoryOf(host, domain);
}

function toRow(cited: Cited, { prompts }: Question): CitationRow {
  const most = [...answersByPrompt(cited)].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return {
    url: cited.url,
    domain: cited.domain === '' ? null : cited.domain,
    title: cited.title,
    brand: cited.brand,
    name: cited.name,
    category: kindOf(cited),
    times: cited.times,
    answers: cited.answers,
    promptCount: most.length,
    prompts: most.slice(0, maxPromptsNamed).map(([id, answers]) => ({ promptId: id, prompt: prompts.get(id)!.text, answers })),
    engines: [...new Set(cited.parts.map(({ engine }) => engine))].toSorted(),
    why: cited.domain === '' ? { domain: 'not_checked', category: 'not_checked' } : {},
  };
}

function answersByPrompt({ parts }: Cited): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { prompt_id, answers } of parts) counts.set(prompt_id, (counts.get(prompt_id) ?? 0) + answers);
  return counts;
}
