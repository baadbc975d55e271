import type { PooledPassage } from './pool.ts';

export interface Pattern {
  /** `many`: the keyword names several things; `person`: somebody, and whether that one is of the past. */
  ask: (keyword: string, many: boolean, person?: 'is' | 'was') => string;
  /** Matches sentences that answer it. */
  cue: RegExp;
  /** Asked only by readers who are about to choose or buy. */
  buying?: boolean;
}

/** Questions that any reader has, each with a cue by which answers are found in the sources. */
export const patterns: Record<string, readonly Pattern[]> = {
  en: [
    {
      ask: (keyword, many, person) => (person ? `Who ${person} ${keyword}?` : `What ${many ? 'are' : 'is'} ${keyword}?`),
      cue: /\b(?:is|are|was|were) (?:an?|the|one of)\b|\b(?:refers to|means|is defined as)\b/,
    },
    { ask: (keyword, many) => `How ${many ? 'do' : 'does'} ${keyword} work?`, cue: /\bhow .{0,30}works?\b|\bworks? by\b|\bmechanism/i },
    { ask: (keyword) => `What types of ${bare(keyword)} are there?`, cue: /\b(?:types|kinds|categories) of\b/i },
    {
      ask: (keyword, many) => `When ${many ? 'are' : 'is'} ${keyword} useful?`,
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
    { ask: (keyword) => `Quels avantages offre ${keyword} ?`, cue: /\bavantages?\b/i },
  ],
  es: [
    { ask: (keyword) => `¿Qué es ${keyword}?`, cue: /\b(?:es|son) (?:una?|el|la|los)\b/ },
    { ask: (keyword) => `¿Cómo funciona ${keyword}?`, cue: /\bfuncion\w+/i },
    { ask: (keyword) => `¿Cuánto cuesta ${keyword}?`, cue: /\d\s?(?:€|euros|\$)|\bcuesta\b/i, buying: true },
    { ask: (keyword) => `¿Qué ventajas tiene ${keyword}?`, cue: /\bventajas?\b/i },
  ],
};

/** The keyword as the passages use it within a sentence: with its article, and whether it names several things. */
export function inEnglish(name: string, pool: readonly PooledPassage[]): { named: string; many: boolean; person?: 'is' | 'was' } {
  const text = pool.map(({ source }) => source.text).join('\n');
  if (isPerson(name, text))
    return { named: name, many: false, person: wordCount(text, 'was|had') > wordCount(text, 'is|has') ? 'was' : 'is' };
  const count = (before: string, after: string) => text.match(new RegExp(`${before}${escaped(name)}${after}`, 'giu'))?.length ?? 0;
  const [indefinite, definite, all] = [
    count('\\ban? ', '\\b'),
    count('\\bthe ', '(?= (?:is|was|has|and|in|on|of)\\b|[,.;])'),
    count('\\b', '\\b'),
  ];
  const [several, single] = [count('\\b', ' (?:are|were|have)\\b'), count('\\b', ' (?:is|was|has)\\b')];
  // "git status and git bisect are" speaks of two things.
  const many = /\p{Ll}[^su\P{L}]s$/u.test(name) && (several > single || (single === 0 && !/^\p{Lu}/u.test(name)));
  if (many || /^(?:an?|the) /i.test(name)) return { named: name, many };
  if (indefinite > definite && indefinite >= all * 0.2) return { named: `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`, many };
  return { named: definite >= all * 0.5 && definite > 0 ? `the ${name}` : name, many };
}

/** A full name in a text that says "he" or "she" rather than "it". */
function isPerson(name: string, text: string): boolean {
  return /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(name) && wordCount(text, 'he|she|his|her') > 2 * wordCount(text, 'it|its|they|their');
}

function wordCount(text: string, words: string): number {
  return text.match(new RegExp(`\\b(?:${words})\\b`, 'gi'))?.length ?? 0;
}

const articles: Record<string, string> = {
  de: 'ein |eine |der |die |das ',
  fr: "un |une |le |la |l['’]",
  es: 'un |una |el |la ',
};

/** The keyword with its article, taken from the start of a sentence; null if none has it, unless it is a name. Patterns put no preposition before it, which would contract with the article. */
export function withArticle(name: string, language: string, pool: readonly PooledPassage[]): string | null {
  if (articles[language] === undefined || /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(name)) return name;
  const opening = new RegExp(`^(${articles[language]})${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu');
  for (const passage of pool) {
    for (const sentence of passage.sentences) {
      const article = opening.exec(sentence)?.[1];
      if (article !== undefined) return article.toLowerCase() + name;
    }
  }
  return null;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function bare(name: string): string {
  return name.replace(/^(?:an?|the) /i, '');
}
