import { diceOf, shinglesOf } from '../../language/near-duplicates.ts';
import { countWords, terms } from '../../language/tokens.ts';
import type { Topic } from '../sources/topic.ts';
import { keywordShare } from '../sources/topic.ts';
import type { Candidate, UsablePassage } from '../sources/candidates.ts';
import { locales } from '../sources/locales.ts';
import { questionOf } from '../sources/headings.ts';

export interface Answered {
  question: string;
  answer: Candidate[];
}

const maxQuestions = 5;
const maxAnswerWords = 75;
const minAnswerWords = 8;

const asksInEnglish = /^(?:what|why|how|when|where|who|which|can|do|does|is|are|should|will)\b/i;

/** Questions in the sources' headings and sentences, each with the answer that follows it there: at most 5, often none. */
export function answersIn(passages: readonly UsablePassage[], topic: Topic): Answered[] {
  const found = passages.flatMap((passage) => [...askedByHeading(passage), ...askedInText(passage, topic)]);
  const kept: Answered[] = [];
  for (const one of found) {
    if (kept.length === maxQuestions) break;
    const shingles = shinglesOf(one.question);
    const asked = kept.some((other) => diceOf(shinglesOf(other.question), shingles) > 0.6 || other.answer[0] === one.answer[0]);
    if (!asked && one.answer.reduce((sum, { wordCount }) => sum + wordCount, 0) >= minAnswerWords) kept.push(one);
  }
  return kept;
}

function askedByHeading(passage: UsablePassage): Answered[] {
  const question = questionOf(passage.source.heading);
  const first = passage.candidates[0];
  if (question === null || !first || first.index !== 0 || first.list) return [];
  return [{ question: titleless(question), answer: runFrom(first) }];
}

function askedInText(passage: UsablePassage, topic: Topic): Answered[] {
  return passage.units.flatMap(({ text }, index) => {
    const question = text.replace(/^Q\s*[:.]\s*/i, '');
    const asks =
      /[?？؟]$/.test(question) &&
      (locales[topic.language]?.asks ?? asksInEnglish).test(question) &&
      countWords(question) >= 4 &&
      countWords(question) <= 18;
    const held = new Set(terms(question, topic.language));
    if (!asks || keywordShare(topic, (term) => held.has(term)) === 0 || /\b(?:this|that|these|it|we|our|I|my)\b/.test(question)) return [];
    const next = passage.candidates.find((candidate) => candidate.index === index + 1 && candidate.leansOn === null);
    return next ? [{ question: titleless(question), answer: runFrom(next) }] : [];
  });
}

/** A sentence and those that follow it in its paragraph, while the answer stays short. */
function runFrom(first: Candidate): Candidate[] {
  const run = [first];
  let length = first.wordCount;
  for (const next of first.passage.candidates) {
    if (next.index !== run.at(-1)!.index + 1) continue;
    if (next.list || next.opensParagraph || length + next.wordCount > maxAnswerWords || length >= 40) break;
    run.push(next);
    length += next.wordCount;
  }
  return run;
}

/** "How Does It Work?" → "How does it work?" */
function titleless(question: string): string {
  const words = question.split(' ');
  const capitals = words.slice(1).filter((word) => /^\p{Lu}\p{Ll}+\W*$/u.test(word)).length;
  if (words.length > 2 && capitals >= (words.length - 1) * 0.6)
    return titleCaseFirst(words.map((word) => (/^\p{Lu}\p{Ll}+\W*$/u.test(word) ? word.toLowerCase() : word)).join(' '));
  return titleCaseFirst(question);
}

function titleCaseFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
