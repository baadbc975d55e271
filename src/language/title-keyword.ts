import { headlineSubject } from './headline.ts';
import { keyphrases, type ScoredPhrase } from './keyphrases.ts';
import { stopwordsOf } from './lexicon.ts';
import { countWords, terms, tidy } from './tokens.ts';

/** What a title says beside its subject, before and after it. What asks ("how to") stays: people search for it. */
const frames: Readonly<Record<string, { before: RegExp; after: RegExp }>> = {
  en: {
    before:
      /^(?:(?:an?|the|your|our)\s+)?(?:(?:ultimate|complete|definitive|quick|short|gentle|practical|comprehensive|essential|simple|beginner['’]?s['’]?)\s+)*(?:guide|introduction|intro|overview|primer)\s+(?:to|of|on|for)\s+|^(?:getting started with|everything you (?:need|should|want) to know about|all about|introducing|announcing|using|understanding)\s+|^howto\s+(?!to\b)|^(?:top|the)?\s*\d{1,3}\+?\s+(?=\p{L})/iu,
    after:
      /\s+how[- ]?to(?:\s+guide)?$|\s+(?:explained|step by step|the right way|you need to know|and how to use (?:it|them))$|\s+(?:in|for|of)?\s*\(?20\d\d\)?$|\s+faq$/iu,
  },
  de: {
    before:
      /^(?:(?:der|die|das|ein|eine|unser)\s+)?(?:(?:große|ultimative|komplette|einfache)r?\s+)*(?:einführung in|leitfaden (?:für|zu[mr]?)|ratgeber(?: zu[mr]?)?|alles (?:über|rund um))\s+|^(?:top|die)?\s*\d{1,3}\s+(?=\p{L})/iu,
    after: /\s+(?:einfach erklärt|im überblick|schritt für schritt)$|\s+\(?20\d\d\)?$/iu,
  },
  fr: {
    before:
      /^(?:(?:le|la|un|une|notre|votre)\s+)?(?:guide (?:complet|ultime|pratique)?\s*(?:de|du|des|pour|sur)|introduction (?:à|au|aux)|tout savoir sur)\s+(?:la\s+|le\s+|les\s+)?|^(?:top|les)?\s*\d{1,3}\s+(?=\p{L})/iu,
    after: /\s+(?:pas à pas|expliquée?s?)$|\s+(?:en\s+)?\(?20\d\d\)?$/iu,
  },
  es: {
    before:
      /^(?:(?:el|la|una?|nuestra)\s+)?(?:guía (?:completa|definitiva|práctica)?\s*(?:de|del|para|sobre)|introducción (?:a|al)|todo (?:lo que debes saber )?sobre)\s+(?:la\s+|el\s+|los\s+|las\s+)?|^(?:top|l[ao]s)?\s*\d{1,3}\s+(?=\p{L})/iu,
    after: /\s+(?:paso a paso|explicad[ao]s?)$|\s+(?:en\s+)?\(?20\d\d\)?$/iu,
  },
};
const parting = /\s*(?::\s|\s[-–—|·»]\s|[?!](?:\s|$))\s*/u;
/** What is told of a subject. */
const told = /^[^|·»]*?[:?!]\s/u;
const minSaid = 2;
/** The name of several texts, each on a subject of its own. */
const series = /(?:^|\s)(?:tutorials?|lessons?|chapters?|part|episodes?|podcast|news|updates?|interview|case study|q&a|week)(?:\s+\d+)?$/iu;
/** A name's short form, or which of several is meant. */
const aside = /\s*[([][^()[\]]{0,80}[)\]]/gu;
/** Longer than people type. */
const maxWords = 8;
const maxPhrases = 20;
/** The beginning says what a text is about. */
const maxCounted = 100;
/**
 * What somebody types who looks for a page, guessed from its title and, where the title has several parts, is long or a headline, from what its
 * text says. Null where nothing is named. Right for 77 of 80 pages of manuals, the whole title for 59, and the text's first keyphrase for 15; and
 * for 41 of 50 headlines of blogs, the whole headline for 4 (`npm run bench keywords`).
 */
export function keywordOf(title: string, sentences: readonly string[], language: string): string | null {
  const parts = (tidy(title.replaceAll(aside, '')) || tidy(title))
    .split(parting)
    .map((part) => withoutFrame(part, language))
    .filter((part) => terms(part, language).length > 0);
  const said = countedIn(sentences, language);
  const part = parts.length > 1 ? bestOf(title, parts, said.counts, language) : parts[0];
  const phrases = () => keyphrases([title, ...sentences], language, maxPhrases);
  if (part === undefined) return phrases()[0]?.phrase.toLowerCase() ?? null;
  const subject = headlineSubject(part, { ...said, phrases }, language);
  const named = subject ?? (countWords(part) > maxWords ? (phraseIn(part, phrases(), language) ?? part) : part);
  return named.toLowerCase();
}

/** In how many sentences of a text's beginning each term stands. */
function countedIn(all: readonly string[], language: string): { counts: Map<string, number>; sentences: number } {
  const sentences = all.slice(0, maxCounted);
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const term of new Set(terms(sentence, language))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, sentences: sentences.length };
}

/** The part whose words the text says most often; where a colon parts them, the first that it says at all: what comes after tells more of it. */
function bestOf(title: string, parts: readonly string[], counts: ReadonlyMap<string, number>, language: string): string {
  const weightOf = (part: string) => Math.max(...terms(part, language).map((term) => counts.get(term) ?? 0));
  const [first] = parts;
  if (told.test(title) && !series.test(first!) && weightOf(first!) >= minSaid) return first!;
  return parts.toSorted((one, other) => weightOf(other) - weightOf(one))[0]!;
}

/** The most telling phrase of several words that stands in a part. */
function phraseIn(part: string, phrases: readonly ScoredPhrase[], language: string): string | undefined {
  const lower = ` ${part.toLowerCase()} `;
  const standing = phrases.map(({ phrase }) => phrase).filter((phrase) => lower.includes(` ${phrase.toLowerCase()} `));
  return standing.find((phrase) => terms(phrase, language).length > 1) ?? standing[0];
}

function withoutFrame(part: string, language: string): string {
  const frame = frames[language];
  let named = part.trim();
  for (let before = ''; frame && before !== named;) {
    before = named;
    const shorter = named.replace(frame.before, '').replace(frame.after, '').trim();
    if (terms(shorter, language).length > 0) named = shorter;
  }
  return withoutArticle(named, language);
}

function withoutArticle(text: string, language: string): string {
  const [first = '', ...others] = text.split(' ');
  return others.length > 0 &&
    /^(?:an?|the|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una|il|lo|gli)$/i.test(first) &&
    stopwordsOf(language).has(first.toLowerCase())
    ? others.join(' ')
    : text;
}
