import type { Token } from './claim-tokens.ts';
import type { Profile } from './profile.ts';

/** A title is no part of a name. */
const titles = new Set(
  'mr mrs ms dr prof professor sir president chancellor minister king queen pope general senator ceo chief director herr frau kanzler kanzlerin prasident prasidentin monsieur madame senor senora don dona signor signora'.split(
    ' ',
  ),
);
const innerMark = /[-.'&_·]/;

/** Endings that do not change a name: "Germans" and "Austrian" still refer to Germany and Austria. */
const inflections = ['s', 'es', 'n', 'en', 'ns', 'er', 'y', 'an', 'ian', 'e', 'i'];
/** Two sentences with a smaller share of common words are too different to compare the places of names. */
const minComparable = 0.6;
const shout = /^(?:\p{Lu}[\p{Lu}\p{N}&.-]+|\p{L}*\p{Ll}\p{Lu}\p{L}*)$/u;
const opener = /(?:^|[.!?:]["”»’)]*\s*|^["“«‘(]\s*)$/u;

/**
 * Names of the claim that the evidence does not confirm, as written: absent from it, put in place of another, or swapped.
 * `best` is the sentence most like the claim, `share` the share of the claim's words that it contains.
 */
export function missingNames(
  claim: Profile,
  evidence: readonly Profile[],
  best: Profile | undefined,
  share: number,
  language: string,
): string[] {
  const known = new Known(evidence);
  const near = share >= minComparable ? best : undefined;
  const missing: string[] = [];
  for (const { tokens, isCertain } of runsOf(claim, language)) {
    const unknown = tokens.filter((token) => !known.has(token));
    const isMissing = isCertain && unknown.length > 0 && !known.hasSurname(tokens, unknown);
    const isChanged = tokens.some((token) => near && hasMore(claim, near, token) && isSwapped(token, claim, near, language));
    if (isMissing || isChanged) missing.push(tokens.map(({ text }) => text).join(' '));
  }
  if (missing.length === 0 && best && share === 1 && language !== 'de' && changesRoles(claim, best)) {
    missing.push(...runsOf(claim, language).map(({ tokens }) => tokens.map(({ text }) => text).join(' ')));
  }
  return missing;
}

/** True if the words and their order are the same but for the names: "Arabica has more caffeine than Robusta" and the reverse. */
function changesRoles(claim: Profile, best: Profile): boolean {
  const namedWords = ({ tokens }: Profile, names: boolean) =>
    tokens.filter((token) => isNameLike(token) === names && claim.folded.has(token.folded)).map(({ folded }) => folded);
  const names = namedWords(claim, true);
  const order = namedWords(best, true);
  if (new Set(names).size < 2 || new Set(order).size < names.length) return false;
  return isSubsequence(namedWords(claim, false), namedWords(best, false)) && !isSubsequence(names, order);
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at++;
  return at === part.length;
}

/** True if the sentence certainly contains a proper name. */
export function hasName(claim: Profile, language: string): boolean {
  return runsOf(claim, language).some(({ isCertain }) => isCertain);
}

/** Common acronyms, and words that headings often set in capitals. */
const commonAcronyms = new Set(
  'faq faqs seo diy tldr usa eu uk ceo cto roi kpi aka asap pdf url urls api html css http https pros cons and not for the why how what new best top guide usp b2b b2c kmu ggf bzw'.split(
    ' ',
  ),
);

/** Names in capitals or with a capital inside ("IBM", "PostgreSQL"), but not "ISO 9001". They are certain even in a title-case headline. */
export function acronymsIn(headline: Profile, language: string): string[] {
  const runs = runsOf(headline, language).flatMap(({ tokens }) => tokens);
  // A headline all in capitals does not show which words are names.
  if (!/\p{Ll}/u.test(headline.text)) return [];
  const isDesignation = ({ text, index }: Token) => /^[\s-]\d/.test(headline.text.slice(index + text.length));
  const names = runs.filter((token) => token.text.length > 2 && shout.test(token.text) && !isDesignation(token));
  return names.filter(({ folded }) => !commonAcronyms.has(folded)).map(({ text }) => text);
}

interface Run {
  tokens: Token[];
  /** False for a capital that may be due to grammar: a sentence's first word, a German noun. */
  isCertain: boolean;
}

/** Runs of adjacent capitalised words. Words that belong to a number, such as "Million" and "Euro", are left out. */
function runsOf({ text, tokens: all, quantities }: Profile, language: string): Run[] {
  const tokens = all.filter(
    ({ index }) => !quantities.some((quantity) => index >= quantity.index && index < quantity.index + quantity.text.length),
  );
  const between = (before: Token, after: Token) => text.slice(before.index + before.text.length, after.index);
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const run: Token[] = [];
    for (
      let next = at;
      next < tokens.length && isNameLike(tokens[next]!) && (run.length === 0 || /^\s+$/.test(between(run.at(-1)!, tokens[next]!)));
      next++
    )
      run.push(tokens[next]!);
    if (run.length === 0) continue;
    at += run.length - 1;
    const first = run[0]!;
    const opens = opener.test(text.slice(0, first.index));
    const isPlain = run.length === 1 && !shout.test(first.text);
    runs.push({ tokens: run, isCertain: !(isPlain && (opens || language === 'de')) });
  }
  return runs;
}

/** Capitals make a name even of a stopword, such as WHO. */
function isNameLike({ text, isCapitalised, isStopword, folded }: Token): boolean {
  const isShouted = shout.test(text);
  return (isCapitalised || isShouted) && (!isStopword || (isShouted && text.length > 2)) && text.length > 1 && !titles.has(folded);
}

/** The words and acronyms of the evidence, for looking up names. */
class Known {
  readonly #words = new Set<string>();
  readonly #acronyms = new Set<string>();
  readonly #evidence: readonly Profile[];

  constructor(evidence: readonly Profile[]) {
    this.#evidence = evidence;
    for (const { tokens } of evidence) {
      let initials = '';
      for (const { folded, isCapitalised } of tokens) {
        for (const word of [folded, ...folded.split(innerMark)]) this.#words.add(word);
        initials = isCapitalised ? initials + folded[0] : '';
        for (let length = 2; length <= Math.min(6, initials.length); length++) this.#acronyms.add(initials.slice(-length));
      }
    }
  }

  has({ text, folded }: Token): boolean {
    const parts = folded.split(innerMark);
    if (this.#words.has(folded) || (parts.length > 1 && parts.every((part) => this.#words.has(part)))) return true;
    if (/^\p{Lu}{2,6}$/u.test(text) && this.#acronyms.has(folded)) return true;
    const withoutEnding = inflections.filter((ending) => folded.endsWith(ending)).map((ending) => folded.slice(0, -ending.length));
    const others = [...withoutEnding.filter((word) => word.length >= 4), ...inflections.map((ending) => folded + ending)];
    return folded.length >= 4 && others.some((word) => this.#words.has(word));
  }

  /** A known last name is enough for a person, unless the evidence gives a different first name. */
  hasSurname(run: readonly Token[], unknown: readonly Token[]): boolean {
    const last = run.at(-1)!;
    if (run.length < 2 || unknown.includes(last)) return false;
    return !this.#evidence.some(({ tokens }) =>
      tokens.some(({ folded }, index) => {
        const before = tokens[index - 1];
        return folded === last.folded && before?.isCapitalised && !before.isStopword && before.folded !== run[0]!.folded;
      }),
    );
  }
}

/** True if the evidence has a different capitalised word between the same two words. */
function isSwapped(token: Token, claim: Profile, best: Profile, language: string): boolean {
  const at = claim.tokens.indexOf(token);
  const before = claim.tokens[at - 1]?.folded;
  const after = claim.tokens[at + 1]?.folded;
  // "Fit the basket" for "Put the basket": a verb that opens its sentence.
  if (at === 0 && determiners[language]?.test(claim.text.slice(token.index + token.text.length))) return false;
  return best.tokens.some((other, index) => {
    if (!other.isCapitalised || other.isStopword || other.folded === token.folded || !hasMore(best, claim, other)) return false;
    const isBefore = best.tokens[index + 1]?.folded === after;
    const isAfter = best.tokens[index - 1]?.folded === before && !(before && articles.has(before));
    return isBefore && isAfter;
  });
}

/** True if the word occurs more often in `one` than in `other`. */
function hasMore(one: Profile, other: Profile, { folded }: Token): boolean {
  return (one.folded.get(folded) ?? 0) > (other.folded.get(folded) ?? 0);
}

/** After the first word, and nothing between: no name stands there ("Samsung, the maker" has a comma). */
const determiners: Record<string, RegExp> = {
  en: /^\s+(?:the|an?|your|its|this|these|each|both)\s/iu,
  es: /^\s+(?:el|la|los|las|una?|su)\s/iu,
  fr: /^\s+(?:le|la|les|une?|votre|vos)\s/iu,
  it: /^\s+(?:il|lo|la|gli|le|una?)\s/iu,
  nl: /^\s+(?:de|het|een|je)\s/iu,
  pt: /^\s+(?:os?|as?|uma?)\s/iu,
};
const articles = new Set('der die das den dem des ein eine einen einem einer eines'.split(' '));
