import type { Project } from '../../../../schema/projects.ts';
import type { PlannedPage } from '../../../../schema/topic-plan.ts';
import { titleFor } from '../../../writing/compose/titles.ts';
import type { ArticleServices } from '../../articles/index.ts';
import { warningsOf } from '../../planning/index.ts';
import { saidOn, spellingsOn } from '../../research/index.ts';
import type { Documents, Subject } from './documents.ts';
import type { PageDraft } from './plan.ts';

export interface Judging extends Documents {
  articles: Pick<ArticleServices['articles'], 'uncarried'>;
}

/** Pages that documents are held against, the pillar first: each takes some 100 ms, on a thread. */
const maxJudged = 60;
const atOnce = 5;

export type Strength = Pick<PlannedPage, 'articleType' | 'title' | 'documents' | 'warnings'>;

const unsaid = 'No document is on it: see documents.';

/** What documents say on the first of some pages, how they write its names, and what they lack for an article: for a guide, where they have no steps to tell. */
export async function strengthsOf(
  { articles, knowledge }: Judging,
  project: Project,
  pages: readonly PageDraft[],
  subjects: ReadonlyMap<string, Subject>,
  turn: () => Promise<void>,
): Promise<Strength[]> {
  const strengths: Strength[] = [];
  const lacksOf = (some: readonly PageDraft[]) => articles.uncarried(project, some.map(({ keyword, title, articleType }) => ({ keyword, title, articleType }))); // prettier-ignore
  for (let at = 0; at < Math.min(pages.length, maxJudged); at += atOnce) {
    const judged = pages.slice(at, Math.min(at + atOnce, maxJudged));
    const spellings: ReadonlyMap<string, string>[] = [];
    for (const { keyword } of judged) {
      spellings.push(await spellingsOn(knowledge, project, keyword, subjects.get(keyword) ?? null));
      await turn();
    }
    const titled = (index: number, { keyword, articleType }: Pick<PageDraft, 'keyword' | 'articleType'>) =>
      titleFor({ keyword, articleType }, project.language, spellings[index]!);
    const some = judged.map((page, index) => ({ ...page, title: titled(index, page) }));
    const lacks = await lacksOf(some);
    const stepless = Array.from(lacks.keys()).filter((index) => some[index]!.articleType === 'how-to');
    const guides = stepless.map((index) => {
      const asked = { keyword: some[index]!.keyword, articleType: 'guide' as const };
      return { ...some[index]!, ...asked, title: titled(index, asked) };
    });
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
