import { normalise, withoutAccents } from '../language/tokens.ts';
import type { ArticleType } from '../../schema/article-request.ts';
import type { IntentLabel } from './intent-words.ts';

/** Words that tell what kind of article is wanted, without accents, in the languages whose intents are known; the first kind that is found counts. */
const wanted: readonly (readonly [ArticleType, RegExp])[] = [
  [
    'comparison',
    /\b(?:vs|versus|compared?|comparisons?|difference|differences|alternatives?|vergleich|unterschiede?|alternativen?|oder|comparatif|comparaison|comparativa|comparacion|diferencias?|confronto|differenz[ae]|comparacao|vergelijk(?:en|ing)|verschil(?:len)?)\b/,
  ],
  [
    'how-to',
    /\b(?:how to|how do|how can|tutorials?|step by step|set ?up|install|installation|fix|troubleshooting|anleitung|schritt fur schritt|einrichten|installieren|tutoriel|installer|instalar|installare|stappenplan|installeren)\b|^(?:wie|comment|como|come|hoe)\b/,
  ],
  ['review', /\b(?:reviews?|testbericht|erfahrungen|avis|resenas?|opiniones|recensioni?|avaliac(?:ao|oes)|ervaringen)\b/],
  [
    'listicle',
    /\b(?:best|top|ideas|tips|examples|types of|tools|checklist|beste[nrs]?|ideen|tipps|beispiele|arten|meilleur(?:e?s?)|idees|conseils|exemples|mejor(?:es)?|consejos|ejemplos|miglior[ei]|consigli|esempi|melhor(?:es)?|dicas|exemplos|voorbeelden)\b/,
  ],
  [
    'glossary',
    /^(?:what (?:is|are)|was (?:ist|sind)|qu'?est[ -]ce que?|que es|que son|cos'?e|che cos'?e|o que (?:e|sao)|wat (?:is|zijn))\b|\b(?:meaning|definition|bedeutung|signification|significado|significato|betekenis)\b/,
  ],
];

/**
 * What kind of article answers some keywords: the kind that the words of the first ask for, else that of at least half of them, else a list where
 * somebody chooses among offers, and a guide for all others. The rule stands in docs/topics.md.
 */
export function articleTypeOf(keywords: readonly [string, ...string[]], intent: IntentLabel): ArticleType {
  const [first, ...others] = keywords.map(typeSaid);
  if (first !== undefined) return first;
  const counts = Map.groupBy(others.filter((type) => type !== undefined), (type) => type); // prettier-ignore
  for (const [type, said] of counts) if (said.length * 2 >= keywords.length) return type;
  return intent === 'commercial' ? 'listicle' : 'guide';
}

function typeSaid(keyword: string): ArticleType | undefined {
  const said = withoutAccents(normalise(keyword));
  return wanted.find(([, words]) => words.test(said))?.[0];
}
