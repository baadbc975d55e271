import { citedByOthers } from '../queries.ts';
import { eachSlice } from './citing.ts';
import { findAnswers } from './found.ts';
import type { ReportNeeds } from './question.ts';

/** A page that is nobody's among those tracked. */
export interface PageOfOthers {
  url: string;
  title: string | null;
  /** Answers that cite it. */
  answers: number;
  /** Of these those that name or cite a competitor, and not the project. */
  alone: number;
  /** Prompts whose answers do, the first few. */
  prompts: string[];
  /** Engines whose answers do, the first few. */
  engines: string[];
}

export interface PagesOfOthers {
  /** Answers that were gone through. */
  answers: number;
  /** Competitors that they were read for. */
  competitors: number;
  /** Those that stand alone beside competitors most often first. */
  pages: PageOfOthers[];
}

const maxNamed = 3;

/** Throws `not_found`, `invalid_input`. */
export async function pagesOfOthers(
  needs: ReportNeeds,
  { projectId, since, limit }: { projectId: string; since: string; limit: number },
): Promise<PagesOfOthers> {
  const { question, cells, base } = await findAnswers(needs, { projectId, since });
  const rivals = question.brands.slice(1).map(({ id }) => id);
  const pages = new Map<string, PageOfOthers>();
  await eachSlice(needs, question, cells, {
    table: 'ai_answer_citations',
    read: (which) => citedByOthers(needs.store.db, rivals, which),
    take(rows) {
      for (const { key, url, title, answers, alone, prompt_id, engine } of rows) {
        const page = pages.get(key) ?? { url, title, answers: 0, alone: 0, prompts: [], engines: [] };
        page.answers += answers;
        page.alone += alone;
        page.title ??= title;
        const { text } = question.prompts.get(prompt_id)!;
        if (alone > 0) {
          addTo(page.prompts, text);
          addTo(page.engines, engine);
        }
        pages.set(key, page);
      }
    },
  });
  const most = [...pages.values()].toSorted(
    (one, other) => other.alone - one.alone || other.answers - one.answers || (one.url < other.url ? -1 : 1),
  );
  return { answers: base.answers, competitors: rivals.length, pages: most.slice(0, limit) };
}

function addTo(named: string[], one: string): void {
  if (named.length < maxNamed && !named.includes(one)) named.push(one);
}
