import type { Project } from '../../../../schema/projects.ts';
import type { PlannedPage } from '../../../../schema/topic-plan.ts';
import { titleFor } from '../../../writing/compose/titles.ts';
import type { ArticleServices } from '../../articles/index.ts';
import { warningsOf } from '../../planning/index.ts';
import { saidOn } from '../../research/index.ts';
import type { Documents, Subject } from './documents.ts';
import type { PageDraft } from './plan.ts';

export interface Judging extends Documents {
  articles: Pick<ArticleServices['articles'], 'uncarried'>;
}

/** Pages that documents are held against, the pillar first: each takes some 100 ms, on a thread. */
const maxJudged = 60;
const atOnce = 5;

export type Strength = Pick<PlannedPage, 'articleType' | 'title' | 'documents' | 'warnings'>;

interface Known {
  /** By keyword. */
  subjects: ReadonlyMap<string, Subject>;
  spellings: ReadonlyMap<string, string>;
}

const unsaid = 'No document is on it: see documents.';

/** What documents say on the first of some pages, and what they lack for an article: for a guide, where they have no steps to tell. */
export async function strengthsOf(
  { articles, knowledge }: Judging,
  project: Project,
  pages: readonly PageDraft[],
  { subjects, spellings }: Known,
  turn: () => Promise<void>,
): Promise<Strength[]> {
  const strengths: Strength[] = [];
  const lacksOf = (some: readonly PageDraft[]) => articles.uncarried(project, some.map(({ keyword, title, articleType }) => ({ keyword, title, articleType }))); // prettier-ignore
  for (let at = 0; at < Math.min(pages.length, maxJudged); at += atOnce) {
    const some = pages.slice(at, Math.min(at + atOnce, maxJudged));
    const lacks = await lacksOf(some);
    const stepless = Array.from(lacks.keys()).filter((index) => some[index]!.articleType === 'how-to');
    const guides = stepless.map((index) => toGuide(some[index]!, project.language, spellings));
    const lacking = await lacksOf(guides);
    for (const [nth, index] of stepless.entries()) {
      if (lacking.has(nth)) continue;
      some[index] = guides[nth]!;
      lacks.delete(index);
    }
    for (const [index, { keyword, articleType, title }] of some.entries()) {
      const { documents } = await saidOn(knowledge, project, keyword, project.language, subjects.get(keyword));
      strengths.push({
        articleType,
        title,
        documents: documents
          ? { ...documents, best: { id: documents.best.id, title: documents.best.title } }
          : { count: 0, passages: 0, best: null },
        warnings: warningsOf(lacks.get(index) ?? (documents ? undefined : unsaid)) ?? [],
      });
      await turn();
    }
  }
  return strengths;
}

function toGuide(page: PageDraft, language: string, spellings: Known['spellings']): PageDraft {
  const asked = { keyword: page.keyword, articleType: 'guide' as const };
  return { ...page, ...asked, title: titleFor(asked, language, spellings) };
}
