import type { Project } from '../../../../schema/projects.ts';
import type { PlannedPage, TopicPlan } from '../../../../schema/topic-plan.ts';
import type { TopicQuestion } from '../../../../schema/topics.ts';
import type { System } from '../../../system.ts';
import { pageOfAll } from '../../common/paging.ts';
import { saidOnce } from '../../common/said-once.ts';
import { inBatches } from '../../common/slices.ts';
import { given } from '../../common/wire.ts';
import { toCovering, type Calendar, type Holder } from '../../planning/index.ts';
import type { SiteServices } from '../../site/index.ts';
import type { StoredPage, StoredPlan } from './stored.ts';

export interface Viewing {
  system: Pick<System, 'turns'>;
  calendar: Calendar;
  posts: Pick<SiteServices['posts'], 'sameKeywords'>;
}

const maxKeywords = 10;
const maxMerged = 20;
/** Half a year. */
const maxSlots = 26;
/** Missing pages that are looked at for those. */
const maxCandidates = 200;
/** Keywords that are looked up at a time. */
const atOnce = 100;
/** Weeks in which free days are looked for. */
const weeks = 104;

/** The plan as it stands now: what is for its pages, and the call that plans those that nothing is for. */
export async function planAsItStands(
  needs: Viewing,
  project: Project,
  topicId: string,
  { plan, limit, cursor }: { plan: StoredPlan } & Pick<TopicQuestion, 'limit' | 'cursor'>,
): Promise<{ plan: TopicPlan; nextCursor: string | null }> {
  const { pillar, pages, merged, ...told } = plan;
  const all = [pillar, ...pages];
  const standing = await standingFor(needs, project, all);
  const { data, nextCursor } = pageOfAll(pages, ({ keyword }) => keyword, { limit, cursor });
  const byKeyword = new Map(all.map((page) => [page.keyword, page]));
  const missing = all.filter((page) => !standing.has(page));
  const carried = missing.filter(isCarried);
  const candidates = carried.slice(0, maxCandidates);
  const looked = new Set([pillar, ...data, ...candidates].map(({ keyword }) => keyword));
  const similar = await needs.calendar.similar(project, [...looked]);
  const ownIds = new Set([...standing.values()].map(({ holder }) => holder.id));
  const nearTo = ({ keyword }: StoredPage) => (similar.get(keyword) ?? []).filter(({ id, url }) => !ownIds.has(id ?? url ?? ''));
  const linkTo = (page: StoredPage) => ({ to: page.keyword, url: standing.get(page)?.url ?? null });
  const toPage = (page: StoredPage, others: readonly StoredPage[]): PlannedPage & Pick<StoredPage, 'why'> => {
    const { neighbours: _, ...stored } = page;
    const links = others.map(linkTo);
    const own = standing.get(page);
    const near = nearTo(page);
    const known = new Set([own?.url, ...links.map(({ url }) => url)]);
    const posts = near.flatMap(({ url, keyword }) => (url === undefined || known.has(url) ? [] : [{ to: keyword, url }]));
    return given({
      ...stored,
      relevance: stored.relevance ?? 'about',
      warnings: own ? undefined : stored.warnings,
      keywords: page.keywords.slice(0, maxKeywords),
      keywordCount: page.keywords.length + 1,
      exists: own ? toCovering(own.holder) : null,
      near: own ? undefined : near[0],
      internalLinks: [...links, ...posts],
    });
  };
  const distinct = candidates.filter((page) => nearTo(page).length === 0);
  const slots = await slotsFor(needs, project, topicId, distinct.slice(0, maxSlots));
  const notInCall = {
    insufficientSources: missing.length - carried.length,
    near: candidates.length - distinct.length,
    later: carried.length - candidates.length + distinct.length - slots.length,
  };
  const drawn = data.map((page) => toPage(page, [pillar, ...page.neighbours.flatMap((keyword) => byKeyword.get(keyword) ?? [])]));
  const { why, rows: [main, ...shown] } = saidOnce([toPage(pillar, data), ...drawn]); // prettier-ignore
  return {
    plan: {
      ...told,
      merged: merged.slice(0, maxMerged),
      mergedCount: merged.length,
      pillar: main!,
      pages: shown,
      pageCount: all.length,
      missing: missing.length,
      call: slots.length === 0 ? null : { operation: 'calendar_create', arguments: { projectId: project.id, slots } },
      notInCall,
      why: { ...why, ...told.why, ...(slots.length === 0 && { call: whyNoCall(notInCall) }) },
    },
    nextCursor,
  };
}

/** What is for a page, and the address at which readers find it. */
interface Standing {
  holder: Holder;
  url: string | null;
}

/** What is for one of a page's keywords, its own before the others; without those that nothing is for. */
export async function standingFor<Page extends Pick<StoredPage, 'keyword' | 'keywords'>>(
  { calendar, posts, system }: Viewing,
  project: Project,
  pages: readonly Page[],
): Promise<Map<Page, Standing>> {
  const asked = pages.flatMap((page) => [page.keyword, ...page.keywords].map((keyword) => ({ page, keyword })));
  const found = new Map<Page, Standing>();
  await inBatches(asked, atOnce, system.turns(), async (some) => {
    const keywords = some.map(({ keyword }) => keyword);
    const holders = await calendar.holders(project, keywords);
    // An article that is published is a post too, and that has its address.
    const published = await posts.sameKeywords(project.id, keywords);
    for (const [index, { page }] of some.entries()) {
      const holder = holders[index];
      const url = published[index]!.find((post) => post.url !== null)?.url ?? null;
      if (holder && !found.has(page)) found.set(page, { holder, url });
    }
  });
  return found;
}

/** Whether documents say enough for its article, as far as anybody looked. */
function isCarried({ warnings }: StoredPage): boolean {
  return warnings === undefined || warnings.length === 0;
}

function whyNoCall({ insufficientSources, near }: TopicPlan['notInCall']): string {
  if (insufficientSources > 0) return 'insufficient_sources';
  return near > 0 ? 'near' : 'none_missing';
}

async function slotsFor({ calendar }: Viewing, project: Project, topicId: string, pages: readonly StoredPage[]) {
  const days = pages.length === 0 ? [] : await calendar.freeDays(project, { weeks, weekdays: ['tuesday'] });
  const planned = pages.slice(0, days.length);
  return planned.map(({ keyword, title, articleType }, index) => ({ date: days[index]!, keyword, title, articleType, topicId }));
}
