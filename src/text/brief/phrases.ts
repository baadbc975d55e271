import type { Brief } from '../compose/brief.ts';
import { isNounIn, keyphrasesOf } from '../compose/keyphrases.ts';
import { isInstruction, isThirdPerson } from '../compose/verbs.ts';
import { stopwordsOf } from '../lexicon.ts';
import { words } from '../tokens.ts';

/** Only so many of the strongest are looked at. */
const maxLookedAt = 250;
/** English words that join, count or qualify, and name nothing. */
const weak = new Set(
  (
    'across additional alone amount another basic better bigger complex available based certain common current currently default different due early eight eleven entire five four etc every example following first full general given good great greater greatest high higher highest however important including ' +
    'known large larger largest last late later least left like little long longer longest lot low lower lowest main major many maximum means minimum multiple near new next non normal number numerous old one opposite own part parts particular plus popular possible present previous rather real ' +
    'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday ' +
    'related same second several short shorter six seven similar simple single small smaller smallest special ten three two specific subsequent third total true type types typical upon use used useful user using value values various way ways well wide year years'
  ).split(' '),
);
const verbal = /\b(?:to|can|cannot|could|will|would|may|might|must|should|shall|not|they|we|you|it|he|she|who|which|that|and then|i)$/;
/** A phrase that stands after such a word this often is what someone does, and names nothing. */
const maxVerbal = 0.4;

/**
 * The phrases that mark texts off and name something, strongest first: the composer's keyphrases without those that are verbs with their objects ("finish the
 * negotiation") or lean on a word that says nothing ("across multiple").
 */
export function tellingPhrases(
  texts: readonly string[],
  { language, rarity }: Pick<Brief, 'language' | 'rarity'>,
): { phrase: string; weight: number }[] {
  const found = keyphrasesOf(texts, language, rarity).slice(0, maxLookedAt);
  const stopwords = stopwordsOf(language);
  const joined = texts.join('\n');
  const whole = joined.toLowerCase();
  const named = found.filter(({ phrase }) => {
    const parts = words(phrase);
    if (!/\p{L}{2}/u.test(phrase) || parts.some((word) => stopwords.has(word.toLowerCase()))) return false;
    return language !== 'en' || isEnglishName(phrase, parts, whole);
  });
  return named.map(({ phrase, weight }) => ({ phrase: asWithin(phrase, joined), weight }));
}

/** As `tellingPhrases`, of few sentences: also what is said but once, where no word of it can be a verb. */
export function namedOnce(texts: readonly string[], topic: Pick<Brief, 'language' | 'rarity'>): string[] {
  // Twice over: the composer's keyphrases recur.
  const found = tellingPhrases([...texts, ...texts], topic).map(({ phrase }) => phrase);
  if (topic.language !== 'en') return found;
  return found.filter((phrase) => words(phrase).every((word) => /^\p{Lu}/u.test(word) || !canBeVerb(word, '')));
}

/** A verb's base form that no article or the like stands before in the texts. */
function canBeVerb(word: string, texts: string): boolean {
  return isInstruction(word) && !isNounIn(texts, word, 'en');
}

/** A phrase that opened a sentence, as it is written within one. */
function asWithin(phrase: string, texts: string): string {
  const small = phrase.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return small !== phrase && texts.includes(` ${small}`) ? small : phrase;
}

function isEnglishName(phrase: string, parts: readonly string[], whole: string): boolean {
  const lower = parts.map((word) => word.toLowerCase());
  const isProper = parts.every((word) => /^\p{Lu}/u.test(word));
  if (parts.length === 1 && /[^e]ed$/.test(lower[0]!)) return false;
  if (isProper && parts.length > 1) return true;
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
