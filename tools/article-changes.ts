import { z } from 'zod';
import { ArticleChange } from '../schema/article-changes.ts';
import { ArticleSummary } from '../schema/articles.ts';
import { Deleted, Paging } from '../schema/common.ts';
import { ArticlePatch, ArticleVersions, RegenerateArticle, RestoreVersion } from '../schema/drafts.ts';
import { PublishedArticle, PublishTarget } from '../schema/publishing.ts';
import { ArticleId, queued, ready, whole } from './articles.ts';
import { operation } from './operation.ts';

/** An edit of a published article. */
export const changed: z.input<typeof ArticleChange> = {
  id: ready.id,
  accepted: true,
  status: 'published',
  version: 2,
  title: ready.title!,
  slug: ready.slug!,
  wordCount: 1015,
  score: 87,
  grounding: 98,
  verdicts: { supported: 40, contradicted: 0, unsupported: 1, unchecked: 0 },
  claims: [],
  nextClaims: null,
  refusedEvidence: [],
  judging: null,
  gates: [],
  quality: [],
  droppedCitations: [{ number: 2, documentId: 'doc_01997a3c5d2e7f10a4b8c6d2e4f60717', detail: '“Pools” is cited no more.' }],
  diff: '--- version 1\n+++ version 2\n@@ -6,1 +6,1 @@\n-It keeps connections open.\n+It keeps them open.\n',
  publishHeld: false,
  publications: whole.publications.map((one) => ({ ...one, current: false })),
  next: 'Not yet version 2: wordpress. Send it there with articles_publish.',
  contentMarkdown: null,
  sources: null,
  breakdown: null,
};

const VersionNumber = z.number().int().min(1);

export const articleChanges = [
  operation({
    name: 'articles_update',
    method: 'PATCH',
    path: '/articles/{id}',
    effect: 'destructive',
    errors: ['conflict', 'precondition_failed'],
    title: 'Edit an article',
    description:
      'Edits a written article; what is left out stays. Use it to mend what claims and quality name, then articles_publish. accepted false: gates object, nothing was changed.',
    input: ArticlePatch,
    output: ArticleChange,
    versioned: true,
    example: {
      input: { id: ready.id, version: 1, section: 'What a Pool Does', markdown: 'A pool keeps connections open [1].' },
      output: changed,
    },
    handle: ({ editing }, input) => editing.update(input),
  }),
  operation({
    name: 'articles_delete',
    method: 'DELETE',
    path: '/articles/{id}',
    errors: ['conflict'],
    title: 'Delete an article',
    description:
      'Deletes an article with its versions and pictures, not what was published elsewhere. Use it for what nobody wants; cancel first what is being written (jobs_cancel).',
    input: z.strictObject({ id: ArticleId }),
    output: Deleted,
    example: { input: { id: ready.id }, output: { id: ready.id, deleted: true } },
    handle: ({ articles }, { id }) => articles.delete(id),
  }),
  operation({
    name: 'articles_regenerate',
    method: 'POST',
    path: '/articles/{id}/regenerate',
    status: 202,
    outward: true,
    errors: ['conflict', 'precondition_failed', 'insufficient_sources'],
    effect: 'destructive',
    title: 'Write an article anew',
    description:
      'Writes an article, or a section of it, anew from what the knowledge base holds. Use it after adding documents, or when an article failed. Then jobs_get; articles_restore takes it back.',
    input: RegenerateArticle,
    output: ArticleSummary,
    versioned: true,
    example: { input: { id: ready.id, section: 'What a Pool Does' }, output: { ...ready, jobId: queued.jobId } },
    handle: ({ regeneration }, input) => regeneration.start(input),
  }),
  operation({
    name: 'articles_versions',
    method: 'GET',
    path: '/articles/{id}/versions',
    title: 'Compare versions',
    description:
      "Lists an article's versions, newest first; with from it also shows what changed since. Use it before articles_restore, or to see what an edit did.",
    input: z.strictObject({
      id: ArticleId,
      from: VersionNumber.optional().describe('Show what changed since this version.'),
      to: VersionNumber.optional().describe('Up to this one. Default: the newest.'),
      ...Paging,
    }),
    output: ArticleVersions,
    example: {
      input: { id: ready.id, from: 1 },
      output: {
        data: [
          { number: 2, reason: 'edited', title: ready.title!, wordCount: 1015, score: 87, createdAt: '2026-05-04T10:00:00.000Z' },
          { number: 1, reason: 'written', title: ready.title!, wordCount: 1012, score: 86, createdAt: '2026-05-03T09:30:02.000Z' },
        ],
        nextCursor: null,
        diff: '--- version 1\n+++ version 2\n@@ -6,1 +6,1 @@\n-A pool keeps connections.\n+A pool keeps connections open.\n',
      },
    },
    handle: ({ editing }, input) => editing.versions(input),
  }),
  operation({
    name: 'articles_restore',
    method: 'POST',
    path: '/articles/{id}/restore',
    effect: 'destructive',
    errors: ['conflict', 'precondition_failed'],
    title: 'Restore a version',
    description:
      'Makes an old version the newest; the present text stays among the versions. Use it to take back an edit; articles_versions names the numbers. Gates object as in articles_update.',
    input: RestoreVersion,
    output: ArticleChange,
    versioned: true,
    example: {
      input: { id: ready.id, number: 1 },
      output: {
        ...changed,
        version: 3,
        diff: '--- version 2\n+++ version 3\n@@ -6,1 +6,1 @@\n-It keeps them open.\n+It keeps connections open.\n',
      },
    },
    handle: ({ editing }, input) => editing.restore(input),
  }),
  operation({
    name: 'articles_publish',
    method: 'POST',
    path: '/articles/{id}/publish',
    status: 202,
    effect: 'destructive',
    outward: true,
    errors: ['conflict', 'integration_required'],
    title: 'Publish an article',
    description:
      "Sends a ready article to its project's publishing webhook, WordPress and Ghost, or updates it there. Use it also for what quality gates held back (publishHeld). Then articles_get, with include []: current is true where the receiver has this version.",
    input: z.strictObject({
      id: ArticleId,
      targets: z.array(PublishTarget).min(1).max(3).optional().describe('Default: those that have not this version; if all have, all.'),
      status: z.enum(['publish', 'draft']).optional().describe('In WordPress and Ghost. Default: as configured.'),
      overwrite: z.boolean().optional().describe('Replace a post of the same slug that is not ours. Default false.'),
    }),
    output: PublishedArticle,
    example: {
      input: { id: ready.id },
      output: {
        id: ready.id,
        status: 'ready',
        version: 1,
        gates: [],
        publications: [
          {
            target: 'webhook',
            status: 'pending',
            url: 'https://cms.example.com/articles',
            method: 'POST',
            deliveryId: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60718',
            jobId: null,
            version: 1,
          },
          {
            target: 'wordpress',
            status: 'pending',
            url: null,
            method: null,
            deliveryId: null,
            jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60723',
            version: 1,
          },
        ],
      },
    },
    handle: ({ publishing }, input) => publishing.publish(input),
  }),
];
