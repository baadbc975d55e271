import { singularOf } from '../language/plurals.ts';
import { withoutAccents } from '../language/tokens.ts';
import { taskOf } from './tasks.ts';

/** How a language asks. */
interface Asking {
  /** Words that a question begins with, those that are asked most first. */
  before: readonly string[];
  /** Others that it begins with, which no service is asked for. */
  also: readonly string[];
  /** Verbs that it begins with: a name of two words can begin with one as well ("can opener"). */
  verbs: readonly string[];
  /** Words between a thing and what it is compared with or wanted for. */
  after: readonly string[];
  /** A question on a thing, be it one or many, `…` being its place. */
  use: string;
  /** One on a single thing, and one on many, in languages where they are asked without an article. */
  one?: string;
  many?: string;
  /** One on what somebody does, in languages whose infinitives stand first. */
  task?: string;
}

/** So many questions on one seed are put to a service. */
export const maxQuestions = 40;

const asking = new Map<string, Asking>(
  Object.entries({
    en: {
      before: ['how to', 'what is', 'how', 'why', 'best', 'when', 'which', 'can', 'who', 'where'],
      also: ['what', "what's", 'whose'],
      verbs: ['can', 'could', 'do', 'does', 'did', 'is', 'are', 'should'],
      after: ['vs', 'for', 'without', 'with', 'or'],
      use: 'how to use …',
      task: 'how to …',
      one: 'what is …',
      many: 'what are …',
    },
    de: {
      before: ['wie', 'was ist', 'warum', 'beste', 'wann', 'welche', 'kann', 'wer', 'wo', 'wozu'],
      also: ['was', 'welcher', 'welches', 'welchen', 'wieviel', 'wieso', 'weshalb', 'wofür', 'womit', 'woran', 'wohin', 'woher'],
      verbs: ['kann', 'können', 'darf', 'muss', 'soll', 'sollte', 'ist', 'sind', 'hat'],
      after: ['oder', 'für', 'ohne', 'mit', 'vs'],
      use: 'wie benutzt man …',
    },
    fr: {
      before: ['comment', "qu'est-ce que", 'pourquoi', 'meilleur', 'quand', 'quel', 'quelle', 'qui', 'où', 'combien'],
      also: ['quels', 'quelles', "qu'est-ce qui", 'est-ce que', "c'est quoi", 'que', 'à quoi', 'peut-on', 'faut-il'],
      verbs: [],
      after: ['ou', 'pour', 'sans', 'avec', 'vs'],
      use: 'comment utiliser …',
      task: 'comment …',
    },
    es: {
      before: ['cómo', 'qué es', 'por qué', 'mejor', 'cuándo', 'cuál', 'para qué', 'quién', 'dónde', 'cuánto'],
      also: ['qué', 'cuáles', 'cuánta', 'cuántos', 'cuántas', 'a qué', 'se puede'],
      verbs: ['es'],
      after: ['o', 'para', 'sin', 'con', 'vs'],
      use: 'cómo usar …',
      task: 'cómo …',
      one: 'qué es …',
      many: 'qué son …',
    },
    it: {
      before: ['come', "cos'è", 'perché', 'migliore', 'quando', 'quale', 'a cosa serve', 'chi', 'dove', 'quanto'],
      also: ['cosa', 'che cosa', "che cos'è", 'quali', 'quanta', 'quanti', 'quante', 'si può'],
      verbs: [],
      after: ['o', 'per', 'senza', 'con', 'vs'],
      use: 'come usare …',
      task: 'come …',
    },
    pt: {
      before: ['como', 'o que é', 'por que', 'melhor', 'quando', 'qual', 'para que serve', 'quem', 'onde', 'quanto'],
      also: ['o que', 'porque', 'quais', 'quanta', 'quantos', 'quantas', 'pode'],
      verbs: ['é'],
      after: ['ou', 'para', 'sem', 'com', 'vs'],
      use: 'como usar …',
      task: 'como …',
      one: 'o que é …',
      many: 'o que são …',
    },
    nl: {
      before: ['hoe', 'wat is', 'waarom', 'beste', 'wanneer', 'welke', 'kan', 'wie', 'waar', 'waarvoor'],
      also: ['wat', 'welk', 'hoeveel', 'waarmee'],
      verbs: ['kan', 'mag', 'moet', 'is', 'zijn'],
      after: ['of', 'voor', 'zonder', 'met', 'vs'],
      use: 'hoe gebruik je …',
    },
  }),
);

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** What to ask a completion service on a seed, the most telling first: itself, what it is compared with, questions, then each letter. */
export function questionsOn(seed: string, language: string): string[] {
  const { before, after } = asking.get(language) ?? { before: [], after: ['vs'] };
  const asked = [
    seed,
    ...before.slice(0, 4).map((word) => `${word} ${seed}`),
    ...after.slice(0, 2).map((word) => `${seed} ${word}`),
    ...before.slice(4).map((word) => `${word} ${seed}`),
    ...after.slice(2).map((word) => `${seed} ${word}`),
    ...letters.map((letter) => `${seed} ${letter}`),
  ];
  return [...new Set(asked)].slice(0, maxQuestions);
}

const latin = /\p{Script=Latin}/u;

/** A question on a thing that needs no service: what it is, how it is used, or how something is done. */
export interface Pattern {
  asks: 'what' | 'use' | 'how';
  question: string;
}

/** Questions on a phrase, such as people type them; none in a language whose questions are not known, or in another script. */
export function patternsOn(phrase: string, language: string): Pattern[] {
  const known = latin.test(phrase) ? asking.get(language) : undefined;
  const done = questionHow(phrase, language);
  if (done !== null) return [{ asks: 'how', question: done }];
  const what = namesMany(phrase, language) ? known?.many : known?.one;
  const patterns = [{ asks: 'what', pattern: what } as const, { asks: 'use', pattern: known?.use } as const];
  return patterns.flatMap(({ asks, pattern }) => (pattern === undefined ? [] : [{ asks, question: pattern.replace('…', () => phrase) }]));
}

/** The question on how something is done: "Removing red eyes" → "how to remove red eyes". Null where a phrase names a thing, and in German and Dutch. */
export function questionHow(phrase: string, language: string): string | null {
  const how = latin.test(phrase) ? asking.get(language)?.task : undefined;
  const task = how === undefined ? null : taskOf(phrase, language);
  return how === undefined || task === null ? null : how.replace('…', () => task);
}

/** Whether a question asks what a thing is, or how it is used, in the usual words. */
export function isAsking(what: 'what' | 'use', question: string, language: string): boolean {
  const { one, many, use } = asking.get(language) ?? {};
  const patterns = what === 'use' ? [use] : [one, many];
  return patterns.some((pattern) => pattern !== undefined && question.startsWith(pattern.replace('…', '')));
}

/** Whether a phrase is in the plural, of which nobody asks what it "is". A lone word in -es, -is or -us is a name more often. */
export function namesMany(phrase: string, language: string): boolean {
  const words = withoutAccents(phrase.toLowerCase()).split(' ');
  const noun = (language === 'en' ? words.at(-1) : words[0])!;
  // "House" loses an e that is no plural's, and "analysis" an s.
  if (language === 'en' && /(?:e|sis|ss|us)$/.test(noun)) return false;
  return singularOf(noun, language) !== noun && (words.length > 1 || !/[eiu]s$/.test(noun));
}

/** Words that only rank things: what begins with one is no question. */
const ranking = new Set(['best', 'beste', 'meilleur', 'mejor', 'migliore', 'melhor']);
/** Words of a question that begins with a verb, at least. */
const minVerbWords = 3;

/** Whether somebody asks: by a question mark, or by how it begins. People leave accents out. */
export function isQuestion(keyword: string, language: string): boolean {
  const said = withoutAccents(keyword.toLowerCase()).replace(/[’]/g, "'").trim();
  if (/[?？؟]\s*$/u.test(said)) return true;
  const { before, also, verbs } = asking.get(language) ?? { before: [], also: [], verbs: [] };
  const isVerb = new Set(verbs);
  return [...before, ...also, ...verbs].some((word) => {
    if (ranking.has(word) || (isVerb.has(word) && said.split(' ').length < minVerbWords)) return false;
    const begins = withoutAccents(word);
    return said.startsWith(`${begins} `) || (begins.endsWith('que') && said.startsWith(`${begins.slice(0, -1)}'`));
  });
}
