import type { Token } from './claim-tokens.ts';

/** A part of a sentence between commas and conjunctions, taken as the scope of a "not". */
export interface Clause {
  stems: ReadonlySet<string>;
  /** `unclear` with words that only imply a negation ("fails", "unlikely"). */
  polarity: 'affirmed' | 'denied' | 'unclear';
}

const negators: Record<string, string> = {
  de: 'nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|niemand|nichts|ohne|weder|nirgends',
  en: "not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|[a-z]+n't",
  es: 'no|nunca|jamás|ningún|ninguna|ninguno|nadie|nada|sin|tampoco',
  fr: 'ne|pas|jamais|aucun|aucune|sans|personne|rien|ni|non',
  it: 'non|mai|nessun|nessuno|nessuna|niente|nulla|senza|né|neppure',
  nl: 'niet|geen|nooit|niemand|niets|zonder|noch|nergens',
  pt: 'não|nunca|jamais|nenhum|nenhuma|ninguém|nada|sem|nem|tampouco',
};
const soft =
  /^(?:fail|lack|prevent|avoid|refus|den[iy]|unable|unlikely|impossib|hardly|rarely|seldom|barely|scarcely|stop|forb|prohib|ban|without|except|only|kaum|selten|fehl|verhinder|vermeid|unmöglich|verb[io][ea]t|rarement|impossib|interd|évit|évite|raramente|imposib|evit|zelden|voorkom|onmogelijk|nur|seul|sólo|solo|apenas|alleen|unless|instead|rather|less|lose|lost|no-)/iu;
/** Phrases with a negator that affirm: "not only … but also", "no doubt". */
const affirming =
  /\bnot only\b|\bno doubt\b|\bnot just\b|\bno less than\b|\bnon seulement\b|\bnicht nur\b|\bno sólo\b|\bno solo\b|\bnon solo\b|\bnão só\b|\bniet alleen\b|\bne\b[^.]*\bque\b/giu;
const breaks =
  /[;:—–()]|,(?!\d)|\s-\s|(?<![\p{L}])(?:but|while|whereas|although|though|because|and|which|that|who|if|when|unless|aber|sondern|während|obwohl|weil|dass|wenn|falls|und|mais|alors|tandis|bien que|parce que|quand|et|pero|mientras|aunque|porque|cuando|ma|mentre|perché|che|se|mas|enquanto|embora|quando|maar|terwijl|hoewel|omdat|dat|als|en)(?![\p{L}])/giu;

/** The sentence's clauses, each with its polarity. */
export function clausesOf(text: string, tokens: readonly Token[], language: string): Clause[] {
  const clauses: Clause[] = [];
  const ends = [...Array.from(text.matchAll(breaks), ({ index }) => index), text.length];
  const negator = negatorOf(language);
  let start = 0;
  let next = 0;
  for (const end of ends) {
    const first = next;
    while (next < tokens.length && tokens[next]!.index < end) next++;
    const inside = tokens.slice(first, next);
    const denies = negator.test(text.slice(start, end).replace(affirming, ' ').replaceAll('’', "'"));
    const isUnclear = inside.some((token) => soft.test(token.text));
    const stems = new Set(inside.filter(({ isStopword }) => !isStopword).map(({ stem }) => stem));
    if (stems.size > 0) clauses.push({ stems, polarity: isUnclear ? 'unclear' : denies ? 'denied' : 'affirmed' });
    start = end;
  }
  // If nothing is denied, the sentence as a whole is affirmed too.
  if (clauses.length > 1 && clauses.every(({ polarity }) => polarity === 'affirmed'))
    clauses.push({ stems: new Set(clauses.flatMap(({ stems }) => [...stems])), polarity: 'affirmed' });
  return clauses;
}

/** Two clauses match from this share of common stems on. */
const minShare = 0.6;
const minStems = 2;

/**
 * True if the evidence contains a clause of the claim only with the opposite polarity. A clause of the evidence may be said in two: "With a
 * boiler of aluminium, it must not stand" turns nothing round of "Aluminium boilers must not stand", as its other clause denies it too.
 */
export function isTurnedRound(claim: readonly Clause[], evidence: readonly Clause[]): boolean {
  const isSaid = (given: Clause) =>
    claim.some(({ stems, polarity }) => stems.size >= minStems && polarity === given.polarity && shareOf(stems, given.stems) >= minShare);
  return claim.some(({ stems, polarity }) => {
    if (polarity === 'unclear') return false;
    // A clause of a single stem matches only another of a single stem.
    const comparable = stems.size < minStems ? evidence.filter((clause) => clause.stems.size === stems.size) : evidence;
    const shares = comparable.map((clause) => shareOf(stems, clause.stems));
    const best = Math.max(0, ...shares);
    if (best < minShare) return false;
    const nearest = comparable.filter((_, index) => shares[index] === best);
    return nearest.every((other) => other.polarity !== polarity && other.polarity !== 'unclear' && !isSaid(other));
  });
}

function shareOf(wanted: ReadonlySet<string>, given: ReadonlySet<string>): number {
  let found = 0;
  for (const stem of wanted) if (given.has(stem)) found++;
  return found / wanted.size;
}

const patterns = new Map<string, RegExp>();

function negatorOf(language: string): RegExp {
  const key = negators[language] ? language : 'en';
  let pattern = patterns.get(key);
  if (!pattern) patterns.set(key, (pattern = new RegExp(`(?<![\\p{L}'])(?:${negators[key]})(?![\\p{L}'])`, 'iu')));
  return pattern;
}
