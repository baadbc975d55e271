import type { Insertable } from 'kysely';
import type { ArticleSummary } from '../../../schema/articles.ts';
import type { NewArticle, Writer } from '../../../schema/article-request.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { storedKey } from '../common/keyword-key.ts';
import type { Integrations } from '../account/index.ts';
import type { Given } from './given.ts';
import { writeArticle, writerOf, type ArticleRequest } from './request.ts';
import { toSummary } from './rows.ts';
import { topicsThere } from './topic.ts';
import { indexArticles } from './words.ts';

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

/** Adds articles, each with the job that writes it. */
export async function addArticles(
  tx: Tx,
  { system, jobs }: Pick<Given, 'system' | 'jobs'>,
  all: readonly Asked[],
): Promise<ArticleSummary[]> {
  const asked = all.map((one) => ({ id: system.id('art'), ...one }));
  const about = { kind: writeArticle, resourceType: 'article' };
  const work = asked.map(({ id, projectId, dueAt }) => ({ ...about, projectId, resourceId: id, dueAt }));
  const jobIds = await jobs.createAll(tx, work);
  const topics = await topicsThere(
    tx,
    all[0]!.projectId,
    all.flatMap(({ request }) => request.topicId ?? []),
  );
  const { language } = await tx.selectFrom('projects').select('language').where('id', '=', all[0]!.projectId).executeTakeFirstOrThrow();
  const now = system.now();
  // The other columns are null until the article is written.
  const rows = asked.map(({ id, projectId, request, writer, place }, index): Insertable<ArticleRow> => ({
    id,
    project_id: projectId,
    job_id: jobIds[index]!,
    topic_id: request.topicId !== null && topics.has(request.topicId) ? request.topicId : null,
    keyword: request.keyword,
    keyword_key: storedKey(request.keyword, language),
    article_type: request.articleType,
    status: 'queued',
    writer,
    language: request.language,
    request: JSON.stringify(request),
    title: request.title,
    version: 0,
    webhook_url: request.webhookUrl,
    publish_held: 0,
    gated: 0,
    created_at: now,
    updated_at: now,
    ...place,
  }));
  const added = await tx.insertInto('articles').values(rows).returningAll().execute();
  await indexArticles(tx, added);
  return added.map(toSummary);
}
