import type { Project } from '../../../../schema/projects.ts';
import type { ComposeResult, SourcePassage } from '../../../writing/compose/compose.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import { insufficientSources, toComposeRequest, type ArticleRequest } from '../request.ts';

/** How many passages a writer chooses from. */
const candidatePassages = 200;
/** A model or an agent puts what it reads into words of its own: it can do with the sources of the shortest article. */
const leastWords = 200;

/** What the knowledge base holds for an article. */
export interface Material {
  /** Best first. */
  passages: SourcePassage[];
  /** What the sources' own sentences make of it. */
  plan: ComposeResult;
}

interface Wanted {
  knowledge: KnowledgeBase;
  project: Project;
  request: ArticleRequest;
  /** Undefined: the whole project. */
  documentIds: readonly string[] | undefined;
  pause: () => Promise<void>;
}

export async function gatherMaterial(wanted: Wanted): Promise<Material> {
  const passages = await gatherPassages(wanted);
  const { compose } = await import('../../../writing/compose/compose.ts');
  return { passages, plan: await compose(toComposeRequest(wanted.request), passages, wanted.pause) };
}

async function gatherPassages({ knowledge, project, request, documentIds }: Wanted): Promise<SourcePassage[]> {
  const query = [request.keyword, request.title ?? '', ...(request.outline ?? [])].join(' ');
  const language = request.language ?? project.language;
  const found = await knowledge.retrieve({ query, language, projectId: project.id, documentIds, limit: candidatePassages });
  return found.map(({ rowid, ...passage }) => ({ ...passage, id: String(rowid) }));
}

/** Throws `insufficient_sources` where the local passages do not carry the article. `verbatim`: it is to be made of their sentences alone. */
export async function refuseThinSources(wanted: Wanted, verbatim: boolean): Promise<void> {
  refuseThin(await judge(wanted.request, await gatherPassages(wanted), verbatim, wanted.pause));
}

/** The same for material that is there already. */
export async function refuseThinMaterial({ passages }: Material, request: ArticleRequest, pause: () => Promise<void>): Promise<void> {
  refuseThin(await judge(request, passages, false, pause));
}

function refuseThin(verdict: { sufficient: boolean; reason: string }): void {
  if (!verdict.sufficient) throw insufficientSources(verdict);
}

async function judge(request: ArticleRequest, passages: SourcePassage[], verbatim: boolean, pause: () => Promise<void>) {
  const { judgeSources } = await import('../../../writing/compose/compose.ts');
  const wanted = verbatim ? request : { ...request, targetWordCount: leastWords, outline: null };
  return judgeSources(toComposeRequest(wanted), passages, pause);
}
