import type { Topic } from '../sources/topic.ts';
import { keyphrasesOf, nounsIn } from '../../language/keyphrases.ts';
import { isInstruction, isThirdPerson } from '../../language/verbs.ts';
import { stemOf, stopwordsOf } from '../../language/lexicon.ts';
import { words } from '../../language/tokens.ts';

/** Only the strongest keyphrases are checked. */
const maxLookedAt = 250;
/** English words that join, count or qualify, but name nothing. */
const weak = new Set(
  (
    'across additional alone amount another basic better bigger complex available based certain common current currently default different due early eight eleven entire five four etc every example following first full general given good great greater greatest high higher highest however important including ' +
    'known large larger largest last late later least left like little long longer longest lot low lower lowest main major many maximum means minimum multiple near new next non normal number numerous old one opposite own part parts particular plus popular possible present previous rather real ' +
    'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday ' +
    'related same second several short shorter six seven similar simple single small smaller smallest special ten three two specific subsequent third total true type types typical upon use used useful user using value values various way ways well wide year years'
  ).split(' '),
);
const verbal = /\b(?:to|can|cannot|could|will|would|may|might|must|should|shall|not|they|we|you|it|he|she|who|which|that|and then|i)$/;
/** A phrase that follows such a word in a larger share of its uses is an action, and names nothing. */
const maxVerbal = 0.4;

/** Words that send the reader elsewhere: what follows them is explained there, not here. */
const pointers: Record<string, string> = {
  en: 'see|refer to|cf',
  de: 'siehe|vgl',
  fr: 'voir|voyez|cf|consultez',
  es: 'véase|véanse|vea|ver|cf|consulte|consúltese',
  pt: 'veja|ver|vide|cf|consulte',
  it: 'vedi|si veda|vedere|cfr',
  nl: 'zie|vgl',
};

/** "l’eau", "dell’acqua". */
const elision = /^\p{L}{1,6}['’](?=\p{L}{2})/u;
/** Languages whose adjectives come before nouns, and whose nouns have no capital. */
const modifiersFirst = new Set(['en', 'nl']);
/** Words right before and right after a noun phrase in English. */
const indefinite = 'an?';
const openers =
  'the|its|their|his|her|our|your|each|every|some|any|no|of|in|on|at|by|for|from|with|without|into|over|under|between|and|or|as|per|than';
const closers = 'of|in|on|at|by|for|from|with|without|into|over|under|between|and|or|as|than|to|that|which|who';
const auxiliaries = 'is|are|was|were|can|may|must|should|will|has|have|had';
/** Endings of nouns, most often the plural's. */
const nominal = /(?:[^su]s|[ts]ion|ment|ness|ity|[ae]nc[ey]|ship|ism)$/;

/**
 * The phrases that are typical of texts and name something, strongest first: keyphrases except verbs with their objects ("finish the
 * negotiation"), phrases with words that say nothing ("across multiple"), and targets of cross-references ("See Dispatcher Event").
 */
export function tellingPhrases(
  texts: readonly string[],
  { language, rarity }: Pick<Topic, 'language' | 'rarity'>,
): { phrase: string; weight: number }[] {
  const read = withoutPointers(texts, language);
  const found = keyphrasesOf(read, language, rarity).slice(0, maxLookedAt);
  const stopwords = stopwordsOf(language);
  const joined = read.join('\n');
  const whole = joined.toLowerCase();
  const named = found.filter(({ phrase }) => {
    const parts = words(phrase);
    if (!/\p{L}{2}/u.test(phrase) || parts.some((word) => stopwords.has(word.toLowerCase()))) return false;
    return language === 'en' ? isEnglishName(phrase, parts, joined, whole) : isForeignName(phrase, parts, joined, language);
  });
  return named.map(({ phrase, weight }) => ({ phrase: asWithin(phrase, joined), weight }));
}

/**
 * What a few sentences name, even if only once: names and, in English, noun phrases that the words around them show to be whole; then
 * single nouns. Words that merely follow each other ("boil the water fresh") are left out.
 */
export function namedOnce(texts: readonly string[], topic: Pick<Topic, 'language' | 'rarity'>): string[] {
  // Doubled, because a keyphrase must occur twice.
  const found = tellingPhrases([...texts, ...texts], topic).map(({ phrase }) => phrase);
  const joined = withoutPointers(texts, topic.language).join('\n');
  const isNoun = nounsIn(joined, topic.language);
  const several = found.filter(
    (phrase) =>
      words(phrase).length > 1 && (isNameWithin(phrase, joined) || (topic.language === 'en' && isWholeNoun(phrase, joined, isNoun))),
  );
  return [...several, ...nounsOf(joined, topic)];
}

/** Single words that follow an article or other determiner, the rarest among the passages first. */
function nounsOf(texts: string, { language, rarity }: Pick<Topic, 'language' | 'rarity'>): string[] {
  const isNoun = nounsIn(texts, language);
  const stopwords = stopwordsOf(language);
  const isTelling = (word: string) => !stopwords.has(word) && !(language === 'en' && (weak.has(word) || isThirdPerson(word)));
  const rarityOf = (word: string) => rarity.get(stemOf(word.toLowerCase(), language)) ?? 0;
  const clauses = texts
    .split(/[^\p{L}\p{N}\p{M} '’_.-]+|[.](?=\s|$)/u)
    .map((clause) => words(clause).map((word) => word.replace(elision, '')));
  // In these languages, a word before another may merely describe it: "the Specialty Coffee Association".
  const endsPhrase = (next: string | undefined) => !modifiersFirst.has(language) || next === undefined || stopwords.has(next.toLowerCase());
  const found = clauses.flatMap((clause) =>
    clause.filter((word, index) => isNoun(word) && isTelling(word.toLowerCase()) && endsPhrase(clause[index + 1])),
  );
  return [...new Set(found)].toSorted((a, b) => rarityOf(b) - rarityOf(a));
}

/** Drops sentences such as "See the API reference.", and the "see" of "(see Figure 2)". */
function withoutPointers(texts: readonly string[], language: string): string[] {
  const known = pointers[language];
  if (known === undefined) return [...texts];
  const opens = new RegExp(`^[^\\p{L}]*(?:${known})(?![\\p{L}-])`, 'iu');
  const inside = new RegExp(`(?<![\\p{L}-])(?:${known})(?=\\.?\\s+\\p{Lu})`, 'giu');
  return texts.filter((text) => !opens.test(text)).map((text) => text.replace(inside, ','));
}

/** Whether every word has a capital, and not only because a sentence begins there. */
function isNameWithin(phrase: string, texts: string): boolean {
  return words(phrase).every((word) => /^[\p{Lu}\p{N}]/u.test(word)) && isSaidWithin(phrase, texts);
}

function isSaidWithin(phrase: string, texts: string): boolean {
  const sought = ` ${phrase}`;
  for (let at = texts.indexOf(sought); at >= 0; at = texts.indexOf(sought, at + 1)) {
    const goesOn = /[\p{Ll}\p{N},;:)]/u.test(texts.charAt(at - 1));
    if (goesOn && !/[\p{L}-]/u.test(texts.charAt(at + sought.length))) return true;
  }
  return false;
}

/**
 * Whether two words are between one that opens a noun phrase and one that ends it. After "a" that is enough; after "the" or "with" the second
 * word may describe a result ("boil the water fresh"), unless its ending or another sentence shows that it is a noun.
 */
function isWholeNoun(phrase: string, texts: string, isNoun: (word: string) => boolean): boolean {
  const parts = words(phrase);
  const head = parts.at(-1)!;
  if (parts.length !== 2 || canBeVerb(parts[0]!.toLowerCase(), '')) return false;
  const isSure = nominal.test(head) || isNoun(head);
  const opener = isSure ? `${indefinite}|${openers}` : indefinite;
  const within = `(?<![\\p{L}-])(?:${opener}) ${escaped(phrase)}(?:[.,;:!?)]|$| (?:${closers}|${auxiliaries})\\b)`;
  const opening = `^${escaped(phrase)} (?:${auxiliaries})\\b`;
  return new RegExp(isSure ? `${within}|${opening}` : within, 'imu').test(texts);
}

function escaped(phrase: string): string {
  return phrase.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** Whether a phrase is a name. One found only at the start of sentences is usually an instruction ("Añada agua …"); a German one must end with a noun, which has a capital. */
function isForeignName(phrase: string, parts: readonly string[], texts: string, language: string): boolean {
  if (parts.length === 1 || parts.every((word) => /^[\p{Lu}\p{N}]/u.test(word))) return true;
  if (language === 'de' && /^\p{Ll}/u.test(parts.at(-1)!)) return false;
  const [first] = parts;
  return isSaidWithin(first!, texts) || isSaidWithin(first!.toLowerCase(), texts) || /[\p{L}]['’]\p{Ll}/u.test(phrase);
}

/** Whether it is a verb's base form that never follows a determiner in the texts. */
function canBeVerb(word: string, texts: string): boolean {
  return isInstruction(word) && !nounsIn(texts, 'en')(word);
}

/** A phrase that opened a sentence, as it is spelled within one. */
function asWithin(phrase: string, texts: string): string {
  const small = phrase.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return small !== phrase && texts.includes(` ${small}`) ? small : phrase;
}

function isEnglishName(phrase: string, parts: readonly string[], texts: string, whole: string): boolean {
  const lower = parts.map((word) => word.toLowerCase());
  const isProper = parts.every((word) => /^\p{Lu}/u.test(word));
  if (parts.length === 1 && /[^e]ed$/.test(lower[0]!)) return false;
  if (isProper && parts.length > 1) return !canBeVerb(lower[0]!, whole) || isSaidWithin(phrase, texts);
  if (lower.some((word) => weak.has(word)) || parts.some(isThirdPerson)) return false;
  if (parts.length === 1 && canBeVerb(lower[0]!, whole)) return false;
  if (parts.length === 1 && /(?:ary|[ai]ble|ous|ive|ful|less|ical|ial|ual|ish)$/.test(lower[0]!)) return false;
  if (parts.length > 1 && /(?:ed|ing)$/.test(lower[0]!) && !whole.includes(`the ${lower.join(' ')}`)) return false;
  return !lower.some((word, index) => index > 0 && /[^e]ed$/.test(word)) && !isVerbal(phrase.toLowerCase(), whole);
}

function isVerbal(phrase: string, whole: string): boolean {
  let said = 0;
  let verbs = 0;
  for (let at = whole.indexOf(phrase); at >= 0 && said < 50; at = whole.indexOf(phrase, at + phrase.length)) {
    said++;
    if (verbal.test(whole.slice(Math.max(0, at - 12), at).trimEnd())) verbs++;
  }
  return verbs > maxVerbal * said;
}
