import type { DiscoveredKeywords } from '../../../../schema/keywords.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { Candidate } from './candidates.ts';

/** More would cost an agent more than it tells. */
const limits = { documents: 15, headings: 6 } as const;

/** The longest sections of documents that no row is from, those about the seeds; of a document without any row, its title alone will do. */
export function outlineBeside(
  outline: Awaited<ReturnType<KnowledgeBase['outline']>>,
  rows: readonly Pick<Candidate, 'from'>[],
  isAbout: (text: string) => boolean,
): NonNullable<DiscoveredKeywords['outline']> {
  const used = new Set(rows.map(({ from }) => `${from?.documentId} ${from?.heading}`));
  const told = new Set(rows.map(({ from }) => from?.documentId));
  const left = outline.map(({ documentId, title, headings }) => ({
    title,
    isNew: !told.has(documentId) && isAbout(title),
    headings: headings
      .filter((heading) => !used.has(`${documentId} ${heading}`) && isAbout(`${title} ${heading}`))
      .slice(0, limits.headings),
  }));
  const some = left.filter(({ headings, isNew }) => headings.length > 0 || isNew).slice(0, limits.documents);
  return some.map(({ title, headings }) => ({ title, headings }));
}
