import type { Project } from '../../../../schema/projects.ts';
import type { Store } from '../../../db/open.ts';
import type { CompetingPage, WritingBrief } from '../../../writing/brief/shapes.ts';
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
  pause: () => Promise<void>;
}

/** What a writer is handed of this material, with the project's own tone, audience and house style. */
export async function makeBrief({ store, project, articleId, request, material, competing, pause }: Wanted): Promise<WritingBrief> {
  const { passages, plan } = material;
  const published = request.internalLinks ? await publishedPages(store.db, project.id, articleId) : [];
  const { buildBrief } = await import('../../../writing/brief/brief.ts');
  const { tone, audience, styleGuide, brandTerms } = project;
  const wanted = { ...request, tone: request.tone ?? tone, audience, styleGuide, brandTerms };
  return buildBrief({ request: wanted, passages, composition: plan.ok ? plan.composition : null, competing, published }, pause);
}
