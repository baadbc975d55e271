import { createHash } from 'node:crypto';
import type { SourcePage, SourceQuery, SourceRow } from '../../../../schema/ai-sources.ts';
import { effectiveCount, wilson } from '../../../visibility/figures/intervals.ts';
import { pageOfAll } from '../../common/paging.ts';
import { citedDomains, type CitedDomain } from '../queries.ts';
import type { Cell } from './cells.ts';
import { kindOf } from './citations.ts';
import { eachSlice } from './citing.ts';
import { findAnswers } from './found.ts';
import type { Question, ReportNeeds } from './question.ts';
import { rounded, toInterval } from './wire.ts';

/** A domain, or a brand's part of it. */
interface Source extends Pick<CitedDomain, 'host' | 'domain' | 'brand' | 'status'> {
  times: number;
  cited: number;
  /** Answers to each prompt that it came with. */
  used: Map<string, number>;
}

/** Answers `ai_visibility_sources`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function sourceReport(needs: ReportNeeds, asked: SourceQuery): Promise<SourcePage> {
  const { question, cells, base } = await findAnswers(needs, asked);
  const rows = await eachSlice(needs, question, cells, (which) => citedDomains(needs.store.db, which));
  const answersTo = byPrompt(cells, ({ answers }) => answers);
  const inline = cells.reduce((sum, cell) => sum + cell.inline, 0);
  const known = rows.filter(({ status }) => status === 'ok');
  const sources = [...together(known, question)].map((source) => toRow(source, question, { answersTo, inline }));
  const wanted = sources.filter(({ category }) => asked.category === undefined || category === asked.category).toSorted(byUse);
  const nameOf = ({ domain, brand }: SourceRow) => createHash('sha256').update(`${domain} ${brand}`).digest('hex').slice(0, 32);
  return {
    ...pageOfAll(wanted, nameOf, asked),
    ...base,
    answersWithMarks: inline,
    domains: wanted.length,
    unresolved: rows.reduce((sum, { status, times }) => sum + (status === 'unresolved' ? times : 0), 0),
    categories: categoriesOf(sources),
  };
}

function byPrompt(cells: readonly Cell[], count: (cell: Cell) => number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell.prompt, (counts.get(cell.prompt) ?? 0) + count(cell));
  return counts;
}

function together(rows: readonly CitedDomain[], { brands }: Question): Iterable<Source> {
  const tracked = new Set(brands.map(({ id }) => id));
  const sources = new Map<string, Source>();
  for (const row of rows) {
    const brand = row.brand !== null && tracked.has(row.brand) ? row.brand : null;
    const key = `${row.domain} ${brand}`;
    const source = sources.get(key) ?? { ...row, brand, times: 0, cited: 0, used: new Map<string, number>() };
    source.times += row.times;
    source.cited += row.cited;
    source.used.set(row.prompt_id, (source.used.get(row.prompt_id) ?? 0) + row.used);
    sources.set(key, source);
  }
  return sources.values();
}

interface Answers {
  /** How many there are to each prompt. */
  answersTo: ReadonlyMap<string, number>;
  /** How many have any mark or link. */
  inline: number;
}

function toRow(source: Source, { brands }: Question, { answersTo, inline }: Answers): SourceRow {
  const all = [...answersTo.values()].reduce((sum, count) => sum + count, 0);
  const used = [...source.used.values()].reduce((sum, count) => sum + count, 0);
  const share = used / all;
  const shares = [...answersTo].map(([prompt, count]) => (source.used.get(prompt) ?? 0) / count);
  return {
    domain: source.domain,
    category: kindOf(source)!,
    brand: source.brand,
    name: brands.find(({ id }) => id === source.brand)?.name ?? null,
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

function byUse(one: SourceRow, other: SourceRow): number {
  const ties = one.domain === other.domain ? String(one.brand) < String(other.brand) : one.domain < other.domain;
  return other.used - one.used || other.times - one.times || (ties ? -1 : 1);
}

function categoriesOf(sources: readonly SourceRow[]): SourcePage['categories'] {
  const all = sources.reduce((sum, { times }) => sum + times, 0);
  const kinds = Map.groupBy(sources, ({ category }) => category);
  const rows = [...kinds].map(([category, some]) => {
    const times = some.reduce((sum, one) => sum + one.times, 0);
    return { category, domains: some.length, times, share: rounded(times / all, 4) };
  });
  return rows.toSorted((one, other) => other.times - one.times || (one.category < other.category ? -1 : 1));
}
