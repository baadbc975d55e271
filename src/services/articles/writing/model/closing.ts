import { Closing } from '../../../../../schema/model-answers.ts';
import type { Draft, WritingBrief } from '../../../../../schema/drafts.ts';
import { metaDescriptionOf } from '../../../../writing/compose/titles.ts';
import { sentences } from '../../../../language/sentences.ts';
import { clipAtWord, slugOf } from '../../../../language/slug.ts';
import { normalise, tidy } from '../../../../language/tokens.ts';
import type { ArticleRequest } from '../../request.ts';
import { cleanStretch, plainLine } from '../../../../writing/model/clean.ts';
import { standingAnswers, type Checks } from './mend.ts';
import type { Told } from './prompt-parts.ts';
import { closingPrompt } from './prompts.ts';
import type { Talk } from '../../../../providers/llm/talk.ts';

const maxTitle = 200;
const maxMetaTitle = 60;
const maxMetaDescription = 160;
const maxAnswers = 10;

/** Writes title, metadata and answers to readers' questions. Whatever is unusable is left to the defaults for all writers. */
export async function close(
  talk: Talk,
  checks: Checks,
  { request, told }: { request: ArticleRequest; told: readonly Told[] },
): Promise<Omit<Draft, 'markdown'>> {
  const { brief } = checks;
  const given = await talk.answer(closingPrompt(brief, told, request.includeFaq), { name: 'closing', shape: Closing });
  if (!given) return { title: brief.title, faq: [] };
  const body = told.map(({ heading, markdown }) => `${heading ?? ''}\n${markdown}`).join('\n');
  const isTrue = (text: string) => text !== '' && hasOnlyNumbersOf(text, `${brief.keyword} ${body}`);
  const metaTitle = plainLine(given.metaTitle);
  const description = shortened(plainLine(given.metaDescription), brief.language);
  return {
    title: titleFrom(plainLine(given.title), request, brief, isTrue),
    ...(metaTitle.length <= maxMetaTitle && isTrue(metaTitle) && { metaTitle }),
    ...(isTrue(description) && { metaDescription: description }),
    ...(plainLine(given.slug) && { slug: slugOf(plainLine(given.slug), { language: brief.language }) }),
    faq: await answersFrom(given, request, checks),
  };
}

function titleFrom(title: string, request: ArticleRequest, brief: WritingBrief, isTrue: (text: string) => boolean): string {
  if (request.title?.trim() || !isTrue(title)) return brief.title;
  return clipAtWord(title, maxTitle);
}

function shortened(description: string, language: string): string {
  return description.length <= maxMetaDescription ? description : metaDescriptionOf(sentences(description, language));
}

/** Answers to the brief's questions only, in its order and wording. */
async function answersFrom({ faq }: Closing, request: ArticleRequest, checks: Checks): Promise<NonNullable<Draft['faq']>> {
  if (!request.includeFaq) return [];
  const answers = checks.brief.questions.flatMap(({ question }) => {
    const answer = faq.find((one) => normalise(plainLine(one.question)) === normalise(plainLine(question)))?.answer;
    return answer === undefined ? [] : [{ question, answer: plainAnswer(answer) }];
  });
  const cited = answers.filter(({ answer }) => /\[\d{1,3}/.test(answer));
  return (await standingAnswers(cited, checks)).slice(0, maxAnswers);
}

/** Plain text, except for the citations, which the checks need. */
function plainAnswer(answer: string): string {
  return tidy(cleanStretch(answer, { heading: null, level: 2, others: [], links: [] }).replace(/\*\*|__|`|^[-*+] /gm, ''));
}

/** True if the article has all numbers of the text: a title must not promise what the article does not have. */
function hasOnlyNumbersOf(text: string, body: string): boolean {
  const given = new Set(body.match(/\d+(?:[.,]\d+)*/g));
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).every((number) => given.has(number));
}
