/** How a language asks. */
interface Asking {
  /** Words that a question begins with, those that are asked most first. */
  before: readonly string[];
  /** Words between a thing and what it is compared with or wanted for. */
  after: readonly string[];
  /** Questions on a thing, `…` being its place. */
  patterns: readonly string[];
}

/** So many questions on one seed are put to a service. */
export const maxQuestions = 40;

const asking = new Map<string, Asking>(
  Object.entries({
    en: {
      before: ['how to', 'what is', 'how', 'why', 'best', 'when', 'which', 'can', 'who', 'where'],
      after: ['vs', 'for', 'without', 'with', 'or'],
      patterns: ['what is …', 'how to use …'],
    },
    de: {
      before: ['wie', 'was ist', 'warum', 'beste', 'wann', 'welche', 'kann', 'wer', 'wo', 'wozu'],
      after: ['oder', 'für', 'ohne', 'mit', 'vs'],
      patterns: ['was ist …', 'wie funktioniert …'],
    },
    fr: {
      before: ['comment', "qu'est-ce que", 'pourquoi', 'meilleur', 'quand', 'quel', 'quelle', 'qui', 'où', 'combien'],
      after: ['ou', 'pour', 'sans', 'avec', 'vs'],
      patterns: ["qu'est-ce que …", 'comment utiliser …'],
    },
    es: {
      before: ['cómo', 'qué es', 'por qué', 'mejor', 'cuándo', 'cuál', 'para qué', 'quién', 'dónde', 'cuánto'],
      after: ['o', 'para', 'sin', 'con', 'vs'],
      patterns: ['qué es …', 'cómo usar …'],
    },
    it: {
      before: ['come', "cos'è", 'perché', 'migliore', 'quando', 'quale', 'a cosa serve', 'chi', 'dove', 'quanto'],
      after: ['o', 'per', 'senza', 'con', 'vs'],
      patterns: ["cos'è …", 'come usare …'],
    },
    pt: {
      before: ['como', 'o que é', 'por que', 'melhor', 'quando', 'qual', 'para que serve', 'quem', 'onde', 'quanto'],
      after: ['ou', 'para', 'sem', 'com', 'vs'],
      patterns: ['o que é …', 'como usar …'],
    },
    nl: {
      before: ['hoe', 'wat is', 'waarom', 'beste', 'wanneer', 'welke', 'kan', 'wie', 'waar', 'waarvoor'],
      after: ['of', 'voor', 'zonder', 'met', 'vs'],
      patterns: ['wat is …', 'hoe werkt …'],
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

/** Questions on a phrase that need no service; none in a language whose questions are not known. */
export function patternsOn(phrase: string, language: string): string[] {
  return (asking.get(language)?.patterns ?? []).map((pattern) => pattern.replace('…', () => phrase));
}

/** Words that only rank things: what begins with one is no question. */
const ranking = new Set(['best', 'beste', 'meilleur', 'mejor', 'migliore', 'melhor']);

/** Whether somebody asks: by a question mark, or by how it begins. */
export function isQuestion(keyword: string, language: string): boolean {
  const said = keyword.toLowerCase().replace(/[’]/g, "'").trim();
  if (/[?？؟]\s*$/u.test(said)) return true;
  return (asking.get(language)?.before ?? []).some(
    (word) => !ranking.has(word) && (said.startsWith(`${word} `) || (word.endsWith('que') && said.startsWith(`${word.slice(0, -1)}'`))),
  );
}
