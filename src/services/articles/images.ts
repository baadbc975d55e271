import type { Project } from '../../../schema/projects.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow, MediaRow } from '../../db/rows/articles.ts';
import { toAppError } from '../../errors.ts';
import { drawingTasks } from '../../providers/image/tasks.ts';
import type { Given } from './given.ts';

/** A picture that is not stored yet. */
export interface NewImage {
  token: string;
  /** The URL it will have. */
  url: string;
  alt: string;
  png: Buffer;
  origin: MediaRow['origin'];
}

export interface Subject {
  title: string;
  keyword: string;
  language: string;
}

/** Featured images. A stored one never changes: a new picture gets a new URL. */
export interface Images {
  /** Made by the image provider if one is configured and answers, else drawn here. */
  make(project: Project, subject: Subject, signal?: AbortSignal): Promise<NewImage>;
  keep(tx: Tx, articleId: string, image: NewImage): Promise<void>;
  /** The URL of an article's picture; undefined if it has none. */
  urlOf(article: Pick<ArticleRow, 'image_token'>): string | undefined;
  /** An article's current picture. */
  ofArticle(articleId: string): Promise<Buffer | undefined>;
  read(token: string): Promise<{ png: Buffer; createdAt: number } | undefined>;
}

const tokenBytes = 24;
/** A picture takes some 10 ms, and 3 MiB outside of the heap until it is let go of. */
const drawingLimits = { maxMs: 30_000, maxYoungMb: 2 };

export function createImages({ store, system, integrations, publicUrl, openThread }: Given): Images {
  const drawing = openThread(drawingTasks, drawingLimits);

  async function generate(project: Project, subject: Subject, signal?: AbortSignal): Promise<Buffer | undefined> {
    const model = await integrations.openImageModel(project.id);
    if (!model) return undefined;
    const { promptFor } = await import('../../providers/image/generate.ts');
    try {
      return await model.draw(promptFor({ ...subject, audience: project.audience }), signal);
    } catch (thrown) {
      signal?.throwIfAborted();
      // An article must not fail for lack of an illustration.
      const { code, message } = toAppError(thrown);
      system.log.warn({ code, project: project.id }, `the image provider failed, so the picture is drawn here: ${message}`);
      return undefined;
    }
  }

  async function draw({ brandTerms, brandColours }: Project, subject: Subject, signal?: AbortSignal): Promise<Buffer> {
    const { coloursFrom } = await import('../../providers/image/colour.ts');
    const card = { ...subject, brand: brandTerms[0] ?? null, colours: coloursFrom(brandColours, subject.keyword) };
    // Between threads a buffer becomes plain bytes.
    return Buffer.from(await drawing.run('drawCard', [card], signal));
  }

  const addressOf = (token: string) => `${publicUrl()}/media/${token}.png`;

  return {
    async make(project, subject, signal) {
      const generated = await generate(project, subject, signal);
      const { altTextOf } = await import('../../providers/image/alt.ts');
      const token = system.random(tokenBytes).toString('base64url');
      return {
        token,
        url: addressOf(token),
        alt: altTextOf({ ...subject, kind: generated ? 'illustration' : 'card' }),
        png: generated ?? (await draw(project, subject, signal)),
        origin: generated ? 'generated' : 'drawn',
      };
    },

    async keep(tx, articleId, { token, png, origin }) {
      await tx.insertInto('media').values({ token, article_id: articleId, origin, png, created_at: system.now() }).execute();
    },

    urlOf: ({ image_token }) => (image_token === null ? undefined : addressOf(image_token)),

    async ofArticle(articleId) {
      const row = await store.db
        .selectFrom('articles')
        .innerJoin('media', 'media.token', 'articles.image_token')
        .select('media.png')
        .where('articles.id', '=', articleId)
        .executeTakeFirst();
      return row?.png;
    },

    async read(token) {
      const row = await store.db.selectFrom('media').select(['png', 'created_at']).where('token', '=', token).executeTakeFirst();
      return row && { png: row.png, createdAt: row.created_at };
    },
  };
}
