import type { Project } from '../../../../schema/projects.ts';
import type { ComposeResult, SourcePassage } from '../../../writing/compose/compose.ts';
import type { WritingThread } from '../../../writing/tasks.ts';
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
  thread: WritingThread;
  signal?: AbortSignal;
}

export async function gatherMaterial(wanted: Wanted): Promise<Material> {
  const passages = await gatherPassages(wanted);
  return { passages, plan: await wanted.thread.run('compose', [toComposeRequest(wanted.request), passages], wanted.signal) };
}

async function gatherPassages({ knowledge, project, request, documentIds }: Wanted): Promise<SourcePassage[]> {
  const query = [request.keyword, request.title ?? '', ...(request.outline ?? [])].join(' ');
  const language = request.language ?? project.language;
  const found = await knowledge.retrieve({ query, language, projectId: project.id, documentIds, limit: candidatePassages });
  return found.map(({ rowid, ...passage }) => ({ ...passage, id: String(rowid) }));
}

/** Throws `insufficient_sources` where the local passages do not carry the article. `verbatim`: it is to be made of their sentences alone. */
export async function refuseThinSources(wanted: Wanted, verbatim: boolean): Promise<void> {
  refuseThin(await judge(wanted, await gatherPassages(wanted), verbatim));
}

/** The same for material that is there already. */
export async function refuseThinMaterial({ passages }: Material, work: Pick<Wanted, 'request' | 'thread' | 'signal'>): Promise<void> {
  refuseThin(await judge(work, passages, false));
}

function refuseThin(verdict: { sufficient: boolean; reason: string }): void {
  if (!verdict.sufficient) throw insufficientSources(verdict);
}

function judge({ request, thread, signal }: Pick<Wanted, 'request' | 'thread' | 'signal'>, passages: SourcePassage[], verbatim: boolean) {
  const wanted = verbatim ? request : { ...request, targetWordCount: leastWords, outline: null };
  return thread.run('judgeSources', [toComposeRequest(wanted), passages], signal);
}
