import { indexTables } from '../../db/full-text.ts';
import type { Tx } from '../../db/open.ts';
import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const articlePortable: Portable = {
  group: 'articles',
  carried: [
    ofProject('batches', { addresses: ['webhook_url'] }),
    ofProject('articles', {
      tokens: ['image_token'],
      addresses: ['webhook_url'],
      beside: ({ id, content_markdown: text }) => (typeof text === 'string' ? { name: `${String(id)}.md`, text } : null),
      // Their words are indexed with the next search, as those of an older program's database are.
      arrived: async (tx, rows) =>
        noteToIndex(
          tx,
          rows.map((row) => row['id'] as string),
        ),
    }),
    ofParent('article_stages', 'articles', 'article_id', { order: ['stage'] }),
    ofParent('article_versions', 'articles', 'article_id', { order: ['number'] }),
    ofParent('media', 'articles', 'article_id', { order: ['token'], tokens: ['token'] }),
    ofParent('publications', 'articles', 'article_id', { order: ['target'] }),
    ofProject('waiting_publications'),
    ofProject('auto_publishing'),
  ],
  work: [{ of: 'projects', before: 'article.release ' }],
  left: {
    article_words: 'The index: made anew of the articles.',
    [indexTables.articles]: 'The index: made anew of the articles.',
  },
};

async function noteToIndex(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .insertInto('article_words')
      .values(ids.map((article_id) => ({ article_id, waits: 1 })))
      .execute();
}
