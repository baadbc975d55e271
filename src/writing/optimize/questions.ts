import { answersTo, askedIn, isQuestion, isSameQuestion, maxQuestions, plain } from '../brief/questions.ts';
import type { Topic } from '../sources/topic.ts';
import type { Counted } from './counting.ts';
import type { ReadPage } from './read-page.ts';
import type { MissingQuestion } from './shapes.ts';
import { passagesOf, type Subject } from './subject.ts';

/** More are not compared: each is with each. */
const maxFound = 150;

/** At most ten: those of the results page, then those in headings and text of competitors, the most common first; each once by the brief's rule. */
export function questionsOf(asked: readonly string[], { topic, passages }: Subject): MissingQuestion[] {
  const found: MissingQuestion[] = [];
  for (const question of asked.map(plain).filter(Boolean)) add(found, { question, from: [] }, topic);
  const known = found.length;
  for (const { source, sentences } of passages) {
    for (const question of askedIn(source.heading, sentences, topic)) add(found, { question, from: [source.documentId] }, topic);
  }
  const told = found.slice(known).toSorted((a, b) => b.from.length - a.from.length || (a.question < b.question ? -1 : 1));
  return [...found.slice(0, known), ...told].slice(0, maxQuestions).map(({ question, from }) => ({ question, from: from.toSorted() }));
}

function add(found: MissingQuestion[], { question, from }: MissingQuestion, topic: Topic): void {
  const same = found.find((other) => isSameQuestion(question, other.question, topic));
  if (!same && found.length < maxFound) found.push({ question, from });
  else if (same) same.from = [...new Set([...same.from, ...from])];
}

/** Those that no passage of the page answers in sentences that count; a question answers none. */
export function unansweredOf(
  questions: readonly MissingQuestion[],
  page: ReadPage,
  { sentences }: Counted,
  topic: Topic,
): MissingQuestion[] {
  const pool = passagesOf(page, topic.language, (sentence) => sentences.has(sentence) && !isQuestion(sentence.text));
  return questions.filter(({ question }) => answersTo(question, { topic, pool }).length === 0);
}
