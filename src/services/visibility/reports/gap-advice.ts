import type { AnalyzedGap, ContentGap, GapAnalysis, GapAnalysisRequest } from '../../../../schema/content-gaps.ts';
import { idsIn } from '../../../db/sql.ts';
import { keyphrases } from '../../../language/keyphrases.ts';
import { terms } from '../../../language/tokens.ts';
import { pageOfAll } from '../../common/paging.ts';
import { given } from '../../common/wire.ts';
import type { SiteServices } from '../../site/index.ts';
import { citedPages, type CitedPage } from '../queries.ts';
import { citedTogether, kindOf } from './citations.ts';
import { eachSlice } from './citing.ts';
import { firstRows, placeOf } from './first-rows.ts';
import { cellsOf, findGaps } from './gaps.ts';
import type { Question, ReportNeeds } from './question.ts';

export interface GapNeeds extends ReportNeeds {
  posts: Pick<SiteServices['posts'], 'sameKeywords'>;
  crawledPages: Pick<SiteServices['crawledPages'], 'search'>;
}

/** Pages that a row names as evidence, and prompts that one call goes into. */
export const maxEvidence = 3;
const usuallyAnalyzed = 3;
/** A page is on a prompt if it has so much of the prompt's words in one passage, its heading and title. */
export const minShareOfWords = 0.7;
const maxPassages = 10;
const maxKeywordLength = 200;
/** Kinds of sources that no article can be held against. */
const unlikeArticles: ReadonlySet<string> = new Set(['forum', 'video', 'social']);
const unknownHint =
  'Where ownPage is not_checked, no page of yours was found: if you have one on it, posts_refresh or audit_start reads it, then ask again.';

/** Answers `content_gaps_analyze`. Throws `not_found`, `project_required`, `invalid_input`. */
export async function analyzeGaps(needs: GapNeeds, asked: GapAnalysisRequest): Promise<GapAnalysis> {
  const { question, cells, base, gaps, counts } = await findGaps(needs, asked);
  const page = pageOfAll(gaps, ({ promptId }) => promptId, { limit: asked.limit ?? usuallyAnalyzed, cursor: asked.cursor });
  const cited = new Map<string, CitedPage[]>();
  const take = (rows: readonly CitedPage[]) => {
    for (const [prompt, some] of Map.groupBy(rows, ({ prompt_id }) => prompt_id))
      cited.set(prompt, [...(cited.get(prompt) ?? []), ...some]);
  };
  await eachSlice(needs, question, cellsOf(cells, page.data), {
    table: 'ai_answer_citations',
    read: (which) => citedPages(needs.store.db, which),
    take,
  });
  const keywords = await keywordsFor(needs, question, page.data);
  const own = await ownPagesOn(needs, question, page.data, keywords);
  const turn = needs.system.turns();
  const data: AnalyzedGap[] = [];
  for (const [at, gap] of page.data.entries()) {
    const evidence = await evidenceOf(cited.get(gap.promptId) ?? [], question, turn);
    const known = { keyword: keywords[at]!, hasSources: cited.has(gap.promptId), evidence, ownPage: own[at]! };
    data.push({ ...gap, ...adviceOn(gap, { ...known, projectId: asked.projectId }) });
  }
  const hint = base.hint ?? (own.includes(null) ? unknownHint : null);
  return { data, nextCursor: page.nextCursor, ...base, hint, ...counts };
}

/** The pages of others that answers to a prompt cite most. */
async function evidenceOf(rows: readonly CitedPage[], question: Question, turn: () => Promise<void>): Promise<AnalyzedGap['evidence']> {
  const together = citedTogether(question);
  together.add(rows);
  const pages = [...together.all()].filter(({ brand, status }) => brand !== 'own' && status === 'ok');
  const most = await firstRows(pages, placeOf, { limit: maxEvidence, cursor: undefined, turn });
  return most.rows.map((page) => ({
    url: page.url,
    title: page.title,
    brand: page.brand,
    name: page.name,
    category: kindOf(page)!,
    answers: page.answers,
  }));
}

/** Of the keywords of a prompt's topic the longest that the prompt has all words of, else what the prompt is on. */
async function keywordsFor({ store, system }: GapNeeds, { project }: Question, gaps: readonly ContentGap[]): Promise<string[]> {
  const topics = gaps.flatMap(({ topicId }) => topicId ?? []);
  const rows = await store.db.selectFrom('topic_keywords').select(['topic_id', 'keyword']).where('topic_id', 'in', idsIn(topics)).execute();
  const turn = system.turns();
  const byTopic = new Map<string, { keyword: string; wanted: readonly string[] }[]>();
  for (const { topic_id, keyword } of rows) {
    const known = byTopic.get(topic_id) ?? [];
    if (known.length === 0) byTopic.set(topic_id, known);
    known.push({ keyword, wanted: terms(keyword, project.language) });
    await turn();
  }
  return gaps.map(({ prompt, topicId }) => {
    const said = new Set(terms(prompt, project.language));
    const known = byTopic.get(topicId ?? '') ?? [];
    const held = known.filter(({ wanted }) => wanted.length > 1 && wanted.every((term) => said.has(term))).map(({ keyword }) => keyword);
    const [longest] = held.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
    return longest ?? asKeyword(prompt, project.language);
  });
}

/** For whom or what something is asked, at the end of a prompt: "… for marketing teams?". */
const purpose = /\s(?:for|für|pour|para|per|voor)\s[^?!.,;:]{2,40}$/iu;

/** Its most telling phrase with what it is for, as nobody searches for a whole question, if the phrase has half of the prompt's words; else the prompt itself. */
function asKeyword(prompt: string, language: string): string {
  const plain = prompt.trim().replace(/[\s?!.？！。؟]+$/u, '');
  const count = (text: string) => terms(text, language).length;
  const phrase = keyphrases([prompt], language).find((one) => count(one.phrase) > 1 && 2 * count(one.phrase) >= count(prompt))?.phrase;
  const [tail = ''] = purpose.exec(plain) ?? [];
  const said = new Set(terms(phrase ?? '', language));
  const isSaid = terms(tail, language).some((term) => said.has(term));
  const keyword = phrase === undefined ? plain : `${phrase}${isSaid ? '' : tail}`;
  return keyword.length <= maxKeywordLength ? keyword : keyword.slice(0, maxKeywordLength).replace(/\s+\S*$/, '');
}

type OwnPage = AnalyzedGap['ownPage'];
type GapRival = ContentGap['competitors'][number];

/** For each gap the page of the project's own that is nearest to it: a post for the same keyword, else the one with the best passage. */
async function ownPagesOn(
  needs: GapNeeds,
  { project }: Question,
  gaps: readonly ContentGap[],
  keywords: readonly string[],
): Promise<OwnPage[]> {
  const posts = await needs.posts.sameKeywords(project.id, keywords);
  const pages: OwnPage[] = [];
  for (const [at, { prompt }] of gaps.entries()) {
    const post = posts[at]!.find(({ url }) => url !== null);
    pages.push(post ? { url: post.url!, title: post.title, isOn: true } : await nearestPage(needs, project, prompt));
  }
  return pages;
}

async function nearestPage({ crawledPages }: GapNeeds, { id, language }: Question['project'], prompt: string): Promise<OwnPage> {
  const found = await crawledPages.search(id, prompt, { origin: 'own', language, limit: maxPassages });
  const wanted = new Set(terms(prompt, language));
  const shareIn = (text: string) =>
    terms(text, language).filter((term, at, all) => wanted.has(term) && all.indexOf(term) === at).length / wanted.size;
  const shares = found.map((passage) => ({ passage, share: shareIn(`${passage.pageTitle} ${passage.heading ?? ''} ${passage.text}`) }));
  const nearest = shares.toSorted((one, other) => other.share - one.share)[0];
  return nearest ? { url: nearest.passage.url, title: nearest.passage.pageTitle, isOn: nearest.share >= minShareOfWords } : null;
}

interface Known {
  keyword: string;
  /** Whether the answers came with any. */
  hasSources: boolean;
  evidence: AnalyzedGap['evidence'];
  ownPage: OwnPage;
  projectId: string | undefined;
}

type Advice = Pick<AnalyzedGap, 'keyword' | 'evidence' | 'ownPage' | 'advice' | 'operation' | 'arguments' | 'why'>;

function adviceOn(gap: ContentGap, { keyword, hasSources, evidence, ownPage, projectId }: Known): Advice {
  const why = { ...(!ownPage && { ownPage: 'not_checked' }), ...(evidence.length === 0 && { evidence: 'too_few' }) };
  const known = { keyword, evidence, ownPage, why };
  const urls = evidence.filter(({ category }) => !unlikeArticles.has(category)).map(({ url }) => url);
  const competitorUrls = urls.length > 0 ? urls : undefined;
  const cover = evidence.length > 0 ? ', then cover what the cited pages cover' : '';
  const reason = `Why: ${standing(gap)}${gap.certain ? '' : ', which may be chance'}; ${citing(evidence, hasSources)}.`;
  if (ownPage?.isOn) {
    return {
      ...known,
      advice: `Have ${ownPage.url} answer this question in its first lines${cover}. ${reason}`,
      operation: 'optimizations_create',
      arguments: given({ url: ownPage.url, keyword, writer: 'agent', competitorUrls, projectId }),
    };
  }
  const nearest = ownPage ? ` Your nearest page, ${ownPage.url}, is on something else.` : '';
  const instructions = `Answer this question in the first lines: ${gap.prompt}`.slice(0, 2000);
  return {
    ...known,
    advice: `Write a page that answers this question in its first lines${cover}. ${reason}${nearest}`,
    operation: 'articles_create',
    arguments: given({ keyword, instructions, competitorUrls, projectId }),
  };
}

/** Who is ahead, in the answers that name it, or else in those that cite it. */
function standing({ answers, competitors, own }: ContentGap): string {
  const [{ named, present }] = competitors as [GapRival];
  const ahead = competitors.filter((one) => one.named === named && (named > 0 || one.present === present)).map(({ name }) => name);
  const who = `${new Intl.ListFormat('en').format(ahead)} ${ahead.length > 1 ? 'are each' : 'is'}`;
  if (named === 0) return `${who} cited in ${present} of ${answers} answers, you in none`;
  return `${who} named in ${named} of ${answers} answers, you in ${own.named === 0 ? 'none' : own.named}`;
}

function citing([first, ...others]: AnalyzedGap['evidence'], hasSources: boolean): string {
  if (!first) return `they ${hasSources ? 'cite no page of others' : 'name no sources'}, so what they rest on is not known`;
  const more = others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'page' : 'pages'}`;
  return `they cite ${first.url}${more}`;
}
