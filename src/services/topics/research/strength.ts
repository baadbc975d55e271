import type { Project } from '../../../../schema/projects.ts';
import type { PlannedPage } from '../../../../schema/topic-plan.ts';
import type { ArticleServices } from '../../articles/index.ts';
import { warningsOf } from '../../planning/index.ts';
import { saidOn } from '../../research/index.ts';
import type { Documents } from './documents.ts';
import type { StoredPage } from './stored.ts';

export interface Judging extends Documents {
  articles: Pick<ArticleServices['articles'], 'uncarried'>;
}

/** Pages that documents are held against, the pillar first: each takes some 100 ms, on a thread. */
const maxJudged = 60;
const atOnce = 5;

export type Strength = Pick<PlannedPage, 'documents' | 'warnings'>;

/** What documents say on the first of some pages, and what they lack for an article. */
export async function strengthsOf(
  { articles, knowledge }: Judging,
  project: Project,
  pages: readonly Pick<StoredPage, 'keyword' | 'title' | 'articleType'>[],
  turn: () => Promise<void>,
): Promise<Strength[]> {
  const strengths: Strength[] = [];
  for (let at = 0; at < Math.min(pages.length, maxJudged); at += atOnce) {
    const some = pages.slice(at, Math.min(at + atOnce, maxJudged));
    const lacks = await articles.uncarried(project, some.map(({ keyword, title, articleType }) => ({ keyword, title, articleType }))); // prettier-ignore
    for (const [index, { keyword }] of some.entries()) {
      const { documents } = await saidOn(knowledge, project, keyword, project.language);
      strengths.push({
        documents: documents
          ? { ...documents, best: { id: documents.best.id, title: documents.best.title } }
          : { count: 0, passages: 0, best: null },
        warnings: warningsOf(lacks.get(index)) ?? [],
      });
      await turn();
    }
  }
  return strengths;
}
