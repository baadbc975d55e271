import { headingSeparator } from '../../documents/passages.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import { candidateWords, quotableIn, type Candidate, type SourceReading, type UsablePassage } from '../sources/candidates.ts';
import { cleanHeading, questionOf } from '../sources/headings.ts';
import { asks } from '../sources/locales.ts';
import { isQuotable, leans } from '../sources/standing.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { paragraphsOf } from './flow.ts';
import { sharedBy } from './sections.ts';
import type { Layout } from './sections.ts';

export interface Answered {
  question: string;
  answer: Candidate[];
}

const maxAnswers = 5;
const maxAnswerWords = 80;
const minAnswerWords = 8;
/** Question or answer holds this much of the keyword. */
const minShared = 0.3;

/** Questions that the quoted documents ask, with answers that the article does not hold. */
export function answersIn({ introduction, sections }: Layout, { passages, topic }: SourceReading): Answered[] {
  const body = new Set([...introduction, ...sections.flatMap(({ paragraphs }) => paragraphs)].flat());
  const quoted = new Set([...body].map(({ source }) => source.documentId));
  const told = new Set(sections.map(({ heading }) => normalise(heading)));
  const found: Answered[] = [];
  for (const { question, answer } of passages.flatMap((one) => (quoted.has(one.source.documentId) ? asked(one, topic) : []))) {
    const isOn = Math.max(sharedBy(answer, topic), sharedIn(question, topic)) >= minShared;
    const isWhole = candidateWords(answer) >= minAnswerWords && !answer.at(-1)!.text.endsWith(':');
    if (!isOn || !isWhole || told.has(normalise(question)) || answer.some((unit) => body.has(unit))) continue;
    found.push({ question, answer });
    told.add(normalise(question));
    for (const unit of answer) body.add(unit);
  }
  return found.slice(0, maxAnswers);
}

/** Asked in the heading or in the text, and answered right after it. */
function asked(passage: UsablePassage, topic: Topic): Answered[] {
  const told = quotableIn(passage);
  const headed = questionIn(passage.source.heading);
  const inHeading = headed !== null && told[0]?.index === 0 ? [{ question: headed, first: told[0] }] : [];
  const inText = passage.units.flatMap(({ text, index }) => {
    const isQuestion = /^[¿\p{Lu}].*[?？؟]$/u.test(text) && countWords(text) >= 4 && countWords(text) <= 18;
    const isWhole = isQuestion && !leans(text, topic.language) && isQuotable(text, topic.language);
    const first = told.find((one) => one.index === index + 1 && one.standing === 'alone');
    return isWhole && first && sharedIn(text, topic) >= minShared ? [{ question: tidied(text), first }] : [];
  });
  return [...inHeading, ...inText].map(({ question, first }) => ({ question, answer: answerFrom(first, topic.language) }));
}

function sharedIn(text: string, topic: Topic): number {
  const held = new Set(terms(text, topic.language));
  return keywordShare(topic, (term) => held.has(term));
}

/** A question in a heading, or one that only lacks its mark: "How to undo a merge". */
function questionIn(heading: string | null): string | null {
  const own = questionOf(heading);
  if (own !== null) return tidied(own);
  const last = cleanHeading(heading?.split(headingSeparator).at(-1) ?? '');
  if (last === null || !asks.test(last) || countWords(last) < 3) return null;
  const whole = tidied(`${last}?`).replace(/^(How|When|Where) to /, (_, word: string) => `${word} do you `);
  // "How pooling works" and "Wie Sie Pakete auswählen" are no questions.
  return /^How do you |^\S+ (?:ist|sind|est|es|são|è) /.test(whole) ? whole : null;
}

/** A unit and those that follow it in its paragraph, while the answer stays short. */
function answerFrom(first: Candidate, language: string): Candidate[] {
  const paragraph = paragraphsOf([first.passage], language).find((units) => units.includes(first)) ?? [first];
  const from = paragraph.slice(paragraph.indexOf(first));
  const end = from.findIndex(
    ({ isCode, list }, at) => at > 0 && (isCode || list !== null || candidateWords(from.slice(0, at + 1)) > maxAnswerWords),
  );
  return end < 0 ? from : from.slice(0, end);
}

/** "Q: How Does It Work?" → "How does it work?" */
function tidied(question: string): string {
  const plain = question.replace(/^Q\s*[:.]\s*/i, '');
  const all = plain.split(' ');
  const titled = all.slice(1).filter((word) => /^\p{Lu}\p{Ll}+\W*$/u.test(word)).length >= 0.6 * (all.length - 1);
  const sentence = titled ? all.map((word) => (/^\p{Lu}\p{Ll}+\W*$/u.test(word) ? word.toLowerCase() : word)).join(' ') : plain;
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
