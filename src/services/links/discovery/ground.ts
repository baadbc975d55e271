import { parse } from 'tldts';
import type { Project } from '../../../../schema/projects.ts';
import { hostOf, isOwn } from '../../../crawl/url.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { categoryOf } from '../../../visibility/categories.ts';
import { Names } from '../../../visibility/mentions.ts';
import type { Given } from '../given.ts';
import { createRelevance, type Relevance } from './relevance.ts';

/** What a project's prospects are judged by. */
export interface Ground {
  project: Project & { siteUrl: string };
  rivals: readonly { name: string; domain: string }[];
  /** Finds competitors in a text, in their order; null where none is tracked. */
  rivalNames: Names | null;
  subjects: readonly string[];
  relevanceOf: Relevance;
  /** Finds the brand in a text; null where the project has no names. */
  names: Names | null;
  /** Whether an address, normalised, is the project's. */
  isOurs(url: string): boolean;
  /** Why a page's site is no prospect; null where it may be one. */
  refusal(url: string): 'own' | 'competitor' | 'platform' | null;
  /** The competitor whose host it is, by name. */
  rivalAt(host: string): string | null;
}

/** Where nobody decides on links whom one could write to: there one takes part instead. */
export const platforms: ReadonlySet<string> = new Set(['social', 'video', 'shop', 'forum', 'encyclopedia']);
/** Where forums keep their threads, whatever the host is called. */
const threadPath = /\/(?:forums?|threads?)\/|\/t\/[^/]+\/\d+|\/(?:viewtopic|showthread)\.php/i;
/** Subjects that pages are held against. */
export const maxSubjects = 20;

export async function groundOf(
  { projects, competitors }: Pick<Given, 'projects' | 'competitors'>,
  projectId: string,
  subjects: readonly string[],
): Promise<Ground> {
  const project = requireSite(await projects.get(projectId));
  const rivals = await competitors.ofProject(projectId);
  const rivalAt = (host: string) => rivals.find(({ domain }) => host === domain || host.endsWith(`.${domain}`))?.name ?? null;
  const isOurs = oursIn(project.siteUrl);
  const names = project.brandTerms.filter((term) => term !== '');
  const brand = { id: 'own', names, sites: [], mentionOnlyWith: project.mentionOnlyWith, mentionNotWith: project.mentionNotWith };
  return {
    project,
    rivals,
    rivalNames:
      rivals.length === 0 ? null : new Names(rivals.map((rival) => ({ ...rival, names: [rival.name, ...rival.aliases], sites: [] }))),
    subjects,
    relevanceOf: createRelevance(subjects, project.language),
    names: names.length === 0 ? null : new Names([brand]),
    rivalAt,
    isOurs,
    refusal(url) {
      if (isOurs(url) || hostOf(url) === hostOf(project.siteUrl)) return 'own';
      if (rivalAt(hostOf(url)) !== null) return 'competitor';
      return threadPath.test(new URL(url).pathname) || platforms.has(categoryOf(hostOf(url), domainAt(url))) ? 'platform' : null;
    },
  };
}

/** Whether an address, normalised, is of a site. Links are many, and most are of others: only those that hold its host are parsed. */
export function oursIn(siteUrl: string): (url: string) => boolean {
  const host = hostOf(siteUrl);
  return (url) => url.includes(host) && isOwn(siteUrl, url);
}

/** The registrable domain of an address, private suffixes counted; its host where there is none. */
export function domainAt(url: string): string {
  const host = hostOf(url).replace(/:\d+$/, '');
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** The project's subjects: its topics by name, those that were made last first. */
export async function subjectsOf(db: Db, projectId: string): Promise<string[]> {
  const topics = db.selectFrom('topics').select('pillar_keyword').where('project_id', '=', projectId);
  const rows = await topics.orderBy('created_at', 'desc').orderBy('id').limit(maxSubjects).execute();
  return [...new Set(rows.map(({ pillar_keyword }) => pillar_keyword))];
}

/** Throws `site_required`. */
export function requireSite(project: Project): Project & { siteUrl: string } {
  const { siteUrl } = project;
  if (siteUrl !== null) return { ...project, siteUrl };
  throw new AppError('site_required', 'The project has no site that could be linked to.', {
    hint: `Set it with projects_update { id: "${project.id}", siteUrl }.`,
  });
}
