import type { Store } from '../../../db/open.ts';
import { terms } from '../../../language/tokens.ts';
import type { Projects } from '../../account/index.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { CrawledPages } from '../../site/index.ts';
import { ownPieces } from '../queries.ts';
import { fieldOf, type FoundText, type Ground } from './relevance.ts';

interface Needs {
  store: Store;
  projects: Projects;
  knowledge: Pick<KnowledgeBase, 'retrieve'>;
  crawledPages: Pick<CrawledPages, 'search'>;
}

/** Passages that a phrase is looked for in. */
const maxPassages = 8;

/** What a project has to compare with, as it is now. */
export async function groundOf(needs: Needs, projectId: string): Promise<Ground> {
  const { store, projects, knowledge, crawledPages } = needs;
  const { language, brandTerms } = await projects.get(projectId);
  const { pieces: written, hasKnowledge, hasOwnPages } = await ownPieces(store.db, projectId);
  const hasAll = (text: string, wanted: readonly string[]) => {
    const held = new Set(terms(text, language));
    return wanted.every((term) => held.has(term));
  };

  async function findKnowledge(phrase: string): Promise<FoundText | undefined> {
    const wanted = terms(phrase, language);
    if (wanted.length === 0) return undefined;
    const known = await knowledge.retrieve({ query: phrase, language, projectId, limit: maxPassages });
    const passage = known.find(({ text, heading, documentTitle }) => hasAll(`${documentTitle} ${heading ?? ''} ${text}`, wanted));
    return passage && { kind: 'knowledge', title: passage.documentTitle, url: passage.url, id: passage.documentId };
  }

  async function findOwnPage(phrase: string): Promise<FoundText | undefined> {
    const wanted = terms(phrase, language);
    if (wanted.length === 0 || !hasOwnPages) return undefined;
    const own = await crawledPages.search(projectId, phrase, { origin: 'own', language, limit: maxPassages });
    const page = own.find(({ text, pageTitle }) => hasAll(`${pageTitle} ${text}`, wanted));
    return page && { kind: 'own_page', title: page.pageTitle, url: page.url, id: null };
  }

  const pieces = written.map(({ keyword, ...piece }) => ({ ...piece, terms: new Set(terms(`${piece.title} ${keyword ?? ''}`, language)) }));
  return {
    language,
    brandTerms,
    field: fieldOf(pieces),
    pieces,
    hasTexts: hasKnowledge || hasOwnPages,
    hasOwnPages,
    findOwnPage,
    findText: async (phrase) => (await findOwnPage(phrase)) ?? (hasKnowledge ? findKnowledge(phrase) : undefined),
  };
}
