import type { ArticleType } from '../../../schema/article-request.ts';
import type { Project } from '../../../schema/projects.ts';
import type { TopicRow } from '../../db/rows/topics.ts';
import type { Store } from '../../db/open.ts';
import { parsed } from '../common/wire.ts';
import { firstKeywords } from './queries.ts';
import { storedPlans, type StoredPage, type StoredPlan } from './research/stored.ts';
import { standingFor, type Viewing } from './research/view.ts';

/** A page that a topic is still without. */
export interface OpenPage {
  topicId: string;
  topicName: string;
  keyword: string;
  title: string | null;
  articleType: ArticleType | null;
  /** For all its keywords; null where nobody has counted. */
  searchVolume: number | null;
  /** pillar: the main page. planned: of the plan, or a keyword given by hand. related: of documents that do not say much on the topic. */
  standing: 'pillar' | 'planned' | 'related';
}

/** Topics that are looked at, the oldest first, and pages of each. */
export const maxTopics = 50;
export const maxPages = 40;
/** Other keywords of a page by which something may be for it. */
const maxOthers = 10;

/** The pages that topics are still without, and those of their keywords that something is for. */
export async function openPages(needs: Viewing & { store: Store }, project: Project): Promise<{ open: OpenPage[]; covered: string[] }> {
  const { db } = needs.store;
  const topics = await db.selectFrom('topics').selectAll().where('project_id', '=', project.id).orderBy('id').limit(maxTopics).execute();
  const ids = topics.map(({ id }) => id);
  const plans = await storedPlans(db, ids);
  const given = Map.groupBy(await firstKeywords(db, ids.filter((id) => !plans.has(id)), maxPages), ({ topic_id }) => topic_id); // prettier-ignore
  const turn = needs.system.turns();
  const all: { topic: TopicRow; page: Page }[] = [];
  for (const topic of topics) {
    const plan = plans.get(topic.id);
    const pages = plan === undefined ? eachByItself(topic, given.get(topic.id) ?? []) : pagesIn(parsed<StoredPlan>(plan));
    all.push(...pages.map((page) => ({ topic, page })));
    await turn();
  }
  const standing = await standingFor(needs, project, all.map(({ page }) => page)); // prettier-ignore
  return {
    open: all.flatMap(({ topic, page }) => (standing.has(page) ? [] : [toOpen(topic, page)])),
    covered: all.flatMap(({ page }) => (standing.has(page) ? [page.keyword] : [])),
  };
}

type Page = Pick<StoredPage, 'keyword' | 'keywords'> & Partial<Pick<StoredPage, 'title' | 'articleType' | 'searchVolume' | 'relevance'>>;

const pagesIn = ({ pillar, pages }: StoredPlan): Page[] =>
  [pillar, ...pages].slice(0, maxPages).map((page) => ({ ...page, keywords: page.keywords.slice(0, maxOthers) }));

/** Where a topic was never researched, nobody knows which of its keywords belong together. */
function eachByItself({ pillar_keyword: pillar }: TopicRow, kept: readonly { keyword: string }[]): Page[] {
  const others = kept.map(({ keyword }) => keyword).filter((keyword) => keyword !== pillar);
  return [pillar, ...others].map((keyword) => ({ keyword, keywords: [] }));
}

function toOpen({ id, name, pillar_keyword: pillar }: TopicRow, page: Page): OpenPage {
  const { keyword, title = null, articleType = null, searchVolume = null, relevance } = page;
  const standing = keyword === pillar ? 'pillar' : relevance === 'related' ? 'related' : 'planned';
  return { topicId: id, topicName: name, keyword, title, articleType, searchVolume, standing };
}
