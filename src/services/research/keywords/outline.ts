import type { DiscoveredKeywords } from '../../../../schema/keywords.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { Candidate } from './candidates.ts';

/** More would cost an agent more than it tells. */
const limits = { documents: 15, headings: 6 } as const;

/** The longest sections of documents that no row is from, those about the seeds. */
export function outlineBeside(
  outline: Awaited<ReturnType<KnowledgeBase['outline']>>,
  rows: readonly Pick<Candidate, 'from'>[],
  isAbout: (text: string) => boolean,
): NonNullable<DiscoveredKeywords['outline']> {
  const used = new Set(rows.map(({ from }) => `${from?.documentId} ${from?.heading}`));
  const left = outline.map(({ documentId, title, headings }) => ({
    title,
    headings: headings
      .filter((heading) => !used.has(`${documentId} ${heading}`) && isAbout(`${title} ${heading}`))
      .slice(0, limits.headings),
  }));
  return left.filter(({ headings }) => headings.length > 0).slice(0, limits.documents);
}
