import type { Token } from '../../language/word-forms.ts';
import type { Profile } from './profile.ts';

/** A title is no part of a name. */
const titles = new Set(
  'mr mrs ms dr prof professor sir president chancellor minister king queen pope general senator ceo chief director herr frau kanzler kanzlerin prasident prasidentin monsieur madame dutzend paar senor senora don dona signor signora'.split(
    ' ',
  ),
);
const innerMark = /[-.'&_·]/;

const shout = /^(?:\p{Lu}[\p{Lu}\p{N}&.-]+|\p{L}*\p{Ll}\p{Lu}\p{L}*)$/u;
const opener = /(?:^|[.!?:]["”»’)]*\s*|^["“«‘(]\s*)$/u;

/** Names of the claim that the evidence does not have, as written. */
export function missingNames(claim: Profile, known: Known): string[] {
  return runsOf(claim).flatMap(({ tokens, isCertain }) => {
    const unknown = tokens.filter((token) => !known.has(token));
    const isMissing = isCertain && unknown.length > 0 && !known.hasSurname(tokens, unknown);
    return isMissing ? [tokens.map(({ text }) => text).join(' ')] : [];
  });
}

/** True if the sentence certainly contains a proper name. */
export function hasName(claim: Profile): boolean {
  return runsOf(claim).some(({ isCertain }) => isCertain);
}

interface Run {
  tokens: Token[];
  /** False for a capital that may be due to grammar: a sentence's first word, a German noun. */
  isCertain: boolean;
}

/** Runs of adjacent capitalised words. Words that belong to a number, such as "Million" and "Euro", are left out. */
function runsOf({ text, language, tokens: all, quantities }: Profile): Run[] {
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
    const opens = opener.test(text.slice(0, run[0]!.index));
    const first = run[0]!;
    const isPlain = run.length === 1 && !shout.test(first.text);
    runs.push({ tokens: run, isCertain: !(isPlain && (opens || language === 'de')) });
  }
  return runs;
}

/** Capitals make a name even of a stopword, such as WHO. */
export function isNameLike({ text, isCapitalised, isStopword, folded }: Token): boolean {
  // "XIXe siècle".
  if (/^[IVXLC]+e?$/.test(text)) return false;
  const isShouted = shout.test(text);
  return (isCapitalised || isShouted) && (!isStopword || (isShouted && text.length > 2)) && text.length > 1 && !titles.has(folded);
}

/** "Norwegian" is of "Norway", "Lyon" of "lyonnais": words that begin alike. */
const kinLength = 4;

/** The words and acronyms of the evidence, for looking up names. */
export class Known {
  readonly #words = new Set<string>();
  readonly #acronyms = new Set<string>();
  readonly #beginnings = new Set<string>();
  readonly #evidence: readonly Profile[];

  constructor(evidence: readonly Profile[]) {
    this.#evidence = evidence;
    for (const { tokens } of evidence) {
      let initials = '';
      for (const { folded, isCapitalised } of tokens) {
        for (const word of [folded, ...folded.split(innerMark)]) this.#words.add(word);
        if (folded.length >= kinLength) this.#beginnings.add(folded.slice(0, kinLength));
        initials = isCapitalised ? initials + folded[0] : '';
        for (let length = 2; length <= Math.min(6, initials.length); length++) this.#acronyms.add(initials.slice(-length));
      }
    }
  }

  has({ text, folded }: Token): boolean {
    const parts = folded.split(innerMark);
    if (this.#words.has(folded) || (parts.length > 1 && parts.every((part) => this.#words.has(part)))) return true;
    if (/^\p{Lu}{2,6}$/u.test(text) && this.#acronyms.has(folded)) return true;
    return folded.length >= kinLength && this.#beginnings.has(folded.slice(0, kinLength));
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
