import { questionOf } from '../sources/headings.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { diceOf } from '../../language/near-duplicates.ts';
import { coverage } from '../../language/retrieval.ts';
import { countWords, normalise, terms, tidy } from '../../language/tokens.ts';
import type { Basis, PooledPassage } from './pool.ts';
import { inEnglish, patterns, withArticle } from './reader-questions.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { IntentLabel } from '../../keywords/intent-words.ts';

export interface AskedQuestion {
  question: string;
  answering: PooledPassage[];
}

export const maxQuestions = 10;
const minWords = 3;
const maxWords = 20;
const maxLength = 160;
const maxAnswering = 2;
const sameQuestion = 0.6;
/** A passage answers a question if it holds this share of what the question names besides the keyword. */
const minCovered = 0.6;
const ending = /[?？؟]["”»)]?$/u;
const closing = /[?？؟]/u;
/** Addressed to someone in the text, or dependent on what was said before. */
const personal =
  /\b(?:I|we|my|our|us|this|that|these|those|it|they|he|she|his|her|their|ich|wir|uns|mein|unser|dies\w*|il|elle|nous|ce|cela|él|ella|esto|nosotros|isso|nós|questo|noi|wij|dit|deze)\b/i;

/**
 * At most ten questions that the article should answer, each with passages that do: those that the sources ask themselves, then those in
 * competing pages' headings and those that any reader has, both only if a passage answers them.
 */
export function questionsFor(keyword: string, intent: IntentLabel, basis: Basis, competing: readonly CompetingPage[]): AskedQuestion[] {
  const kept: AskedQuestion[] = [];
  const found = [...askedBySources(basis), ...askedByCompetitors(basis, competing), ...askedByReaders(keyword, intent, basis)];
  for (const { question, answering } of found) {
    if (kept.length === maxQuestions) break;
    if (kept.some((other) => isSameQuestion(question, other.question, basis.topic))) continue;
    kept.push({ question, answering: answering.slice(0, maxAnswering) });
  }
  return kept;
}

/** Compares what the questions name besides the keyword; if that is nothing, their first words. */
export function isSameQuestion(a: string, b: string, { language, keyword }: Pick<Topic, 'language' | 'keyword'>): boolean {
  const [one, other] = [a, b].map((question) => new Set(terms(question, language).filter((term) => !keyword.has(term))));
  if (one!.size > 0 || other!.size > 0) return diceOf(one!, other!) >= sameQuestion;
  return normalise(a).split(' ')[0] === normalise(b).split(' ')[0];
}

function askedBySources(basis: Basis): AskedQuestion[] {
  return basis.pool.flatMap((passage) =>
    askedIn(passage.source.heading, passage.sentences.slice(0, -1), basis.topic).map((question) => ({
      question,
      answering: [passage, ...answersTo(question, basis).filter((other) => other !== passage)],
    })),
  );
}

/** The questions on the subject that a heading and the sentences below it ask. */
export function askedIn(heading: string | null, spoken: readonly string[], topic: Topic): string[] {
  const headed = questionOf(heading);
  const asked = spoken.filter(isQuestion);
  const told = [...(headed ? [headed] : []), ...asked].map(plain).filter((question) => question.length <= maxLength);
  return told.filter((question) => {
    const held = new Set(terms(question, topic.language));
    // A question in a heading has the page around it; one in the text must name what it asks about.
    return question === plain(headed ?? '') || keywordShare(topic, (term) => held.has(term)) > 0.3;
  });
}

function askedByCompetitors(basis: Basis, competing: readonly CompetingPage[]): AskedQuestion[] {
  const asked = competing
    .flatMap(({ headings }) => headings)
    .map(plain)
    .filter((heading) => ending.test(heading) && isQuestion(heading));
  return asked.map((question) => ({ question, answering: answersTo(question, basis) })).filter(({ answering }) => answering.length > 0);
}

function askedByReaders(keyword: string, intent: IntentLabel, { topic, pool }: Basis): AskedQuestion[] {
  const name = tidy(keyword);
  if (ending.test(name) || countWords(name) > 6) return [];
  const english = topic.language === 'en' ? inEnglish(name, pool) : null;
  const { named, many, person } = english ?? { named: withArticle(name, topic.language, pool), many: false };
  if (named === null) return [];
  const isBuying = intent === 'commercial' || intent === 'transactional';
  const asked = (patterns[topic.language] ?? []).filter(({ buying }) => isBuying || !buying);
  return asked.flatMap(({ ask, cue }) => {
    const answering = pool.filter((passage) => isSaidOf(passage, cue, topic));
    return answering.length > 0 ? [{ question: ask(named, many, person), answering }] : [];
  });
}

/** Whether a sentence that names most of the keyword matches the cue. */
function isSaidOf({ source, sentences }: PooledPassage, cue: RegExp, topic: Basis['topic']): boolean {
  if (!cue.test(source.text)) return false;
  return sentences.some((sentence) => {
    const held = new Set(terms(sentence, topic.language));
    return cue.test(sentence) && keywordShare(topic, (term) => held.has(term)) >= 0.8;
  });
}

/** Passages that hold most of what a question names, best first. */
export function answersTo<One extends Pick<PooledPassage, 'own' | 'context' | 'relevance'>>(
  question: string,
  { topic, pool }: { topic: Pick<Topic, 'language' | 'keyword'>; pool: readonly One[] },
): One[] {
  const named = new Set(terms(question, topic.language));
  const telling = new Set([...named].filter((term) => !topic.keyword.has(term)));
  const wanted = telling.size > 0 ? telling : named;
  const judged = pool.map((passage) => ({
    passage,
    covered: coverage(wanted, passage.own) + 0.2 * coverage(wanted, passage.context),
  }));
  return judged
    .filter(({ covered }) => covered >= minCovered)
    .toSorted((a, b) => b.covered - a.covered || b.passage.relevance - a.passage.relevance)
    .map(({ passage }) => passage);
}

export function isQuestion(text: string): boolean {
  if (!closing.test(text)) return false;
  const question = plain(text);
  const length = countWords(question);
  return (
    ending.test(question) &&
    question.search(closing) >= question.length - 2 &&
    length >= minWords &&
    length <= maxWords &&
    !question.includes(':') &&
    !personal.test(question)
  );
}

export function plain(text: string): string {
  return tidy(text.replace(/^\s*(?:#+|[-*•]|Q\s*[:.)]|\d+[.)])\s*/i, ''));
}
