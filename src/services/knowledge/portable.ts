import { indexTables } from '../../db/full-text.ts';
import type { Tx } from '../../db/open.ts';
import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const knowledgePortable: Portable = {
  group: 'knowledge',
  carried: [
    // A page of a sitemap names it as its parent.
    ofProject('documents', { nullFirst: 'parent_id' }),
    ofProject('document_tags'),
    ofParent('document_bands', 'documents', 'document_id', { order: ['band'] }),
    ofParent('sitemap_pages', 'documents', 'sitemap_id', { order: ['url'] }),
    ofParent('passages', 'documents', 'document_id', {
      order: ['position'],
      numbered: { column: 'number' },
      without: { number: 'Given anew: the index knows a passage by it.' },
      // They are indexed with the next search, as those of an older program's database are.
      arrived: async (tx, rows) =>
        noteToIndex(
          tx,
          rows.map((row) => row['number'] as number),
        ),
    }),
  ],
  left: {
    passages_to_index: 'What the index lacks, here.',
    [indexTables.passages]: 'The index: made anew of the passages.',
  },
};

async function noteToIndex(tx: Tx, numbers: readonly number[]): Promise<void> {
  if (numbers.length > 0)
    await tx
      .insertInto('passages_to_index')
      .values(numbers.map((passage) => ({ passage })))
      .execute();
}
