import type { Project } from '../../../../schema/projects.ts';
import type { Store } from '../../../db/open.ts';
import type { CompetingPage, WritingBrief } from '../../../writing/brief/shapes.ts';
import type { WritingThread } from '../../../writing/tasks.ts';
import type { Material } from './material.ts';
import { publishedPages } from '../others.ts';
import type { ArticleRequest } from '../request.ts';

interface Wanted {
  store: Store;
  project: Project;
  articleId: string;
  request: ArticleRequest;
  material: Material;
  competing: readonly CompetingPage[];
  thread: WritingThread;
  signal: AbortSignal;
}

/** What a writer is handed of this material, with the project's own tone, audience and house style. */
export async function makeBrief({
  store,
  project,
  articleId,
  request,
  material,
  competing,
  thread,
  signal,
}: Wanted): Promise<WritingBrief> {
  const { passages, plan } = material;
  const published = request.internalLinks ? await publishedPages(store.db, project.id, articleId) : [];
  const { tone, audience, styleGuide, brandTerms } = project;
  const wanted = { ...request, tone: request.tone ?? tone, audience, styleGuide, brandTerms };
  const composition = plan.ok ? plan.composition : null;
  return thread.run('buildBrief', [{ request: wanted, passages, composition, competing, published }], signal);
}
