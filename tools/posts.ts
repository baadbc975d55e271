import type { z } from 'zod';
import { PostPage, PostQuestion, PostRefresh, RefreshingPosts, type Post } from '../schema/posts.ts';
import { operation } from './operation.ts';

const post: z.input<typeof Post> = {
  url: 'https://www.example.com/blog/connection-pools',
  title: 'How Connection Pools Work',
  keyword: 'connection pool',
  keywordSource: 'guess',
  language: 'en',
  publishedAt: '2025-11-03T09:00:00.000Z',
  modifiedAt: null,
  dateSource: 'page',
  ageDays: 181,
  words: 1240,
  linksIn: 0,
  linksOut: 3,
  orphan: true,
  cannibalised: true,
  rivals: [{ url: 'https://www.example.com/blog/pools', title: 'Connection Pools' }],
  decay: 0.42,
  clicks: 58,
  impressions: 2310,
  articleId: null,
  sources: ['sitemap', 'crawl'],
  checkedAt: '2026-05-03T09:00:00.000Z',
  why: {},
};

export const posts = [
  operation({
    name: 'posts_list',
    method: 'GET',
    path: '/posts',
    errors: ['not_found', 'project_required'],
    title: 'List posts',
    description:
      "Lists what is published on the project's site, with keyword, age, words, internal links, clicks, decay and cannibalisation. Use it to see what is covered, or needs a fresh look; inventory says how far it can be trusted, posts_refresh reads the site.",
    input: PostQuestion,
    output: PostPage,
    example: {
      input: { orphan: true, sort: 'oldest' },
      output: {
        data: [post],
        nextCursor: null,
        inventory: { refreshedAt: '2026-05-03T09:00:00.000Z', endedBy: 'complete', pagesRead: 120, problems: [], jobId: null },
        search: { property: 'sc-domain:example.com', source: 'api', since: '2026-04-03', until: '2026-04-30' },
        why: {},
      },
    },
    handle: ({ posts }, input) => posts.list(input),
  }),
  operation({
    name: 'posts_refresh',
    method: 'POST',
    path: '/posts/refresh',
    status: 202,
    outward: true,
    errors: ['site_required', 'not_found', 'project_required'],
    title: 'Read the site for posts',
    description:
      "Reads the project's sitemaps, feeds and pages by a job. Use it before the first posts_list, and when much was published since; then jobs_get.",
    input: PostRefresh,
    output: RefreshingPosts,
    example: {
      input: { maxPages: 1000 },
      output: {
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        siteUrl: 'https://www.example.com/',
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60753',
        status: 'queued',
      },
    },
    handle: ({ posts }, input) => posts.refresh(input),
  }),
];
