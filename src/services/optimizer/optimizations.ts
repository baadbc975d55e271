import type { NewOptimization, Optimization, OptimizationQuestion } from '../../../schema/optimizations.ts';
import { pageKey } from '../../crawl/url.ts';
import { AppError } from '../../errors.ts';
import { asAsked } from '../common/asked-keyword.ts';
import { checkPageUrl, checkSourceUrl, checkWebhookUrl } from '../common/outside-url.ts';
import { unknownDocument } from '../common/sources.ts';
import type { Given } from './given.ts';
import { refuseWithout } from './reading/choose.ts';
import { chooseWriter, optimizePage, requestFrom } from './request.ts';
import { optimizationRow, shownPages } from './rows.ts';
import { toOptimization } from './view.ts';

export interface Optimizations {
  /**
   * Has a page held against its competitors and rewritten, by a job. Throws `invalid_input`, `address_refused`, `https_required`, `not_found`,
   * `project_required`, and `integration_required` where there is nobody to hold it against, or no model.
   */
  create(input: NewOptimization): Promise<Optimization>;
  /** Throws `not_found`. */
  get(input: OptimizationQuestion): Promise<Optimization>;
}

export function createOptimizations(given: Given): Optimizations {
  const { store, system, config, jobs, projects, integrations, knowledge } = given;

  /** Throws `invalid_input` for documents that the project has not. */
  async function checkSources(projectId: string, sources: readonly string[]): Promise<void> {
    for (const [index, url] of sources.entries()) if (!url.startsWith('doc_')) checkSourceUrl(url, `/sources/${index}`, config);
    const [missing] = await knowledge.missing(projectId, sources.filter((source) => source.startsWith('doc_'))); // prettier-ignore
    if (missing !== undefined) throw unknownDocument(missing, sources.indexOf(missing));
  }

  return {
    async create(input) {
      const { url, keyword, competitorUrls, writer, sources, webhookUrl, projectId } = input;
      const project = await projects.resolve(projectId);
      checkPageUrl(url, '/url', config);
      const competitors = competitorUrls && competitorsIn(competitorUrls, (one, index) => checkPageUrl(one, `/competitorUrls/${index}`, config)); // prettier-ignore
      if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, '/webhookUrl', config);
      if (keyword !== undefined && asAsked(keyword) === '') throw unsearchable();
      await checkSources(project.id, sources ?? []);
      const chosen = await chooseWriter(integrations, writer, project);
      if (!competitors) await refuseWithout(given, project, keyword ?? null);
      const request = requestFrom({ ...input, competitorUrls: competitors, keyword: keyword && asAsked(keyword) });
      return store.write(async (tx) => {
        const id = system.id('opt');
        const about = { kind: optimizePage, projectId: project.id, resourceType: 'optimization', resourceId: id };
        const now = system.now();
        // The other columns are null until they are known.
        const row = {
          id,
          project_id: project.id,
          job_id: await jobs.create(tx, about),
          status: 'queued',
          writer: chosen,
          url,
          keyword: request.keyword,
          keyword_source: request.keyword === null ? null : ('given' as const),
          language: request.language,
          request: JSON.stringify(request),
          webhook_url: webhookUrl ?? null,
          drafts: 0,
          created_at: now,
          updated_at: now,
        };
        const added = await tx.insertInto('optimizations').values(row).returningAll().executeTakeFirstOrThrow();
        return toOptimization(added, []);
      });
    },

    async get({ id, ...question }) {
      const row = await optimizationRow(store.db, id);
      return toOptimization(row, await shownPages(store.db, id), question);
    },
  };
}

/** Each once. What may not be dialled is named among the competitors later; what is no address at all is refused. */
function competitorsIn(urls: readonly string[], check: (url: string, index: number) => void): string[] {
  for (const [index, url] of urls.entries()) {
    try {
      check(url, index);
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.code === 'address_refused')) throw thrown;
    }
  }
  return [...new Map(urls.map((url) => [pageKey(url), url] as const).toReversed()).values()].toReversed();
}

function unsearchable(): AppError {
  const detail = 'keyword has no letter, number or emoji.';
  return new AppError('invalid_input', detail, {
    hint: 'Give it as people type it.',
    errors: [{ pointer: '/keyword', detail, code: 'empty_keyword' }],
  });
}
