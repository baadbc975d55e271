import type { Project } from '../../../../schema/projects.ts';
import { spellingsIn } from '../../../writing/sources/headings.ts';
import type { DocumentSubject, KnowledgeBase } from '../../knowledge/index.ts';

/** Passages in which the names of a title are looked for. */
const maxRead = 30;

/** As the documents write the names in a keyword, above all the heading that it comes from. */
export async function spellingsOn(
  knowledge: Pick<KnowledgeBase, 'retrieve'>,
  { id: projectId, language }: Pick<Project, 'id' | 'language'>,
  keyword: string,
  from: Pick<DocumentSubject, 'title' | 'heading'> | null,
): Promise<ReadonlyMap<string, string>> {
  const found = await knowledge.retrieve({ query: keyword, language, projectId, limit: maxRead });
  const heading = from?.heading ?? from?.title ?? '';
  return new Map([
    ...spellingsIn(found.flatMap(({ documentTitle, heading: path, text }) => [documentTitle, path ?? '', text])),
    ...spellingsIn([heading.replaceAll(/(?<=^|\s)\p{Lu}\p{Ll}*(?!\S)/gu, (word) => word.toLowerCase())]),
  ]);
}
