import type { ArticleSummary } from '../../../schema/articles.ts';
import type { NewArticle, Writer } from '../../../schema/article-request.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import type { System } from '../../system.ts';
import type { Integrations, Jobs } from '../account/index.ts';
import { writeArticle, writerOf, type ArticleRequest } from './request.ts';
import { newArticleRow, summaryColumns, toSummary } from './rows.ts';

/** Chooses the writer. Throws `integration_required` if that is a model and none is configured. */
export async function chooseWriter(integrations: Integrations, input: Pick<NewArticle, 'writer'>, project: Project): Promise<Writer> {
  const writer = writerOf(input, project, await integrations.hasModel(project.id));
  if (writer === 'llm') await integrations.requireModel(project.id);
  return writer;
}

interface Asked {
  projectId: string;
  request: ArticleRequest;
  writer: Writer;
  dueAt: number | 'later';
  /** Its place in a batch. */
  place?: Pick<ArticleRow, 'batch_id' | 'batch_position'>;
}

/** Adds an article and the job that writes it. */
export async function addArticle(
  tx: Tx,
  { system, jobs }: { system: System; jobs: Jobs },
  { dueAt, place, ...asked }: Asked,
): Promise<ArticleSummary> {
  const id = system.id('art');
  const about = { kind: writeArticle, projectId: asked.projectId, resourceType: 'article', resourceId: id };
  const jobId = await jobs.create(tx, { ...about, dueAt });
  const row = { ...newArticleRow({ id, jobId, ...asked, now: system.now() }), ...place };
  return toSummary(await tx.insertInto('articles').values(row).returning(summaryColumns).executeTakeFirstOrThrow());
}
