import type { RegenerateArticle } from '../../../../schema/drafts.ts';
import type { ArticleSummary } from '../../../../schema/articles.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { AppError } from '../../../errors.ts';
import { sectionsOf } from '../../../markdown/sections.ts';
import { normalise } from '../../../language/tokens.ts';
import type { Given } from '../given.ts';
import { refuseOther, unknownSection } from './editing.ts';
import type { Line } from '../publishing/auto/line.ts';
import { requestOf, writeArticle } from '../request.ts';
import { articleRow, hasEnded, isWritten, toSummary } from '../rows.ts';
import { rewriteSection } from './section.ts';

export interface Regeneration {
  /**
   * Rewrites an article, or one section of it, from the current knowledge base; until that is done the article stays as it is.
   * Throws `conflict` while it is being written, `precondition_failed`, and `invalid_input` for an unknown section.
   */
  start(input: RegenerateArticle): Promise<ArticleSummary>;
}

export function createRegeneration({ store, system, jobs, line }: Given & { line: Line }): Regeneration {
  async function again(tx: Tx, row: ArticleRow, instructions: string | undefined): Promise<void> {
    const jobId = await jobs.create(tx, { kind: writeArticle, ...aboutOf(row) });
    await tx.deleteFrom('article_stages').where('article_id', '=', row.id).execute();
    const request = instructions === undefined ? row.request : JSON.stringify({ ...requestOf(row), instructions });
    const queued = { job_id: jobId, status: 'queued', request, error: null, draft_due_at: null, updated_at: system.now() };
    await tx.updateTable('articles').set(queued).where('id', '=', row.id).execute();
  }

  return {
    async start({ id, section, instructions, version }) {
      return store.write(async (tx) => {
        const row = await articleRow(tx, id);
        refuseUnlessWritten(row);
        if (version !== undefined) refuseOther(row, version);
        if (section === undefined) {
          await again(tx, row, instructions);
          // What is behind it in line passes.
          await line.wake(tx, row.project_id);
          return toSummary(await articleRow(tx, id));
        }
        await refuseSection(row, section);
        const jobId = await jobs.create(tx, {
          kind: rewriteSection,
          ...aboutOf(row),
          state: { section, instructions: instructions ?? null },
        });
        return { ...toSummary(row), jobId };
      });
    },
  };
}

function aboutOf({ id, project_id: projectId }: ArticleRow) {
  return { projectId, resourceType: 'article', resourceId: id };
}

function refuseUnlessWritten(row: ArticleRow): void {
  if (hasEnded(row) && (isWritten(row) || row.status === 'failed' || row.status === 'canceled')) return;
  throw new AppError('conflict', `The article ${row.id} is ${row.status}: it is being written.`, {
    hint: `Wait for its job with jobs_get (waitSeconds): ${row.job_id}.`,
  });
}

async function refuseSection({ content_markdown: markdown, writer }: ArticleRow, section: string): Promise<void> {
  if (writer === 'agent') {
    throw new AppError('conflict', 'This article is written by an agent: no section is written anew here.', {
      hint: 'Write it yourself with articles_update (section, markdown), where [n] names source n of the article; to stand on other sources have the whole article written anew (without section).',
    });
  }
  const headings = (await sectionsOf(markdown ?? '')).map(({ heading }) => heading);
  if (headings.some((heading) => normalise(heading) === normalise(section))) return;
  throw unknownSection(section, headings);
}
