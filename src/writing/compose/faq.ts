import { headingSeparator } from '../../documents/passages.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import { candidateWords, quotableIn, type Candidate, type SourceReading, type UsablePassage } from '../sources/candidates.ts';
import { cleanHeading, questionOf } from '../sources/headings.ts';
import { asks } from '../sources/locales.ts';
import type { SourcePassage } from '../sources/shapes.ts';
import { isQuotable, leans } from '../sources/standing.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { paragraphsOf } from './flow.ts';
import { sharedBy } from './sections.ts';
import type { Layout } from './types.ts';

export interface Answered {
  question: string;
  answer: Candidate[];
}

const maxAnswers = 5;
const maxAnswerWords = 80;
const minAnswerWords = 8;

/** Questions that the quoted documents ask, with answers that the article does not hold. */
export function answersIn({ introduction, sections }: Layout, { passages, topic }: SourceReading): Answered[] {
  const body = new Set([...introduction, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat());
  const quoted = new Set([...body].map(({ source }) => source.documentId));
  const headings = new Set(sections.map(({ heading }) => normalise(heading)));
  const own = passages.filter(({ source }) => quoted.has(source.documentId));
  const found: Answered[] = [];
  for (const { question, answer } of own.flatMap((one) => asked(one, topic))) {
    const isOff = sharedBy(answer, topic) < 0.3 && keywordShare(topic, (term) => terms(question, topic.language).includes(term)) < 0.3;
    const isTold = isOff || headings.has(normalise(question)) || answer.at(-1)!.text.endsWith(':') || answer.some((unit) => body.has(unit));
    const isKnown = found.some((other) => normalise(other.question) === normalise(question) || other.answer[0] === answer[0]);
    if (!isTold && !isKnown && candidateWords(answer) >= minAnswerWords && found.length < maxAnswers) found.push({ question, answer });
  }
  return found;
}

/** Asked in a heading or in the text, and answered right after it. */
function asked(passage: UsablePassage, topic: Topic): Answered[] {
  const { units, source } = passage;
  const candidates = quotableIn(passage);
  const headed = questionIn(source);
  const fromHeading =
    headed !== null && candidates[0]?.index === 0 ? [{ question: headed, answer: answerFrom(candidates[0], topic.language) }] : [];
  return [
    ...fromHeading,
    ...units.flatMap(({ text }, index) => {
      const held = new Set(terms(text, topic.language));
      const isQuestion = /^[¿\p{Lu}].*[?？؟]$/u.test(text) && countWords(text) >= 4 && countWords(text) <= 18;
      if (!isQuestion || keywordShare(topic, (term) => held.has(term)) < 0.3 || !isWhole(text, topic.language)) return [];
      const next = candidates.find((one) => one.index === index + 1 && one.standing === 'alone');
      return next ? [{ question: tidied(text), answer: answerFrom(next, topic.language) }] : [];
    }),
  ];
}

/** A question in a heading, or one that only lacks its mark: "How to undo a merge". */
function questionIn({ heading }: SourcePassage): string | null {
  const own = questionOf(heading);
  const last = cleanHeading(heading?.split(headingSeparator).at(-1) ?? '');
  const isAsked = asks.test(last ?? '');
  if (own !== null || last === null || !isAsked || countWords(last) < 3) return own === null ? null : tidied(own);
  const whole = tidied(`${last}?`).replace(/^(How|When|Where) to /, (_, word: string) => `${word} do you `);
  // "How pooling works" and "Wie Sie Pakete auswählen" are no questions.
  return /^How do you |^\S+ (?:ist|sind|est|es|são|è) /.test(whole) ? whole : null;
}

/** Whether it can be understood outside its text. */
function isWhole(text: string, language: string): boolean {
  return !leans(text, language) && isQuotable(text, language);
}

/** A unit and those that follow it in its paragraph, while the answer stays short. */
function answerFrom(first: Candidate, language: string): Candidate[] {
  const run = paragraphsOf([first.passage], language).find((units) => units.includes(first)) ?? [first];
  const answer: Candidate[] = [];
  for (const unit of run.slice(run.indexOf(first))) {
    if (unit.isCode || (unit.list !== null && answer.length > 0) || candidateWords(answer) + unit.wordCount > maxAnswerWords) break;
    answer.push(unit);
  }
  return answer.length > 0 ? answer : [first];
}

/** "Q: How Does It Work?" → "How does it work?" */
function tidied(question: string): string {
  const plain = question.replace(/^Q\s*[:.]\s*/i, '');
  const all = plain.split(' ');
  const titled = all.slice(1).filter((word) => /^\p{Lu}\p{Ll}+\W*$/u.test(word)).length >= 0.6 * (all.length - 1);
  const sentence = titled ? all.map((word) => (/^\p{Lu}\p{Ll}+\W*$/u.test(word) ? word.toLowerCase() : word)).join(' ') : plain;
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
