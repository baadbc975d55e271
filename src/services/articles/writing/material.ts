import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import { readsRatherAs } from '../../../language/language.ts';
import { terms } from '../../../language/tokens.ts';
import type { CompetingPage, WritingBrief } from '../../../../schema/drafts.ts';
import type { ComposeResult, SourcePassage } from '../../../writing/sources/shapes.ts';
import type { Given } from '../given.ts';
import { publishedPages } from '../others.ts';
import { insufficientSources, toComposeRequest, type ArticleRequest } from '../request.ts';

/** How many passages a writer can choose from. */
const maxCandidates = 200;
/** A model or an agent uses its own words, so sources for an article of this length are enough. */
const minModelWords = 200;

/** What the knowledge base says on an article. */
export interface Support {
  /** What is missing, if it is not enough. */
  lack?: string;
  /** Of what is enough, the section that says most: "Title › Heading". */
  source?: string;
}

/** The knowledge base's material for an article. The passages are read once, on first use. */
export interface Material {
  /** The article composed of the sources' own sentences. */
  plan(): Promise<ComposeResult>;
  /** The plan, and the brief for the writer with the project's tone and house style. */
  prepare(db: Db, articleId: string, competing: readonly CompetingPage[]): Promise<{ plan: ComposeResult; brief: WritingBrief }>;
  /** Throws `insufficient_sources` if the passages are not enough for the article. */
  refuseThin(): Promise<void>;
  /** What `refuseThin` goes by. */
  support(): Promise<Support>;
}

interface Sources {
  passages: SourcePassage[];
  /** Names in the keyword that do not tell those documents apart that have them. */
  sharedNames: string[];
}

interface Wanted extends Pick<Given, 'knowledge' | 'thread'> {
  project: Project;
  request: ArticleRequest;
  /** Undefined: the whole project. */
  documentIds: readonly string[] | undefined;
  /** Whether the article consists of the sources' sentences alone. */
  verbatim: boolean;
  signal?: AbortSignal;
}

export function openMaterial(wanted: Wanted): Material {
  const { thread, project, request, verbatim, signal } = wanted;
  const composing = (asked: ArticleRequest, { sharedNames }: Sources) => ({
    ...toComposeRequest(asked),
    sharedNames,
    trusted: wanted.documentIds !== undefined && !verbatim,
    plan: !verbatim,
  });
  let found: Promise<Sources> | undefined;
  let planned: Promise<ComposeResult> | undefined;
  const sources = () => (found ??= sourcesFor(wanted));
  async function judged() {
    const asked = verbatim ? request : { ...request, targetWordCount: minModelWords, outline: null };
    const some = await sources();
    return thread.run('judgeSources', [composing(asked, some), some.passages], signal);
  }

  return {
    plan: () => (planned ??= sources().then((some) => thread.run('compose', [composing(request, some), some.passages], signal))),
    async prepare(db, articleId, competing) {
      const { tone, audience, styleGuide, brandTerms } = project;
      const published = request.internalLinks ? await publishedPages(db, project.id, articleId) : [];
      const input = { request: { ...request, tone: request.tone ?? tone, audience, styleGuide, brandTerms }, competing, published };
      const some = await sources();
      const prepared = await thread.run('prepare', [composing(request, some), { ...input, passages: some.passages }], signal);
      planned = Promise.resolve(prepared.plan);
      return prepared;
    },
    async refuseThin() {
      const verdict = await judged();
      if (!verdict.sufficient) throw insufficientSources(verdict);
    },
    async support() {
      if ((await sources()).passages.length === 0) return { lack: 'No document has any of its words.' };
      const { sufficient, reason, section } = await judged();
      return sufficient ? { source: section } : { lack: reason };
    },
  };
}

async function sourcesFor({ knowledge, project, request, documentIds }: Wanted): Promise<Sources> {
  const query = [request.keyword, request.title ?? '', ...(request.outline ?? [])].join(' ');
  const language = request.language ?? project.language;
  const within = { language, projectId: project.id, documentIds };
  const found = await knowledge.retrieve({ ...within, query, limit: maxCandidates });
  const { shared, byDocument } = await knowledge.sharedNames({ ...within, query: request.keyword }, found);
  const passages = found.map(({ number, ...passage }) => ({
    ...passage,
    id: String(number),
    language: languageOf(passage, request.keyword, language),
    names: byDocument.get(passage.documentId),
  }));
  return { passages, sharedNames: shared };
}

/** The passage's language. A wrong guess at it must not leave out a document that names the keyword in its title or headings. */
function languageOf(passage: Omit<SourcePassage, 'id'>, keyword: string, wanted: string): string {
  const { language, documentTitle, heading, text } = passage;
  if (language === wanted || language === 'und') return language;
  const named = new Set(terms(`${documentTitle} ${heading ?? ''}`, wanted));
  const isNamed = terms(keyword, wanted).some((term) => named.has(term));
  return isNamed && readsRatherAs(text, wanted, language) ? wanted : language;
}
