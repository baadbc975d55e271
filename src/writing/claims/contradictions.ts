import { align, areSame, unitsOf, type Alignment, type Gap, type Unit } from './align.ts';
import { contrastsOf, type ContrastTable, type Scope } from '../../language/contrasts.ts';
import { isNameLike, Known } from './names.ts';
import type { Profile } from './profile.ts';
import { units as unitNames } from '../../language/quantity-words.ts';

/** The words that a contradiction rests on, as they stand in claim and source. */
export interface Contradiction {
  claim: string;
  source: string;
}

/** The differences, told to a writer. */
export function differencesOf(contradictions: readonly Contradiction[]): string {
  const told = contradictions.map(({ claim, source }) => {
    if (source === '') return `it does not say “${claim}”`;
    return claim === '' ? `“${source}” is left out` : `“${source}”, not “${claim}”`;
  });
  return told.join('; ');
}

/** From this share of its words on, in their order, a claim is an edited sentence of the source, and what was edited can be told. */
const minKept = 0.55;
/** Nearly all words are the same, in whatever order: two parts may have changed places, and fewer words keep theirs. */
const allShared = 0.85;
const minSwapped = 0.35;
/** A longer stretch was said in other words, and what these say cannot be told. */
const maxEdited = 6;

/**
 * What a claim in the words of a source sentence says otherwise: the sentences are aligned, and where they differ the words are compared. A
 * difference counts if it changes a figure, unit, name or denial, if the words exclude each other, if "only" or "all" was added, or if two
 * parts have changed places. A synonym does not count. Undefined if the claim is not in the words of the sentence.
 */
export function contradictionsOf(claim: Profile, source: Profile): { kept: number; found: Contradiction[] } | undefined {
  const table = contrastsOf(claim.language);
  const [said, given] = [claim, source].map((one) => withoutAffirmation(unitsOf(one), table)) as [Unit[], Unit[]];
  const alignment = align(said, given);
  if (alignment.kept < (alignment.shared < allShared ? minKept : minSwapped)) return undefined;
  const context = {
    table,
    claim,
    all: said,
    given,
    source,
    deniesAlike: deniesAlike(claim, source, table, alignment.kept),
  };
  const found = alignment.gaps.flatMap((gap) => differencesIn(gap, context));
  const swapped = alignment.shared < allShared ? [] : [...swapsIn(alignment), ...turnedIn(alignment, claim.language)];
  const denied = alignment.shared < allShared || found.length > 0 ? [] : deniedIn(context);
  return { kept: alignment.kept, found: [...found, ...swapped, ...denied] };
}

function denialsIn(units: readonly Unit[], table: ContrastTable): number {
  return wordsOf(units).filter((word) => table.isNegator(word)).length;
}

/** A denial added to the words of the source, in whatever order. */
function deniedIn({ table, all, given }: Context): Contradiction[] {
  const denial = wordsOf(all).find((word) => table.isNegator(word));
  const isOpen = wordsOf(given).every((word) => !table.isNegator(word) && !table.impliesNot(word));
  return isOpen && denial ? [{ claim: denial.text, source: '' }] : [];
}

interface Context {
  table: ContrastTable;
  claim: Profile;
  /** The units of claim and source. */
  all: readonly Unit[];
  given: readonly Unit[];
  source: Profile;
  /** True if a denial has only moved: "no effects were seen", "effects were not seen". */
  deniesAlike: boolean;
}

/** Of two clauses, a denial may have moved from one to the other. */
function deniesAlike(claim: Profile, source: Profile, table: ContrastTable, kept: number): boolean {
  const denials = ({ tokens }: Profile) => tokens.filter((word) => table.isNegator(word)).length;
  return denials(claim) === denials(source) && (kept < surelyKept || (claim.tokens.length <= maxClause && !/[,;:]/.test(claim.text)));
}

/** With fewer of its words kept, a claim may deny the same in another way. */
const surelyKept = 0.7;
/** Words; a longer sentence may have several clauses. */
const maxClause = 12;

/** Without "not only", "no doubt", which deny nothing. */
function withoutAffirmation(units: readonly Unit[], table: ContrastTable): Unit[] {
  const affirms = (at: number) => {
    const [not, next] = [units[at]?.word, units[at + 1]?.word];
    return (
      not &&
      next &&
      table.isNegator(not) &&
      (table.scopeOf(next) === 'only' || /^(?:just|doubt|zweifel|doute|duda|dubbio|duvida|twijfel)$/.test(next.folded))
    );
  };
  return units.filter((_, at) => !affirms(at) && !affirms(at - 1));
}

function differencesIn(gap: Gap, context: Context): Contradiction[] {
  const { length } = gap.claim.length > gap.source.length ? gap.claim : gap.source;
  if (length > maxEdited) return figuresIn(gap, context);
  return [...figuresIn(gap, context), ...turnsIn(gap, context), ...scopesIn(gap, context), ...namesIn(gap, context)];
}

const wordsOf = (units: readonly Unit[]) => units.flatMap(({ word }) => word ?? []);
const contentOf = (units: readonly Unit[]) => units.filter(({ word }) => !word?.isStopword);
const textOf = (units: readonly Unit[]) => units.map(({ text }) => text).join(' ');

/** A number, date or code in place of another, or a unit in place of another. */
function figuresIn({ claim, source }: Gap, { given: everywhere }: Context): Contradiction[] {
  const given = source.filter(({ quantity }) => quantity);
  const changed = claim.flatMap((unit) => {
    const { quantity } = unit;
    if (!quantity || quantity.isFraction) return [];
    // "12 %" may have come from elsewhere in the sentence, to where the source counts something else.
    const isElsewhere = everywhere.some((other) => areSame(unit, other));
    const instead = given.find(({ quantity: other }) => other!.kind === quantity.kind && (!isElsewhere || other!.unit === quantity.unit));
    return instead && !given.some((other) => areSame(unit, other)) ? [{ claim: unit.text, source: instead.text }] : [];
  });
  const unitIn = (side: readonly Unit[]) => wordsOf(side).find(({ text }) => text.length > 1 && unitNames.has(text.toLowerCase()));
  const [one, other] = [unitIn(claim), unitIn(source)];
  const isOther = one && other && unitNames.get(one.text.toLowerCase()) !== unitNames.get(other.text.toLowerCase());
  return isOther && changed.length === 0 ? [{ claim: one.text, source: other.text }] : changed;
}

/** Opposites and denials; two of them cancel each other: "not open" is "closed", "not before" is "only after". */
function turnsIn({ claim, source }: Gap, { table, all, given: everywhere, deniesAlike: hasMoved }: Context): Contradiction[] {
  const [said, given] = [wordsOf(claim), wordsOf(source)];
  const isTurned = all.some(({ word }) => word && table.scopeOf(word) === 'only') && denialsIn(everywhere, table) > denialsIn(all, table);
  const opposed = said.flatMap((one) => {
    if (isTurned) return [];
    const other = given.find((word) => table.areOpposite(one, word));
    return other && !given.some(({ stem }) => stem === one.stem) ? [{ claim: one.text, source: other.text }] : [];
  });
  const denies = (side: typeof said) => side.filter((word) => table.isNegator(word));
  const [denied, affirmed] = [denies(said), denies(given)];
  const implied = (side: readonly Unit[]) =>
    wordsOf(side).filter((word) => table.impliesNot(word) || table.scopeOf(word) === 'only').length;
  const isImplied = denied.length > 0 ? implied(everywhere) > implied(all) : implied(all) > implied(everywhere);
  const isDenied = !hasMoved && denied.length > 0 !== affirmed.length > 0 && !isImplied;
  if (!isDenied) return opposed;
  return opposed.length > 0 ? [] : [{ claim: textOf(claim), source: textOf(source) }];
}

/** "Only" or "all" where the source says neither. */
function scopesIn({ claim, source }: Gap, { table, given, all }: Context): Contradiction[] {
  const scoped = (side: readonly Unit[], wanted: Scope) => side.filter(({ word }) => word && table.scopeOf(word) === wanted);
  for (const scope of ['only', 'all'] as const) {
    // "Only after" is "not before".
    const [said] = scope === 'only' && denialsIn(given, table) > denialsIn(all, table) ? [] : scoped(claim, scope);
    const isAdded = said && scoped(source, scope).length === 0 && scoped(all, scope).length > scoped(given, scope).length;
    if (isAdded) return [{ claim: said.text, source: textOf(source) }];
  }
  return [];
}

/** "Fit the basket". */
const opensWithVerb =
  /^\p{L}+\s+(?:the|an?|your|its|his|her|this|these|each|both|el|la|los|las|una?|su|le|les|une?|votre|vos|il|lo|gli|de|het|een)\s/iu;

/** A name where the source has another. In German every noun has a capital, so only one without an article or adjective before it counts. */
function namesIn({ claim, source }: Gap, { claim: { language, text }, given, source: sentence }: Context): Contradiction[] {
  const others = wordsOf(source).filter((word) => isNameLike(word));
  if (others.length === 0) return [];
  const known = new Known([sentence]);
  return wordsOf(claim)
    .filter((word) => isNameLike(word) && !known.has(word) && !wordsOf(given).some((other) => isRelated(word.folded, other.folded)))
    .filter((word) => word.index > 0 || (language !== 'de' && !opensWithVerb.test(text)))
    .filter(
      (word) =>
        language !== 'de' ||
        /(?:^|[^\p{L}])(?:\p{Lu}\p{L}+|in|von|bei|nach|aus|durch|mit|für|gegen|und) $/u.test(text.slice(0, word.index)),
    )
    .slice(0, 1)
    .map((word) => ({ claim: word.text, source: others[0]!.text }));
}

/** Two words that begin alike, or of which one ends with the other: "German" and "Germany", "Pumpe" and "Wärmepumpe". */
function isRelated(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) > 3 && (one.endsWith(other) || other.endsWith(one))) return true;
  const length = Math.max(4, Math.min(one.length, other.length) - 3);
  return one.slice(0, length) === other.slice(0, length);
}

/** Nothing but places has changed. */
const onlySwapped = 0.95;

/** Two parts that have changed places: each stands where the source has the other. */
function swapsIn({ gaps, shared, kept }: Alignment): Contradiction[] {
  const isArgument = ({ quantity, word }: Unit) =>
    quantity !== undefined || isNameLike(word!) || (shared >= onlySwapped && kept >= surelyKept);
  for (const [at, gap] of gaps.entries()) {
    for (const other of gaps.slice(at + 1)) {
      const first = contentOf(gap.claim).find((unit) => isArgument(unit) && contentOf(other.source).some((one) => areSame(unit, one)));
      const second = contentOf(other.claim).find((unit) => isArgument(unit) && contentOf(gap.source).some((one) => areSame(unit, one)));
      if (first && second) return [{ claim: `${first.text} … ${second.text}`, source: `${second.text} … ${first.text}` }];
    }
  }
  return [];
}

/** Languages whose word order turns subject and verb round without saying anything else. */
const freeOrder = new Set(['de', 'nl']);
const minTurned = 2;

/** A part that has moved and says its words in another order: "founded Northwind" after a name, "Northwind founded" before it. */
function turnedIn({ gaps }: Alignment, language: string): Contradiction[] {
  if (freeOrder.has(language)) return [];
  for (const { claim } of gaps) {
    for (const { source } of gaps.filter((gap) => gap.claim !== claim && gap.source.length === claim.length)) {
      const hasMoved = claim.every((unit) => source.some((other) => areSame(unit, other)));
      const [said, given] = [claim, source].map((side) => contentOf(side).filter(({ word }) => word)) as [Unit[], Unit[]];
      const isTurned = said.length >= minTurned && said.some((unit, at) => !given[at] || !areSame(unit, given[at]));
      if (hasMoved && isTurned) return [{ claim: textOf(claim), source: textOf(source) }];
    }
  }
  return [];
}
