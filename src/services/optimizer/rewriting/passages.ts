import type { Project } from '../../../../schema/projects.ts';
import { pageKey } from '../../../crawl/url.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { coverage } from '../../../language/retrieval.ts';
import { sentences } from '../../../language/sentences.ts';
import { saidTerms, terms } from '../../../language/tokens.ts';
import { answersHeading, ownTerms, type Asked } from '../../../writing/rewrite/answers.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import type { KeptPage } from '../rows.ts';

/** A passage that may be cited. */
export interface CitedPassage {
  number: number;
  documentId: string;
  title: string;
  url: string | null;
  heading: string | null;
  text: string;
}

/** What may be cited, and what of it speaks to what the page lacks. */
export interface Sources {
  /** The documents that may be cited; undefined: all. */
  documentIds?: readonly string[] | undefined;
  passages: CitedPassage[];
  /** By question or heading, the numbers of passages, the best first. */
  on: Record<string, number[]>;
}

/** Questions and headings that passages are looked for, of each. */
const maxTopics = 12;
const perTopic = 3;
const perKeyword = 12;
/** The share of the keyword's words that a passage on it has. */
const minShare = 0.6;
const maxPassages = 60;

interface Wanted {
  project: Project;
  keyword: string;
  page: KeptPage;
  score: PageScore;
  documentIds: readonly string[] | undefined;
  /** The first number that is free. */
  first: number;
}

/** The passages of the knowledge base that speak to what the page lacks, numbered. The page itself is none: it stands for itself. */
export async function findPassages({ knowledge, system }: Pick<Given, 'knowledge' | 'system'>, wanted: Wanted): Promise<Sources> {
  const { project, keyword, page, score, documentIds, first } = wanted;
  const { language } = page;
  const turn = system.turns();
  const numbers = new Map<number, CitedPassage>();
  const on: Record<string, number[]> = {};
  const lacking = score.outlineDiff.filter(({ status }) => status === 'missing').map(({ heading }) => heading);
  const asked = score.missingQuestions.map(({ question }) => question);
  const topics = [...asked.slice(0, maxTopics), ...lacking.slice(0, maxTopics), keyword];
  const common = [keyword, page.title, page.h1 ?? ''];
  for (const topic of topics) {
    const named = { own: ownTerms(topic, common, language), keyword: terms(keyword, language) };
    const speaks = (one: Found) => (topic === keyword ? isOn(keyword, one, language) : answers(named, one, language));
    const limit = topic === keyword ? perKeyword : perTopic * 2;
    const found = await knowledge.retrieve({ query: `${topic} ${keyword}`, language, projectId: project.id, documentIds, limit });
    const speaking = found.filter((one) => one.kind === 'prose' && one.score > 0 && !isPage(one.url, page) && speaks(one)); // prettier-ignore
    for (const { number: id, documentId, documentTitle: title, url, heading, text } of speaking.slice(
      0,
      topic === keyword ? perKeyword : perTopic,
    )) {
      if (!numbers.has(id) && numbers.size === maxPassages) continue;
      const passage = numbers.get(id) ?? { number: first + numbers.size, documentId, title, url, heading, text };
      numbers.set(id, passage);
      if (topic !== keyword) (on[topic] ??= []).push(passage.number);
    }
    await turn();
  }
  return { documentIds, passages: [...numbers.values()], on };
}

interface Found {
  documentTitle: string;
  heading: string | null;
  text: string;
}

/** Whether it says itself what only this topic names: the keyword and the page's title stand over all of them. */
function answers(asked: Asked, { heading, text }: Found, language: string): boolean {
  return answersHeading(asked, { heading, opening: sentences(text, language).map((one) => saidTerms(one, language)) }, language);
}

function isOn(keyword: string, { documentTitle, heading, text }: Found, language: string): boolean {
  const wanted = new Set(terms(keyword, language));
  return coverage(wanted, new Set(saidTerms(`${documentTitle} ${heading ?? ''} ${text}`, language))) >= minShare;
}

const isPage = (url: string | null, page: KeptPage) => url !== null && pageKey(url) === pageKey(page.url);

export const sourcesOf = ({ passages }: Pick<OptimizationRow, 'passages'>): Sources =>
  parsedOrNull<Sources>(passages) ?? { passages: [], on: {} };
