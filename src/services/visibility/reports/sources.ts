import type { SourcePage, SourceQuery, SourceRow } from '../../../../schema/ai-sources.ts';
import { effectiveCount, wilson } from '../../../visibility/figures/intervals.ts';
import { defaultLimit } from '../../common/paging.ts';
import { citedDomains, type CitedDomain } from '../queries.ts';
import type { Cell } from './cells.ts';
import { kindOf } from './citations.ts';
import { eachSlice } from './citing.ts';
import { eachRow, firstRows, placeOf } from './first-rows.ts';
import { findAnswers } from './found.ts';
import type { Question, ReportNeeds } from './question.ts';
import { rounded, toInterval } from './wire.ts';

/** A domain, or a brand's part of it. */
interface Source {
  domain: string;
  brand: string | null;
  hosts: Set<string>;
  times: number;
  cited: number;
  /** Answers that it came with, in all and to each prompt. */
  answers: number;
  used: Map<string, number>;
}

type Sorted = Source & Pick<SourceRow, 'category'>;
type Kind = Pick<SourcePage['categories'][number], 'domains' | 'times'>;

/** Answers `ai_visibility_sources`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function sourceReport(needs: ReportNeeds, asked: SourceQuery): Promise<SourcePage> {
  const { question, cells, base } = await findAnswers(needs, asked);
  const found = sourcesTogether();
  const tracked = [...question.brands, ...question.unreadBrands].map(({ id }) => id);
  await eachSlice(needs, question, cells, {
    table: 'ai_answer_citations',
    read: (which) => citedDomains(needs.store.db, tracked, which),
    take: found.add,
  });
  const answersTo = answersByPrompt(cells);
  const inline = cells.reduce((sum, cell) => sum + cell.inline, 0);
  const turn = needs.system.turns();
  const kinds = new Map<SourceRow['category'], Kind>();
  const wanted: Sorted[] = [];
  const look = (source: Source) => {
    const category = categoryOf(source);
    const { domains, times } = kinds.get(category) ?? { domains: 0, times: 0 };
    kinds.set(category, { domains: domains + 1, times: times + source.times });
    if (asked.category === undefined || category === asked.category) wanted.push({ ...source, category });
  };
  await eachRow(found.all(), look, turn);
  const { limit = defaultLimit, cursor } = asked;
  const placeIn = ({ answers, times, domain, brand }: Source) => placeOf({ answers, times, key: `${domain} ${brand}` });
  const { rows, nextCursor } = await firstRows(wanted, placeIn, { limit, cursor, turn });
  return {
    data: rows.map((source) => toRow(source, question, { answersTo, inline })),
    nextCursor,
    ...base,
    answersWithMarks: inline,
    domains: wanted.length,
    unresolved: found.unresolved(),
    categories: categoriesOf(kinds),
  };
}

function answersByPrompt(cells: readonly Cell[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { prompt, answers } of cells) counts.set(prompt, (counts.get(prompt) ?? 0) + answers);
  return counts;
}

/** Puts together what answers to several prompts come with. */
function sourcesTogether() {
  const sources = new Map<string, Source>();
  let unresolved = 0;
  return {
    all: () => sources.values(),
    unresolved: () => unresolved,
    add(rows: readonly CitedDomain[]): void {
      for (const row of rows) {
        if (row.status === 'unresolved') unresolved += row.times;
        else addSource(sources, row);
      }
    },
  };
}

function addSource(sources: Map<string, Source>, row: CitedDomain): void {
  const key = `${row.domain} ${row.brand}`;
  const source = sources.get(key) ?? {
    domain: row.domain,
    brand: row.brand,
    hosts: new Set<string>(),
    times: 0,
    cited: 0,
    answers: 0,
    used: new Map<string, number>(),
  };
  source.hosts.add(row.host).add(row.lastHost);
  source.times += row.times;
  source.cited += row.cited;
  source.answers += row.used;
  source.used.set(row.prompt_id, (source.used.get(row.prompt_id) ?? 0) + row.used);
  sources.set(key, source);
}

/** By its host where it has but one, such as docs.example.com; else by the domain. */
function categoryOf({ domain, brand, hosts }: Source): SourceRow['category'] {
  const [host = domain] = hosts.size === 1 ? hosts : [];
  return kindOf({ brand, host, domain, status: 'ok' })!;
}

interface Answers {
  /** How many there are to each prompt. */
  answersTo: ReadonlyMap<string, number>;
  /** How many have any mark or link. */
  inline: number;
}

function toRow(source: Sorted, { brands, unreadBrands }: Question, { answersTo, inline }: Answers): SourceRow {
  const all = [...answersTo.values()].reduce((sum, count) => sum + count, 0);
  const used = source.answers;
  const share = used / all;
  const shares = [...answersTo].map(([prompt, count]) => (source.used.get(prompt) ?? 0) / count);
  return {
    domain: source.domain,
    category: source.category,
    brand: source.brand,
    name: [...brands, ...unreadBrands].find(({ id }) => id === source.brand)?.name ?? null,
    used,
    share: rounded(share, 4),
    interval: toInterval(wilson(share, effectiveCount(share, shares, all)), 4),
    cited: inline === 0 ? null : source.cited,
    citedShare: inline === 0 ? null : rounded(source.cited / inline, 4),
    times: source.times,
    prompts: source.used.size,
    why: inline === 0 ? { cited: 'not_applicable', citedShare: 'not_applicable' } : {},
  };
}

function categoriesOf(kinds: ReadonlyMap<SourceRow['category'], Kind>): SourcePage['categories'] {
  const all = [...kinds.values()].reduce((sum, { times }) => sum + times, 0);
  const rows = [...kinds].map(([category, kind]) => ({ category, ...kind, share: rounded(kind.times / all, 4) }));
  return rows.toSorted((one, other) => other.times - one.times || (one.category < other.category ? -1 : 1));
}
