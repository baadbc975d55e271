import type { DiscoveredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import { terms } from '../../../language/tokens.ts';
import { given } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';

/** Passages that a keyword is looked for in: a quarter of them stand around those that were found. */
const maxPassages = 16;

export type Said = Pick<DiscoveredKeyword, 'relevance' | 'documents'>;

/** What the documents of a project say on a keyword: the best share of its words that one passage has, and those that have all. */
export async function saidOn(
  knowledge: Pick<KnowledgeBase, 'retrieve'>,
  { id: projectId }: Pick<Project, 'id'>,
  keyword: string,
  language: string,
): Promise<Said> {
  const wanted = [...new Set(terms(keyword, language))];
  if (wanted.length === 0) return { relevance: 0 };
  const found = await knowledge.retrieve({ query: keyword, language, projectId, limit: maxPassages });
  const shares = found.map(({ documentTitle, heading, text }) => {
    const name = `${documentTitle} ${heading ?? ''}`;
    // Any word stands somewhere in a long text.
    const held = new Set(terms(wanted.length === 1 ? name : `${name} ${text}`, language));
    return wanted.filter((term) => held.has(term)).length / wanted.length;
  });
  const whole = found.filter((_, index) => shares[index] === 1);
  const [first] = whole;
  const relevance = Math.round(Math.max(0, ...shares) * 100) / 100;
  if (!first) return { relevance };
  const { documentId: id, documentTitle: title, heading, url } = first;
  const best = given({ id, title, heading: heading ?? undefined, url: url ?? undefined });
  return { relevance, documents: { count: new Set(whole.map(({ documentId }) => documentId)).size, passages: whole.length, best } };
}
