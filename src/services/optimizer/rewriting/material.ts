import type { Project } from '../../../../schema/projects.ts';
import { pageKey } from '../../../crawl/url.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import type { SourcePassage } from '../../../writing/sources/shapes.ts';
import type { Given } from '../given.ts';
import type { KeptPage } from '../rows.ts';

/** Passages that a writer can choose from. */
const maxCandidates = 200;
/** Headings and questions that they are looked for by, of each. */
const maxTopics = 15;

interface Wanted {
  project: Project;
  keyword: string;
  page: KeptPage;
  score: PageScore;
  documentIds: readonly string[] | undefined;
}

/** What the knowledge base says on what a page lacks. The page itself is no source of it. */
export async function materialFor(
  { knowledge }: Pick<Given, 'knowledge'>,
  { project, keyword, page, score, documentIds }: Wanted,
): Promise<SourcePassage[]> {
  const lacking = score.outlineDiff.filter(({ status }) => status === 'missing').map(({ heading }) => heading);
  const asked = score.missingQuestions.map(({ question }) => question);
  const query = [keyword, ...lacking.slice(0, maxTopics), ...asked.slice(0, maxTopics)].join(' ');
  const within = { language: page.language, projectId: project.id, documentIds };
  const found = await knowledge.retrieve({ ...within, query, limit: maxCandidates });
  const { byDocument } = await knowledge.sharedNames({ ...within, query: keyword }, found);
  return found
    .filter(({ url }) => url === null || pageKey(url) !== pageKey(page.url))
    .map(({ number, ...passage }) => ({ ...passage, id: String(number), names: byDocument.get(passage.documentId) }));
}
