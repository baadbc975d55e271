import type { Tx } from '../../../db/open.ts';
import type { PublicationRow } from '../../../db/rows/articles.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { PublishableArticle, Remote } from '../../../providers/publish/target.ts';
import { notePublished, toPublication, type Publication } from '../publications.ts';
import { articleRow, openGatesOf } from '../rows.ts';
import { notConfigured, type Configured } from '../../account/index.ts';
import type { Given } from '../given.ts';
import type { Images } from '../images.ts';
import type { JobDefinition, JobKind } from '../../common/jobs.ts';
import { parsed, parsedOrNull } from '../../common/wire.ts';
import { backoffDelaysMs } from '../../../webhooks/backoff.ts';
import type { Line, Turn } from './auto/line.ts';
import type { ReadyArticle } from './payload.ts';

/** Content management systems to publish to, beside the publishing webhook. */
export const targetNames = ['wordpress', 'ghost'] as const;
export type TargetName = (typeof targetNames)[number];

/** The kind of job that publishes an article to one target. */
const publishTo = (target: TargetName) => `article.publish.${target}`;

export interface HowToPublish {
  /** Default: the integration's setting, else publish. */
  status?: 'publish' | 'draft';
  /** Whether someone else's post with the same slug may be replaced. */
  overwrite: boolean;
}

/** Who has it published: a person by articles_publish; else its request, which no gate may object to, or its turn. */
interface Wanted extends HowToPublish {
  byRequest?: true;
  turn?: Turn;
}

/** A site that is down for hours is waited for, as a receiver of webhooks is. */
const delaysMs = [10_000, ...backoffDelaysMs];

export interface Targets {
  /** The targets that a project has configured. */
  configured(projectId: string, db?: Pick<Tx, 'selectFrom'>): Promise<TargetName[]>;
  /** Queues the publications in the caller's transaction; unfinished ones of the same article are canceled. */
  start(tx: Tx, article: { id: string; project_id: string }, to: readonly TargetName[], how: Wanted): Promise<Publication[]>;
  /** The kinds of job that publish an article to a target. */
  jobs: readonly JobDefinition[];
}

/** The stored remote post, with its site: the integration may now point to another one. */
interface KeptRemote extends Remote {
  site: string;
}

/** The job that ends a publication. */
interface Ending {
  articleId: string;
  target: TargetName;
  jobId: string;
}

export function createTargets(given: Given & { images: Images; line: Line }): Targets {
  const { store, system, jobs, integrations, images, posts, line } = given;

  async function pictureOf({ image_token: token, image_alt: alt, slug }: ReadyArticle): Promise<PublishableArticle['image']> {
    const stored = token === null ? undefined : await images.read(token);
    return stored ? { png: stored.png, alt: alt ?? '', filename: `${slug}.png` } : null;
  }

  async function publishable(article: ReadyArticle): Promise<PublishableArticle> {
    return {
      id: article.id,
      title: article.title,
      slug: article.slug,
      metaTitle: article.meta_title,
      metaDescription: article.meta_description,
      html: article.content_html,
      markdown: article.content_markdown,
      language: article.language ?? 'und',
      keyword: article.keyword,
      jsonLd: parsed(article.json_ld),
      faq: parsed(article.faq),
      categories: [],
      tags: [article.keyword],
      image: await pictureOf(article),
    };
  }

  /** Records a failure, or that it was canceled (null), but only of the newest job: an older job's outcome no longer matters. */
  async function end(tx: Tx, { articleId, target, jobId }: Ending, error: AppError | null): Promise<void> {
    const publication = await publicationOf(tx, articleId, target);
    if (publication?.job_id !== jobId) return;
    const wanted = parsed<Wanted>(publication.wanted);
    const turn = wanted.turn && line.afterFailure(wanted.turn, error);
    const kept = error ? { code: error.code, message: messageOf(error) } : { code: 'canceled', message: 'Canceled before it was done.' };
    await tx
      .updateTable('publications')
      .set({ status: 'failed', error: JSON.stringify(kept), wanted: JSON.stringify({ ...wanted, turn }), updated_at: system.now() })
      .where('article_id', '=', articleId)
      .where('target', '=', target)
      .execute();
    if (turn) await line.ended(tx, articleId, turn);
    if (wanted.byRequest)
      await tx.updateTable('articles').set({ publish_held: 1 }).where('id', '=', articleId).where('gated', '=', 1).execute();
  }

  /** Also records a post made by an older job, until a newer one has succeeded, so that the newer job updates that post instead of making a second. */
  async function noteMade(tx: Tx, { articleId, target, jobId }: Ending, remote: KeptRemote, version: number): Promise<void> {
    const now = system.now();
    const made = { remote: JSON.stringify(remote), url: remote.url, version, published_at: now, updated_at: now };
    const publication = () => tx.updateTable('publications').where('article_id', '=', articleId).where('target', '=', target);
    const [newest] = await publication()
      .set({ ...made, status: 'published', error: null })
      .where('job_id', '=', jobId)
      .returning('wanted')
      .execute();
    await publication().set(made).where('job_id', '<>', jobId).where('status', '<>', 'published').execute();
    await notePublished(tx, posts, [articleId], now);
    const turn = newest && parsed<Wanted>(newest.wanted).turn;
    if (turn) await line.ended(tx, articleId, turn);
  }

  /** Throws where what was to go by itself may not go any more: it was changed, or hours have passed. */
  async function requireLeave(tx: Tx, articleId: string, { byRequest, turn }: Wanted): Promise<void> {
    if (turn) await line.requireTurn(tx, articleId, turn);
    if (!byRequest || openGatesOf(await articleRow(tx, articleId)).length === 0) return;
    throw new AppError('conflict', 'A quality gate objects to the article by now.', {
      hint: 'Mend it with articles_update, then publish it.',
    });
  }

  /** Cancels unfinished older jobs. One that is running may still finish first, but is not retried. */
  async function supersede(tx: Tx, articleId: string, to: readonly TargetName[]): Promise<void> {
    const before = tx.selectFrom('publications').select('job_id').where('article_id', '=', articleId).where('target', 'in', idsIn(to));
    const jobIds = (await before.execute()).flatMap(({ job_id }) => job_id ?? []);
    await jobs.stop(tx, jobIds);
  }

  function kindOf(target: TargetName): JobKind {
    return {
      delaysMs: (state) => ((state as Wanted | undefined)?.turn ? [] : delaysMs),
      async run({ jobId, resourceId, signal, report }) {
        const article = (await articleRow(store.db, resourceId)) as ReadyArticle;
        const configured = await integrations.find(article.project_id, target);
        if (!configured) throw notConfigured(target);
        const row = await publicationOf(store.db, resourceId, target);
        if (!row) throw new AppError('not_found', 'The article was deleted.');
        const wanted = parsed<Wanted>(row.wanted);
        const { status, overwrite } = wanted;
        await report(`publishing to ${target}`, 0.1, (tx) => requireLeave(tx, resourceId, wanted));
        const remote = await (
          await integrations.openTarget(configured)
        ).publish(await publishable(article), {
          status: status ?? configured.settings.status ?? 'publish',
          previous: previousOf(row, configured),
          overwrite,
          signal,
        });
        return {
          async write(tx) {
            const { version } = article;
            await noteMade(tx, { articleId: article.id, target, jobId }, { ...remote, site: siteOf(configured) }, version);
            return { articleId: article.id, target, remoteId: remote.id, url: remote.url, version };
          },
        };
      },
      failed: (tx, articleId, error, _attempts, jobId) => end(tx, { articleId, target, jobId }, error),
      canceled: (tx, articleId, jobId) => end(tx, { articleId, target, jobId }, null),
    };
  }

  return {
    // One post at a time for each project, so for each site.
    jobs: targetNames.map((target) => ({ kind: publishTo(target), how: kindOf(target), slots: 4, perLane: 1 })),

    async configured(projectId, db) {
      return (await integrations.findAll(projectId, targetNames, db)).map(({ provider }) => provider as TargetName);
    },

    async start(tx, { id, project_id }, to, how) {
      if (to.length === 0) return [];
      await supersede(tx, id, to);
      // The lane runs them one after the other: two at once would make two posts of one article.
      const about = { projectId: project_id, resourceType: 'article', resourceId: id, lane: project_id };
      const work = to.map((target) => ({ kind: publishTo(target), state: how, ...about }));
      const jobIds = await jobs.createAll(tx, work);
      const fresh = { status: 'pending' as const, wanted: JSON.stringify(how), error: null, updated_at: system.now() };
      const rows = await tx
        .insertInto('publications')
        .values(to.map((target, index) => ({ article_id: id, target, job_id: jobIds[index]!, ...fresh })))
        .onConflict((conflict) =>
          conflict.columns(['article_id', 'target']).doUpdateSet(({ ref }) => ({ ...fresh, job_id: ref('excluded.job_id') })),
        )
        .returningAll()
        .execute();
      return rows.map(toPublication);
    },
  };
}

function publicationOf(db: Pick<Tx, 'selectFrom'>, articleId: string, target: TargetName): Promise<PublicationRow | undefined> {
  const publication = db.selectFrom('publications').selectAll().where('article_id', '=', articleId).where('target', '=', target);
  return publication.executeTakeFirst();
}

function messageOf({ message, hint }: AppError): string {
  return hint ? `${message} ${hint}` : message;
}

function siteOf({ settings }: Configured): string {
  return new URL(settings.siteUrl ?? '').host;
}

/** The remote post, if it is on the site that is configured now. */
function previousOf(row: PublicationRow, configured: Configured): Remote | null {
  const kept = parsedOrNull<KeptRemote>(row.remote);
  return kept?.site === siteOf(configured) ? kept : null;
}
