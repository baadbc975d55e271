import type { Post } from '../../../schema/posts.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { clipAtWord } from '../../language/slug.ts';
import {
  actionDays,
  dayMs,
  daysSince,
  evidence,
  maxKeyword,
  pageTarget,
  type ActionOffer,
  type ActionQuestion,
} from '../common/actions.ts';
import type { Posts } from './posts/posts.ts';
import { urlOf } from './posts/rows.ts';

/** A site whose posts nobody has read, or not for long; posts that lose clicks, and posts that nobody has touched for long. */
export async function siteActions(
  { db, posts }: { db: Db; posts: Pick<Posts, 'list'> },
  { project, now, limit }: ActionQuestion,
): Promise<ActionOffer[]> {
  const { id: projectId } = project;
  const decaying = await posts.list({ projectId, sort: 'most_decayed', limit });
  const until = decaying.search === null ? null : Date.parse(decaying.search.until);
  return [
    ...(await reading(db, project, now)),
    ...decaying.data.flatMap((post) => {
      if (post.url === null || post.decay === null || post.decay === 0) return [];
      const lost = Math.round(100 * post.decay);
      return improving(project, post, {
        reason: 'page_decaying',
        why: `“${post.title}” loses clicks that the rest of your site keeps: ${lost} % of what it should have.`,
        evidence: [
          evidence('search-console', `${lost} % of its clicks lost; ${post.clicks} clicks, ${post.impressions} impressions`, until),
        ],
        // It comes back with another month's figures.
        cause: `${decaying.search?.until.slice(0, 7)}`,
      });
    }),
    ...(await untouched(db, { project, now, limit })),
  ];
}

async function untouched(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const posts = db.selectFrom('posts').select(['place', 'title', 'keyword', 'dated_at']).where('project_id', '=', project.id);
  const old = posts
    .where('dated_at', '>', 0)
    .where('place', 'not like', 'article:%')
    .where('dated_at', '<=', now - actionDays.page * dayMs);
  const rows = await old.orderBy('dated_at').orderBy('id').limit(limit).execute();
  return rows.flatMap(({ place, title, keyword, dated_at: at }) =>
    improving(
      project,
      { url: urlOf({ place }), keyword },
      {
        reason: 'page_old',
        why: `“${title}” was last changed ${daysSince(at, now)} days ago: see what no longer holds.`,
        evidence: [evidence('posts', 'Last changed', at)],
        cause: String(at),
      },
    ),
  );
}

async function reading(db: Db, { id, siteUrl }: Project, now: number): Promise<ActionOffer[]> {
  if (siteUrl === null) return [];
  const inventory = await db
    .selectFrom('post_inventories')
    .select(['job_id', 'refreshed_at'])
    .where('project_id', '=', id)
    .executeTakeFirst();
  const underWay = db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', inventory?.job_id ?? '')
    .where('finished_at', 'is', null);
  if (inventory && (await underWay.executeTakeFirst())) return [];
  const readAt = inventory?.refreshed_at ?? null;
  const call = { target: { kind: 'site', id: siteUrl, about: siteUrl }, operation: 'posts_refresh', arguments: { projectId: id } };
  if (readAt === null) {
    return [
      {
        ...call,
        reason: 'posts_unread',
        why: `Nobody has looked at what ${siteUrl} has published: with that, nothing is written twice, and what is old or weak is found.`,
        evidence: [evidence('posts', 'No post of the site is known from reading it', null)],
        cause: inventory?.job_id ?? 'never',
      },
    ];
  }
  if (now - readAt < actionDays.posts * dayMs) return [];
  return [
    {
      ...call,
      reason: 'posts_old',
      why: `What ${siteUrl} has published was last read ${daysSince(readAt, now)} days ago.`,
      evidence: [evidence('posts', 'Last read', readAt)],
      cause: String(readAt),
    },
  ];
}

function improving(
  { id: projectId }: Project,
  { url, keyword }: Pick<Post, 'url' | 'keyword'>,
  told: Pick<ActionOffer, 'reason' | 'why' | 'evidence' | 'cause'>,
): ActionOffer[] {
  if (url === null) return [];
  const args = { url, ...(keyword !== null && { keyword: clipAtWord(keyword, maxKeyword) }), writer: 'agent', projectId };
  return [{ ...told, target: pageTarget(url), operation: 'optimizations_create', arguments: args }];
}
