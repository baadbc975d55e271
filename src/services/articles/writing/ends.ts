import type { Usage } from '../../../../schema/articles.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { AppError } from '../../../errors.ts';
import type { Batches } from '../batches/batches.ts';
import type { Given } from '../given.ts';
import type { Images, NewImage } from '../images.ts';
import type { Publishing } from '../publishing/publish.ts';
import { writeContent, type FinishedArticle, type VersionReason } from '../content.ts';
import { requestOf } from '../request.ts';
import { giveUp, resting } from './resting.ts';

/** Ends an article's writing. One transaction changes the article and its batch, and creates the events and deliveries. */
export interface Ends {
  /** Throws `not_found` if the article was deleted. */
  ready(tx: Tx, article: ArticleRow, end: ReadyArticle): Promise<Record<string, unknown>>;
  failed(tx: Tx, articleId: string, error: AppError, attempts: number): Promise<void>;
  canceled(tx: Tx, articleId: string): Promise<void>;
}

export interface ReadyArticle {
  finished: FinishedArticle;
  reason: VersionReason;
  image: NewImage | null;
  usage: Usage | null;
}

export function createEnds(given: Given & { publishing: Publishing; batches: Batches; images: Images }): Ends {
  const { system, events, publishing, batches, images, publicUrl } = given;

  /** The data common to both events of an article. */
  const told = (row: ArticleRow) => ({ articleId: row.id, ...(row.batch_id !== null && { batchId: row.batch_id }), keyword: row.keyword });

  const addressed = (row: ArticleRow) => ({ projectId: row.project_id, resourceId: row.id, webhookUrl: row.webhook_url });

  return {
    async ready(tx, article, { finished, reason, image, usage }) {
      const now = system.now();
      if (image) await images.keep(tx, article.id, image);
      const row = await writeContent(tx, article, finished, {
        reason,
        now,
        status: resting('ready'),
        error: null,
        generated_at: now,
        draft_due_at: null,
        image_token: image?.token ?? null,
        image_alt: image?.alt ?? null,
        usage: usage && JSON.stringify(usage),
      });
      if (!row) throw new AppError('not_found', 'The article was deleted.');
      // The article and its versions have the draft's text now.
      await tx.updateTable('article_stages').set({ output: null }).where('article_id', '=', row.id).where('stage', '=', 'draft').execute();
      const { title, word_count: wordCount, score } = finished;
      const url = `${publicUrl()}/api/v1/articles/${row.id}`;
      await events.emit(tx, { type: 'article.ready', ...addressed(row), data: { ...told(row), title, wordCount, url } });
      await publishing.finished(tx, row, requestOf(row).publish);
      await batches.itemEnded(tx, row);
      return { articleId: row.id, title, slug: row.slug, wordCount, score };
    },

    async failed(tx, articleId, error, attempts) {
      const failure = { code: error.code, message: error.hint ? `${error.message} ${error.hint}` : error.message };
      const [row] = await giveUp(tx, [articleId], { status: 'failed', error: JSON.stringify(failure) }, system.now());
      if (!row) return;
      await events.emit(tx, { type: 'article.failed', ...addressed(row), data: { ...told(row), error: failure, attempts } });
      await batches.itemEnded(tx, row);
    },

    async canceled(tx, articleId) {
      const [row] = await giveUp(tx, [articleId], { status: 'canceled' }, system.now());
      if (row) await batches.itemEnded(tx, row);
    },
  };
}
