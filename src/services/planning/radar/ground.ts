import type { Store } from '../../../db/open.ts';
import { terms } from '../../../language/tokens.ts';
import type { Projects } from '../../account/index.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { CrawledPages } from '../../site/index.ts';
import { allPieces, type PieceNeeds } from '../pieces.ts';
import { textsThere } from '../queries.ts';
import { fieldOf, hasPhrase, type FoundText, type Ground } from './relevance.ts';

interface Needs {
  store: Store;
  projects: Projects;
  knowledge: Pick<KnowledgeBase, 'retrieve'>;
  crawledPages: Pick<CrawledPages, 'search'>;
  sitePages: PieceNeeds['sitePages'];
}

/** Passages that a phrase is looked for in. */
const maxPassages = 16;

/** What a project has to compare with, as it is now. */
export async function groundOf(needs: Needs, projectId: string): Promise<Ground> {
  const { store, projects, knowledge, crawledPages, sitePages } = needs;
  const project = await projects.get(projectId);
  const { language, brandTerms } = project;
  const written = await allPieces({ db: store.db, sitePages }, project);
  const { hasKnowledge, hasOwnPages } = await textsThere(store.db, projectId);
  async function findDocument(phrase: string): Promise<FoundText | undefined> {
    if (!hasKnowledge) return undefined;
    const known = await knowledge.retrieve({ query: phrase, language, projectId, limit: maxPassages });
    const having = known.filter(({ text, heading, documentTitle }) =>
      hasPhrase({ name: `${documentTitle} ${heading ?? ''}`, text }, phrase, language),
    );
    const byDocument = [...Map.groupBy(having, ({ documentId }) => documentId).values()];
    // One that has it in several passages speaks of it; a word or two may stand anywhere.
    const passage = byDocument.toSorted((one, other) => other.length - one.length)[0]?.[0];
    return passage && { kind: 'knowledge', title: passage.documentTitle, url: passage.url, id: passage.documentId };
  }

  async function findOwnPage(phrase: string): Promise<FoundText | undefined> {
    if (!hasOwnPages) return undefined;
    const own = await crawledPages.search(projectId, phrase, { origin: 'own', language, limit: maxPassages });
    const page = own.find(({ text, pageTitle }) => hasPhrase({ name: pageTitle ?? '', text }, phrase, language));
    return page && { kind: 'own_page', title: page.pageTitle, url: page.url, id: null };
  }

  const pieces = written.map(({ kind, title, keyword, url, id }) => {
    return {
      kind: kind === 'page' ? ('own_page' as const) : kind,
      title: title ?? keyword ?? '',
      url,
      id,
      terms: new Set(terms(`${title ?? ''} ${keyword ?? ''}`, language)),
    };
  });
  return {
    language,
    brandTerms,
    field: fieldOf(pieces),
    pieces,
    hasTexts: hasKnowledge || hasOwnPages,
    hasOwnPages,
    hasKnowledge,
    findOwnPage,
    findDocument,
    findText: async (phrase) => (await findOwnPage(phrase)) ?? findDocument(phrase),
  };
}
