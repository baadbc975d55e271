import { figuresOf } from './figures.ts';
import { hasName } from './names.ts';
import type { Profile } from './profile.ts';

/**
 * How much a sentence asserts. `specific`: it has a number, date, code, name, superlative, comparison or cause, and can be wrong in a way that
 * misleads. `general`: any other statement of fact. `none`: needs no source.
 */
export type Assertion = 'specific' | 'general' | 'none';

interface Words {
  /** Superlatives, comparisons, causes, appeals to research. */
  strong: string;
  /** Openings of sentences that refer to the text itself or lead to the next part. */
  transition: string;
  /** Verbs that open an instruction. */
  imperative: string;
  /** Words that address the reader. */
  reader: string;
}

const vocabulary: Record<string, Words> = {
  en: {
    strong:
      'most|least|best|worst|largest|smallest|biggest|highest|lowest|fastest|slowest|cheapest|oldest|newest|first|only|always|never|every|all|more than|less than|fewer than|better than|worse than|\\p{L}+er than|twice|half|because|therefore|causes?|caused|leads? to|led to|results? in|due to|reduces?|increases?|improves?|prevents?|stud(?:y|ies)|research|surveys?|according to|experts?|proven',
    transition:
      "in this (?:article|guide|section|post|chapter)|this (?:article|guide|section|post|chapter)|the (?:following|next) (?:sections?|steps?|paragraphs?)|let(?:'s| us)|below|above|we(?:'ll| will| now|'ve)?|here(?:'s| is| are)|now (?:that|let)|as (?:we|you) (?:saw|have seen)|in (?:short|summary|conclusion|other words)|to (?:sum up|summarise|summarize|conclude)|read on|that said|with that|so far|for example|what follows",
    imperative:
      "use|make|check|try|keep|avoid|choose|start|set|run|add|open|close|read|see|look|write|test|measure|remember|note|consider|ask|take|put|pick|plan|compare|review|click|select|install|create|define|do|don't|do not|never|always|begin|decide|find|give|go|leave|turn|wait|watch|think|learn|follow|call|save|configure|enable|disable|ensure|be|pour|grind|let|mix|move|remove|replace|prepare",
    reader: 'you|your|yours|yourself',
  },
  de: {
    strong:
      'meisten|besten?|schlechtesten?|größten?|kleinsten?|höchsten?|schnellsten?|ältesten?|ersten?|einzigen?|immer|nie|alle|jede[rsn]?|mehr als|weniger als|besser als|\\p{L}+er als|doppelt|hälfte|weil|daher|deshalb|verursacht|führt zu|aufgrund|senkt|erhöht|verbessert|verhindert|studien?|forschung|umfragen?|laut|experten',
    transition:
      'in diesem (?:artikel|abschnitt|beitrag)|dieser (?:artikel|abschnitt|beitrag)|im folgenden|wir|kurz gesagt|zusammengefasst|zum beispiel|mit anderen worten|hier (?:ist|sind)',
    imperative: '\\p{L}+(?:en|n) sie|nutze|verwende|prüfe|achte|wähle|beginne|denke|vergleiche|teste|lies',
    reader: 'du|dein\\p{L}*|dir|dich|ihr|euch',
  },
  fr: {
    strong:
      'la plupart|meilleure?s?|pires?|plus|moins|premi(?:er|ère)s?|seule?s?|toujours|jamais|tous|toutes|chaque|double|moitié|parce que|car|donc|cause|entraîne|provoque|réduit|augmente|améliore|empêche|études?|recherches?|selon|experts?',
    transition:
      'dans cet article|cet article|dans cette (?:section|partie)|nous|voici|en (?:bref|résumé|conclusion)|par exemple|autrement dit',
    imperative: '\\p{L}+ez',
    reader: 'vous|votre|vos|tu|ton|ta|tes',
  },
  es: {
    strong:
      'mayoría|mejor(?:es)?|peor(?:es)?|más|menos|mayor(?:es)?|menor(?:es)?|primer[oa]?s?|únic[oa]s?|siempre|nunca|tod[oa]s|cada|doble|mitad|porque|debido|causa|provoca|reduce|aumenta|mejora|evita|estudios?|investigación|según|expertos?',
    transition: 'en este (?:artículo|apartado)|este artículo|a continuación|veamos|en (?:resumen|conclusión)|por ejemplo|es decir|aquí',
    imperative: 'usa|use|utilice|utiliza|comprueba|compruebe|elige|elija|evita|evite|recuerda|recuerde|prueba|pruebe',
    reader: 'tú|tu|tus|usted|ustedes|te',
  },
  it: {
    strong:
      'maggior parte|migliori?|peggiori?|più|meno|maggiori?|minori?|prim[oaie]|unic[oaie]|sempre|mai|tutt[ie]|ogni|doppio|metà|perché|quindi|causa|provoca|riduce|aumenta|migliora|evita|studi[oi]?|ricerc(?:a|he)|secondo|esperti',
    transition:
      'in quest[oa] (?:articolo|sezione|guida)|quest[oa] (?:articolo|guida)|di seguito|vediamo|in (?:breve|sintesi|conclusione)|per esempio|ad esempio|ecco',
    imperative: 'usa|usate|utilizza|controlla|scegli|evita|ricorda|prova',
    reader: 'tu|tuo|tua|tuoi|tue|voi|vostro|ti',
  },
  pt: {
    strong:
      'maioria|melhor(?:es)?|pior(?:es)?|mais|menos|maior(?:es)?|menor(?:es)?|primeir[oa]s?|únic[oa]s?|sempre|nunca|tod[oa]s|cada|dobro|metade|porque|portanto|causa|provoca|reduz|aumenta|melhora|evita|estudos?|pesquisas?|segundo|especialistas',
    transition: 'neste (?:artigo|guia)|nesta seção|este (?:artigo|guia)|a seguir|vejamos|em (?:resumo|conclusão)|por exemplo|ou seja|aqui',
    imperative: 'use|utilize|verifique|escolha|evite|lembre|experimente|teste',
    reader: 'você|vocês|seu|sua|seus|suas|te',
  },
  nl: {
    strong:
      'meeste|beste|slechtste|grootste|kleinste|hoogste|laagste|snelste|oudste|eerste|enige|altijd|nooit|alle|elke|ieder|meer dan|minder dan|beter dan|\\p{L}+er dan|dubbel|helft|omdat|daarom|veroorzaakt|leidt tot|door|verlaagt|verhoogt|verbetert|voorkomt|onderzoek|studies?|volgens|experts?',
    transition:
      'in dit (?:artikel|hoofdstuk|deel)|dit (?:artikel|hoofdstuk|deel)|hieronder|we|laten we|kortom|samengevat|bijvoorbeeld|met andere woorden|hier (?:is|zijn)',
    imperative: 'gebruik|controleer|kies|vermijd|begin|denk|vergelijk|test|lees|let',
    reader: 'je|jij|jouw|u|uw|jullie',
  },
};

const minWords = 4;
const minGeneralWords = 6;

/** A sentence's setting in its article. */
export interface Setting {
  /** True if it or a neighbour it relies on has a citation. */
  isCited?: boolean;
  /** Its inline code. */
  code?: readonly string[];
}

/**
 * What a sentence asserts. Questions and introductions of a list ("There are several ways:") assert nothing. In a scrap of fewer than four
 * words ("42 % faster"), a percentage, money, a quantity with its unit, a year, a date or a large number is specific, and so is any other
 * figure if cited; other scraps assert nothing. Numbers, dates and codes make a longer sentence specific. Otherwise sentences about the text
 * itself ("In this guide we …") and instructions to the reader ("Check your settings") need no source. Of the rest, names,
 * superlatives, comparisons, causes and appeals to research are specific; any other sentence of six words or more is general.
 */
export function assertionOf(sentence: Profile, language: string, { isCited = false, code }: Setting = {}): Assertion {
  const { text, quantities } = sentence;
  const wordCount = wordsIn(sentence);
  if (/\?["”»’)]*$/.test(text)) return 'none';
  if (isScrap(sentence)) return figuresOf(sentence, code).some(({ weight }) => isCited || weight === 'measured') ? 'specific' : 'none';
  if (quantities.some(({ kind, spelled }) => kind !== 'number' || !spelled)) return 'specific';
  const { strong, transition, imperative, reader } = patternsFor(language);
  if (text.endsWith(':') || transition.test(text) || imperative.test(text)) return 'none';
  if (reader.test(text) && !strong.test(text) && !hasName(sentence, language)) return 'none';
  if (hasName(sentence, language) || strong.test(text)) return 'specific';
  return wordCount >= minGeneralWords ? 'general' : 'none';
}

/** True if the text has too few words to classify it by them: a cell, an item, "It costs $99." */
export function isScrap(sentence: Profile): boolean {
  return wordsIn(sentence) < minWords;
}

function wordsIn({ text, tokens, quantities }: Profile): number {
  // The letters of "3rd" and "30s" belong to their number.
  const free = tokens.filter(({ index }) => !/\d/.test(text.charAt(index - 1)));
  return free.length + quantities.filter(({ spelled }) => !spelled).length;
}

const patterns = new Map<string, Record<keyof Words, RegExp>>();

function patternsFor(language: string): Record<keyof Words, RegExp> {
  const key = vocabulary[language] ? language : 'en';
  let found = patterns.get(key);
  if (!found) {
    const { strong, transition, imperative, reader } = vocabulary[key]!;
    const anywhere = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
    const opening = (list: string) => new RegExp(`^(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
    found = { strong: anywhere(strong), transition: opening(transition), imperative: opening(imperative), reader: anywhere(reader) };
    patterns.set(key, found);
  }
  return found;
}
