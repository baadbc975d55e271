import { diceOf, shinglesOf } from '../near-duplicates.ts';
import { headingSeparator } from '../passages.ts';
import { countWords, terms, tidy } from '../tokens.ts';
import type { Brief } from './brief.ts';
import { keywordShare } from './brief.ts';
import type { Candidate, UsablePassage } from './candidates.ts';
import type { Definition } from './definitions.ts';

export interface Answered {
  question: string;
  answer: Candidate[];
}

const maxQuestions = 5;
const maxAnswerWords = 75;
const minAnswerWords = 8;
/** A definition answers "What is X?" only where X is a name or names this much of the keyword. */
const minShare = 0.5;
const notNames =
  /\b(?:this|that|these|those|it|they|he|she|you|and|or|of|with|most|many|some|best|goal|purpose|difference|result|reason|way|first|main|other|another|each|every|all|both|several|here|there)\b|\d/i;

/**
 * Questions the sources answer in their own words: headings and sentences that ask, with what follows them, and "What is X?"
 * where a sentence defines X. Never more than the sources carry; often none.
 */
export function answersIn(passages: readonly UsablePassage[], definitions: readonly Definition[], brief: Brief): Answered[] {
  const found = [
    ...definedTerms(definitions, passages, brief),
    ...passages.flatMap((passage) => [...askedByHeading(passage), ...askedInText(passage, brief)]),
  ];
  const kept: Answered[] = [];
  for (const one of found) {
    if (kept.length === maxQuestions) break;
    const shingles = shinglesOf(one.question);
    const asked = kept.some((other) => diceOf(shinglesOf(other.question), shingles) > 0.6 || other.answer[0] === one.answer[0]);
    if (!asked && one.answer.reduce((sum, { wordCount }) => sum + wordCount, 0) >= minAnswerWords) kept.push(one);
  }
  return kept;
}

function definedTerms(definitions: readonly Definition[], passages: readonly UsablePassage[], brief: Brief): Answered[] {
  if (brief.language !== 'en') return [];
  return definitions.flatMap(({ candidate, article, subject, verb, share }) => {
    const onTopic = share >= minShare || (candidate.passage.relevance >= minShare && candidate.index === 0 && article !== 'The');
    const defines = /^(?:is|are)$/.test(verb) && /\b(?:is|are) (?:an?|the|one|used|any)\b/.test(candidate.text);
    if (!onTopic || !defines || subject.split(' ').length > 4 || notNames.test(subject)) return [];
    const determiner = article === '' ? '' : `${article.toLowerCase()} `;
    return [{ question: `What ${verb} ${determiner}${asInside(subject, verb, passages)}?`, answer: runFrom(candidate) }];
  });
}

/** A plural that only stood at the head of its sentence loses its capital, where the sources write its first word small elsewhere. */
function asInside(subject: string, verb: string, passages: readonly UsablePassage[]): string {
  const first = subject.split(' ')[0]!;
  if (verb !== 'are' || !/^\p{Lu}\p{Ll}+$/u.test(first)) return subject;
  const small = first.toLowerCase();
  return passages.some(({ source }) => source.text.includes(` ${small}`)) ? small + subject.slice(first.length) : subject;
}

function askedByHeading(passage: UsablePassage): Answered[] {
  const last = passage.source.heading?.split(headingSeparator).at(-1) ?? '';
  const question = tidy(last.replace(/^\s*(?:Q|\d+)[.:)]\s*/i, ''));
  const first = passage.candidates[0];
  if (!question.endsWith('?') || countWords(question) < 3 || !first || first.index !== 0) return [];
  return [{ question: titleless(question), answer: runFrom(first) }];
}

function askedInText(passage: UsablePassage, brief: Brief): Answered[] {
  return passage.units.flatMap(({ text }, index) => {
    const question = text.replace(/^Q\s*[:.]\s*/i, '');
    const asks =
      /^(?:what|why|how|when|where|who|which|can|do|does|is|are|should|will)\b.*\?$/i.test(question) &&
      countWords(question) >= 4 &&
      countWords(question) <= 18;
    const held = new Set(terms(question, brief.language));
    if (!asks || keywordShare(brief, (term) => held.has(term)) === 0 || /\b(?:this|that|these|it|we|our|I|my)\b/.test(question)) return [];
    const next = passage.candidates.find((candidate) => candidate.index === index + 1 && candidate.leansOn === null);
    return next ? [{ question: titleless(question), answer: runFrom(next) }] : [];
  });
}

/** A sentence with those that follow it in its paragraph, as long as the answer stays short. */
function runFrom(first: Candidate): Candidate[] {
  const run = [first];
  let length = first.wordCount;
  for (const next of first.passage.candidates) {
    if (next.index !== run.at(-1)!.index + 1) continue;
    if (next.opensParagraph || length + next.wordCount > maxAnswerWords || length >= 40) break;
    run.push(next);
    length += next.wordCount;
  }
  return run;
}

/** "How Does It Work?" → as a sentence: a question reads as one, whatever case its heading had. */
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
