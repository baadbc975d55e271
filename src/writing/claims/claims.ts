import { figuresOf } from './figures.ts';
import { hasName } from './names.ts';
import type { Profile } from './profile.ts';

interface Words {
  /** Openings of sentences that refer to the text itself or lead to the next part. */
  transition: string;
  /** Verbs that open an instruction. */
  imperative: string;
  /** Words that address the reader. */
  reader: string;
}

const vocabulary: Record<string, Words> = {
  en: {
    transition:
      "in this (?:article|guide|section|post|chapter)|this (?:article|guide|section|post|chapter)|the (?:following|next) (?:sections?|steps?|paragraphs?)|let(?:'s| us)|below|above|we(?:'ll| will| now|'ve)?|here(?:'s| is| are)|now (?:that|let)|as (?:we|you) (?:saw|have seen)|in (?:short|summary|conclusion|other words)|to (?:sum up|summarise|summarize|conclude)|read on|that said|with that|so far|for example|what follows",
    imperative:
      "use|make|check|try|keep|avoid|choose|start|set|run|add|open|close|read|see|look|write|test|measure|remember|note|consider|ask|take|put|pick|plan|compare|review|click|select|install|create|define|do|don't|do not|never|always|begin|decide|find|give|go|leave|turn|wait|watch|think|learn|follow|call|save|configure|enable|disable|ensure|be|pour|grind|let|mix|move|remove|replace|prepare",
    reader: 'you|your|yours|yourself',
  },
  de: {
    transition:
      'in diesem (?:artikel|abschnitt|beitrag)|dieser (?:artikel|abschnitt|beitrag)|im folgenden|wir|kurz gesagt|zusammengefasst|zum beispiel|mit anderen worten|hier (?:ist|sind)',
    imperative: '\\p{L}+(?:en|n) sie|nutze|verwende|prüfe|achte|wähle|beginne|denke|vergleiche|teste|lies',
    reader: 'du|dein\\p{L}*|dir|dich|ihr|euch',
  },
  fr: {
    transition:
      'dans cet article|cet article|dans cette (?:section|partie)|nous|voici|en (?:bref|résumé|conclusion)|par exemple|autrement dit',
    imperative: '\\p{L}+ez',
    reader: 'vous|votre|vos|tu|ton|ta|tes',
  },
  es: {
    transition: 'en este (?:artículo|apartado)|este artículo|a continuación|veamos|en (?:resumen|conclusión)|por ejemplo|es decir|aquí',
    imperative: 'usa|use|utilice|utiliza|comprueba|compruebe|elige|elija|evita|evite|recuerda|recuerde|prueba|pruebe',
    reader: 'tú|tu|tus|usted|ustedes|te',
  },
  it: {
    transition:
      'in quest[oa] (?:articolo|sezione|guida)|quest[oa] (?:articolo|guida)|di seguito|vediamo|in (?:breve|sintesi|conclusione)|per esempio|ad esempio|ecco',
    imperative: 'usa|usate|utilizza|controlla|scegli|evita|ricorda|prova',
    reader: 'tu|tuo|tua|tuoi|tue|voi|vostro|ti',
  },
  pt: {
    transition: 'neste (?:artigo|guia)|nesta seção|este (?:artigo|guia)|a seguir|vejamos|em (?:resumo|conclusão)|por exemplo|ou seja|aqui',
    imperative: 'use|utilize|verifique|escolha|evite|lembre|experimente|teste',
    reader: 'você|vocês|seu|sua|seus|suas|te',
  },
  nl: {
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
 * True if a sentence states something that can be false. Questions and introductions of a list ("There are several ways:") do not. A scrap of
 * fewer than four words ("42 % faster") does with a percentage, money, a quantity with its unit, a year, a date or a large number, and with any
 * other figure if it is cited. A longer sentence does with a figure, date or code; else not if it speaks of the text itself ("In this guide
 * we …") or instructs the reader ("Check your settings"); and of the rest with a name, a citation, or six words.
 */
export function isClaim(sentence: Profile, { isCited = false, code }: Setting = {}): boolean {
  const { text, quantities, language } = sentence;
  if (/\?["”»’)]*$/.test(text)) return false;
  if (isScrap(sentence)) return figuresOf(sentence, code).some(({ weight }) => isCited || weight === 'measured');
  if (quantities.some(({ kind, spelled }) => kind !== 'number' || !spelled)) return true;
  const { transition, imperative, reader } = patternsFor(language);
  if (text.endsWith(':') || transition.test(text) || imperative.test(text)) return false;
  if (hasName(sentence)) return true;
  return isCited || (!reader.test(text) && wordsIn(sentence) >= minGeneralWords);
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
    const { transition, imperative, reader } = vocabulary[key]!;
    const anywhere = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
    const opening = (list: string) => new RegExp(`^(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
    found = { transition: opening(transition), imperative: opening(imperative), reader: anywhere(reader) };
    patterns.set(key, found);
  }
  return found;
}
