import { questionOf } from '../compose/headings.ts';
import { keywordShare } from '../compose/brief.ts';
import { diceOf } from '../near-duplicates.ts';
import { coverage } from '../retrieval.ts';
import { countWords, normalise, terms, tidy } from '../tokens.ts';
import type { Ground, GroundPassage } from './ground.ts';
import type { CompetingPage, IntentType } from './shapes.ts';

export interface AskedQuestion {
  question: string;
  answering: GroundPassage[];
}

const maxQuestions = 10;
const minWords = 3;
const maxWords = 20;
const maxLength = 160;
const maxAnswering = 2;
const sameQuestion = 0.6;
/** A passage answers a question where it holds this much of what the question names beside the keyword. */
const minCovered = 0.6;
const ending = /[?？؟]["”»)]?$/u;
const closing = /[?？؟]/u;
/** Asked of someone in the text, or leaning on what was said before. */
const personal =
  /\b(?:I|we|my|our|us|this|that|these|those|it|they|he|she|his|her|their|ich|wir|uns|mein|unser|dies\w*|il|elle|nous|ce|cela|él|ella|esto|nosotros|isso|nós|questo|noi|wij|dit|deze)\b/i;

interface Pattern {
  /** `many`: the keyword names several things. */
  ask: (keyword: string, many: boolean) => string;
  /** What a sentence shows that speaks of it. */
  cue: RegExp;
  /** Asked only by who is about to choose or to buy. */
  buying?: boolean;
}

/** Questions that any reader has, where the sources show by their words that they speak of it. */
const patterns: Record<string, readonly Pattern[]> = {
  en: [
    {
      ask: (keyword, many) => `What ${many ? 'are' : 'is'} ${keyword}?`,
      cue: /\b(?:is|are|was|were) (?:an?|the|one of)\b|\b(?:refers to|means|is defined as)\b/,
    },
    { ask: (keyword, many) => `How ${many ? 'do' : 'does'} ${keyword} work?`, cue: /\bhow .{0,30}works?\b|\bworks? by\b|\bmechanism/i },
    { ask: (keyword) => `What types of ${bare(keyword)} are there?`, cue: /\b(?:types|kinds|categories) of\b/i },
    {
      ask: (keyword) => `When is ${bare(keyword)} useful?`,
      cue: /\buseful (?:for|when|where|if|in)\b|\bshould be used\b|\bis used (?:to|when|where|for)\b/i,
    },
    {
      ask: (keyword, many) => `What ${many ? 'do' : 'does'} ${keyword} cost?`,
      cue: /[$€£]\s?\d|\bcosts? (?:about|between|around|\d|[$€£])|\bprices? (?:start|range)/i,
      buying: true,
    },
    { ask: (keyword) => `What are the advantages of ${keyword}?`, cue: /\b(?:advantages?|benefits?)\b/i },
    { ask: (keyword) => `What are the drawbacks of ${keyword}?`, cue: /\b(?:disadvantages?|drawbacks?|limitations?|downsides?)\b/i },
    { ask: (keyword) => `What are the alternatives to ${keyword}?`, cue: /\balternatives?\b/i },
  ],
  de: [
    { ask: (keyword) => `Was ist ${keyword}?`, cue: /\b(?:ist|sind) (?:eine?|der|die|das)\b|\bbezeichnet\b/ },
    { ask: (keyword) => `Wie funktioniert ${keyword}?`, cue: /\bfunktionier\w+/i },
    { ask: (keyword) => `Was kostet ${keyword}?`, cue: /\d\s?(?:€|Euro)|\bkostet\b/i, buying: true },
    { ask: (keyword) => `Welche Vorteile hat ${keyword}?`, cue: /\bVorteile?n?\b/ },
    { ask: (keyword) => `Welche Nachteile hat ${keyword}?`, cue: /\bNachteile?n?\b/ },
  ],
  fr: [
    { ask: (keyword) => `Qu'est-ce que ${keyword} ?`, cue: /\b(?:est|sont) (?:une?|le|la|des)\b|\bdésigne\b/ },
    { ask: (keyword) => `Comment fonctionne ${keyword} ?`, cue: /\bfonctionn\w+/i },
    { ask: (keyword) => `Combien coûte ${keyword} ?`, cue: /\d\s?(?:€|euros)|\bcoûte\b/i, buying: true },
    { ask: (keyword) => `Quels sont les avantages de ${keyword} ?`, cue: /\bavantages?\b/i },
  ],
  es: [
    { ask: (keyword) => `¿Qué es ${keyword}?`, cue: /\b(?:es|son) (?:una?|el|la|los)\b/ },
    { ask: (keyword) => `¿Cómo funciona ${keyword}?`, cue: /\bfuncion\w+/i },
    { ask: (keyword) => `¿Cuánto cuesta ${keyword}?`, cue: /\d\s?(?:€|euros|\$)|\bcuesta\b/i, buying: true },
    { ask: (keyword) => `¿Qué ventajas tiene ${keyword}?`, cue: /\bventajas?\b/i },
  ],
  it: [
    { ask: (keyword) => `Che cos'è ${keyword}?`, cue: /(?:^|\s)(?:è|sono) (?:una?|il|la|lo|uno)\b/ },
    { ask: (keyword) => `Come funziona ${keyword}?`, cue: /\bfunzion\w+/i },
    { ask: (keyword) => `Quali sono i vantaggi di ${keyword}?`, cue: /\bvantagg\w+/i },
  ],
  pt: [
    { ask: (keyword) => `O que é ${keyword}?`, cue: /(?:^|\s)(?:é|são) (?:uma?|o|a|os)\b/ },
    { ask: (keyword) => `Como funciona ${keyword}?`, cue: /\bfuncion\w+/i },
    { ask: (keyword) => `Quais são as vantagens de ${keyword}?`, cue: /\bvantage\w+/i },
  ],
  nl: [
    { ask: (keyword) => `Wat is ${keyword}?`, cue: /\b(?:is|zijn) (?:een|de|het)\b/ },
    { ask: (keyword) => `Hoe werkt ${keyword}?`, cue: /\bwerkt\b/i },
    { ask: (keyword) => `Wat kost ${keyword}?`, cue: /€\s?\d|\bkost\b/i, buying: true },
    { ask: (keyword) => `Wat zijn de voordelen van ${keyword}?`, cue: /\bvoordelen\b/i },
  ],
  pl: [
    { ask: (keyword) => `Co to jest ${keyword}?`, cue: /\b(?:to|jest)\b/ },
    { ask: (keyword) => `Jak działa ${keyword}?`, cue: /\bdziała\b/i },
  ],
};

/**
 * At most ten questions that the article should answer, each with the passages that do: those the sources ask themselves, then those that competing pages
 * head sections with and those that any reader has, both only where a passage speaks to them.
 */
export function questionsFor(keyword: string, intent: IntentType, ground: Ground, competing: readonly CompetingPage[]): AskedQuestion[] {
  const kept: AskedQuestion[] = [];
  const found = [...askedBySources(ground), ...askedByCompetitors(ground, competing), ...askedByReaders(keyword, intent, ground)];
  for (const { question, answering } of found) {
    if (kept.length === maxQuestions) break;
    if (kept.some((other) => isSameQuestion(question, other.question, ground.topic))) continue;
    kept.push({ question, answering: answering.slice(0, maxAnswering) });
  }
  return kept;
}

/** What two questions ask beside the keyword decides; where that is nothing, the word they ask with. */
function isSameQuestion(a: string, b: string, { language, keyword }: Ground['topic']): boolean {
  const [one, other] = [a, b].map((question) => new Set(terms(question, language).filter((term) => !keyword.has(term))));
  if (one!.size > 0 || other!.size > 0) return diceOf(one!, other!) >= sameQuestion;
  return normalise(a).split(' ')[0] === normalise(b).split(' ')[0];
}

function askedBySources(ground: Ground): AskedQuestion[] {
  const { pool, topic } = ground;
  return pool.flatMap((passage) => {
    const headed = questionOf(passage.source.heading);
    const asked = passage.sentences.slice(0, -1).filter(isQuestion);
    const told = [...(headed ? [headed] : []), ...asked].map(plain).filter((question) => question.length <= maxLength);
    return told
      .filter((question) => {
        const held = new Set(terms(question, topic.language));
        // A heading's question has the page around it; one in the text must name what it asks about.
        return question === plain(headed ?? '') || keywordShare(topic, (term) => held.has(term)) > 0.3;
      })
      .map((question) => ({ question, answering: [passage, ...answersTo(question, ground).filter((other) => other !== passage)] }));
  });
}

function askedByCompetitors(ground: Ground, competing: readonly CompetingPage[]): AskedQuestion[] {
  const asked = competing
    .flatMap(({ headings }) => headings)
    .map(plain)
    .filter((heading) => ending.test(heading) && isQuestion(heading));
  return asked.map((question) => ({ question, answering: answersTo(question, ground) })).filter(({ answering }) => answering.length > 0);
}

function askedByReaders(keyword: string, intent: IntentType, { topic, pool }: Ground): AskedQuestion[] {
  const name = tidy(keyword);
  if (ending.test(name) || countWords(name) > 6) return [];
  const { named, many } = topic.language === 'en' ? inEnglish(name, pool) : { named: withArticle(name, topic.language, pool), many: false };
  const isBuying = intent === 'commercial' || intent === 'transactional';
  const asked = (patterns[topic.language] ?? []).filter(({ buying }) => isBuying || !buying);
  return asked.flatMap(({ ask, cue }) => {
    const answering = pool.filter((passage) => isSaidOf(passage, cue, topic));
    return answering.length > 0 ? [{ question: ask(named, many), answering }] : [];
  });
}

/** The keyword as the passages speak of it within a sentence: with its article, as one thing or several. */
function inEnglish(name: string, pool: readonly GroundPassage[]): { named: string; many: boolean } {
  const text = pool.map(({ source }) => source.text).join('\n');
  const count = (before: string, after: string) => text.match(new RegExp(`${before}${escaped(name)}${after}`, 'giu'))?.length ?? 0;
  const [indefinite, definite, all] = [count('\\ban? ', '\\b'), count('\\bthe ', '\\b'), count('\\b', '\\b')];
  const [several, single] = [count('\\b', ' (?:are|were|have)\\b'), count('\\b', ' (?:is|was|has)\\b')];
  const many = several > single || (single === 0 && /\p{Ll}[^su\P{L}]s$/u.test(name) && !/^\p{Lu}/u.test(name));
  if (many || /^(?:an?|the) /i.test(name)) return { named: name, many };
  if (indefinite > definite && indefinite >= all * 0.2) return { named: `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`, many };
  return { named: definite >= all * 0.5 && definite > 0 ? `the ${name}` : name, many };
}

/** Articles that stand unchanged in a question; the Romance languages' run together with what is before them. */
const articles: Record<string, string> = { de: 'ein|eine|der|die|das', nl: 'een|de|het' };

/** The keyword with the article that a sentence opens with before it. */
function withArticle(name: string, language: string, pool: readonly GroundPassage[]): string {
  if (articles[language] === undefined) return name;
  const opening = new RegExp(`^(${articles[language]}) ${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu');
  for (const passage of pool) {
    for (const sentence of passage.sentences) {
      const article = opening.exec(sentence)?.[1];
      if (article !== undefined) return `${article.toLowerCase()} ${name}`;
    }
  }
  return name;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function bare(name: string): string {
  return name.replace(/^(?:an?|the) /i, '');
}

/** Whether a sentence that names most of the keyword shows the cue. */
function isSaidOf({ source, sentences }: GroundPassage, cue: RegExp, topic: Ground['topic']): boolean {
  if (!cue.test(source.text)) return false;
  return sentences.some((sentence) => {
    const held = new Set(terms(sentence, topic.language));
    return cue.test(sentence) && keywordShare(topic, (term) => held.has(term)) >= 0.8;
  });
}

/** Passages that hold most of what a question names, best covered first. */
function answersTo(question: string, { topic, pool }: Ground): GroundPassage[] {
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

function isQuestion(text: string): boolean {
  const question = plain(text);
  const length = countWords(question);
  return (
    ending.test(question) &&
    question.search(closing) >= question.length - 2 &&
    length >= minWords &&
    length <= maxWords &&
    !personal.test(question)
  );
}

function plain(text: string): string {
  return tidy(text.replace(/^\s*(?:#+|[-*•]|Q\s*[:.)]|\d+[.)])\s*/i, ''));
}
