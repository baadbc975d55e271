import type { Project } from '../../../../schema/projects.ts';
import type { PlannedPage, TopicPlan } from '../../../../schema/topic-plan.ts';
import type { TopicQuestion } from '../../../../schema/topics.ts';
import type { System } from '../../../system.ts';
import { pageOfAll } from '../../common/paging.ts';
import { inBatches } from '../../common/slices.ts';
import { toCovering, type Calendar, type Holder } from '../../planning/index.ts';
import type { StoredPage, StoredPlan } from './stored.ts';

interface Needs {
  system: Pick<System, 'turns'>;
  calendar: Calendar;
}

const maxKeywords = 10;
/** Half a year. */
const maxSlots = 26;
const atOnce = 500;
/** Weeks in which free days are looked for. */
const weeks = 104;

/** The plan as it stands now: what is for its pages, and the call that plans those that nothing is for. */
export async function planAsItStands(
  needs: Needs,
  project: Project,
  topicId: string,
  { plan, limit, cursor }: { plan: StoredPlan } & Pick<TopicQuestion, 'limit' | 'cursor'>,
): Promise<{ plan: TopicPlan; nextCursor: string | null }> {
  const { pillar, pages, ...told } = plan;
  const holders = await holdersOfPages(needs, project, [pillar, ...pages]);
  const { data, nextCursor } = pageOfAll(pages, ({ keyword }) => keyword, { limit, cursor });
  const shown = [pillar, ...data];
  const similar = await needs.calendar.similar(
    project,
    shown.map(({ keyword }) => keyword),
  );
  const linkTo = (page: StoredPage) => ({ to: page.keyword, url: urlOf(holders.get(page)) });
  const toPage = (page: StoredPage, links: PlannedPage['internalLinks']): PlannedPage => {
    const known = new Set([urlOf(holders.get(page)), ...links.map(({ url }) => url)]);
    const near = (similar.get(page.keyword) ?? []).flatMap(({ type, url, keyword }) =>
      type === 'post' && url !== undefined && !known.has(url) ? [{ to: keyword, url }] : [],
    );
    const holder = holders.get(page);
    return {
      ...page,
      keywords: page.keywords.slice(0, maxKeywords),
      keywordCount: page.keywords.length + 1,
      exists: holder ? toCovering(holder) : null,
      internalLinks: [...links, ...near],
    };
  };
  const missing = [pillar, ...pages].filter((page) => !holders.has(page));
  return {
    plan: {
      ...told,
      pillar: toPage(pillar, data.map(linkTo)),
      pages: data.map((page) => toPage(page, [linkTo(pillar)])),
      pageCount: pages.length,
      missing: missing.length,
      call: await callFor(needs, project, topicId, missing.slice(0, maxSlots)),
      searchVolume: null,
    },
    nextCursor,
  };
}

/** What is for one of a page's keywords, its own before the others; without those that nothing is for. */
async function holdersOfPages(
  { calendar, system }: Needs,
  project: Project,
  pages: readonly StoredPage[],
): Promise<Map<StoredPage, Holder>> {
  const asked = pages.flatMap((page) => [page.keyword, ...page.keywords].map((keyword) => ({ page, keyword })));
  const found = new Map<StoredPage, Holder>();
  await inBatches(asked, atOnce, system.turns(), async (some) => {
    const holders = await calendar.holders(
      project,
      some.map(({ keyword }) => keyword),
    );
    for (const [index, { page }] of some.entries()) {
      const holder = holders[index];
      if (holder && !found.has(page)) found.set(page, holder);
    }
  });
  return found;
}

async function callFor({ calendar }: Needs, project: Project, topicId: string, missing: readonly StoredPage[]): Promise<TopicPlan['call']> {
  const days = missing.length === 0 ? [] : await calendar.freeDays(project, { weeks, weekdays: ['tuesday'] });
  const slots = missing.flatMap(({ keyword, title, articleType }, index) => {
    const date = days[index];
    return date === undefined ? [] : [{ date, keyword, title, articleType, topicId }];
  });
  return slots.length === 0 ? null : { operation: 'calendar_create', arguments: { projectId: project.id, slots } };
}

const urlOf = (holder: Holder | undefined): string | null => (holder && /^https?:/.test(holder.id) ? holder.id : null);
