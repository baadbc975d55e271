import type { DiscoveredKeywords } from '../../../../schema/keywords.ts';
import { given } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { Candidate } from './candidates.ts';

/** More would cost an agent more than it tells. */
const limits = { documents: 15, sections: 30, ofDocument: 6 } as const;

type Rows = readonly Pick<Candidate, 'from'>[];

/** The longest sections of documents that no row is from, those about the seeds; of a document without any row, its title alone will do. */
export async function outlineBeside(
  knowledge: Pick<KnowledgeBase, 'outline' | 'beginning'>,
  project: { id: string },
  rows: Rows,
  isAbout: (text: string) => boolean,
): Promise<NonNullable<DiscoveredKeywords['outline']>> {
  const used = new Set(rows.map(({ from }) => `${from?.documentId} ${from?.heading}`));
  const told = new Set(rows.map(({ from }) => from?.documentId));
  const left = (await knowledge.outline(project)).map(({ documentId, title, sections }) => ({
    documentId,
    title,
    isNew: !told.has(documentId) && isAbout(title),
    sections: sections.filter(({ heading }) => !used.has(`${documentId} ${heading}`) && isAbout(`${title} ${heading}`)),
  }));
  const some = left.filter(({ sections, isNew }) => sections.length > 0 || isNew).slice(0, limits.documents);
  const headed = some.filter(({ sections }) => sections.length > 0).length;
  const share = Math.min(limits.ofDocument, Math.floor(limits.sections / headed));
  const outlined = [];
  for (const { documentId, title, sections } of some) {
    const shown = [];
    for (const section of sections.slice(0, share))
      shown.push(given({ heading: section.heading, says: await knowledge.beginning(documentId, section) }));
    outlined.push({ title, sections: shown });
  }
  return outlined;
}
