import { stemOf, stopwordsOf } from '../../src/language/lexicon.ts';
import { words } from '../../src/language/tokens.ts';
import type { CitedSentence } from '../../src/writing/claims/citations.ts';
import type { Evidence } from '../../src/writing/claims/evidence.ts';
import { checkSupport, type Claim } from '../../src/writing/claims/support.ts';
import { readPairs, type LabelledPair } from '../writing/claims/labelled-pairs.ts';
import { round } from './figures.ts';

export interface ClaimsOptions {
  pairs?: readonly LabelledPair[];
}

const wordingOf = ({ isTrue, kind, wording }: LabelledPair) => (isTrue ? kind : `lie, ${wording}`);

/** The first three of each kind. */
export const tiny: ClaimsOptions = { pairs: [...Map.groupBy(readPairs(), wordingOf).values()].flatMap((pairs) => pairs.slice(0, 3)) };

/** How many of the pairs each of three ways of checking holds back. */
interface Row {
  pairs: number;
  gated: number;
  /** A figure, a capitalised word or an acronym of the claim stands in no passage. */
  figuresAndNames: number;
  /** Fewer than 65 % of the claim's words are the passages'. */
  overlap: number;
}

/** Claims labelled true or false, checked beside two trivial ways of checking; every claim cites all passages of its group. `--pairs <folder>`. */
export async function run(options: ClaimsOptions = {}, argv: readonly string[] = []): Promise<object> {
  const at = argv.indexOf('--pairs');
  const pairs = options.pairs ?? readPairs(at < 0 ? undefined : argv[at + 1]);
  const judged: { pair: LabelledPair; row: Row }[] = [];
  for (const pair of pairs) {
    const { gate } = await verdictOn(pair);
    judged.push({
      pair,
      row: { pairs: 1, gated: Number(gate), figuresAndNames: Number(lacksFigureOrName(pair)), overlap: Number(strays(pair)) },
    });
  }
  const grouped = (keyOf: (pair: LabelledPair) => string) =>
    Object.fromEntries(
      Array.from(
        Map.groupBy(judged, ({ pair }) => keyOf(pair)),
        ([key, ones]) => [key, sharesOf(ones.map(({ row }) => row))],
      ),
    );
  return {
    totals: grouped(wordingOf),
    byKind: grouped(({ kind, wording }) => [kind, wording].filter(Boolean).join(', ')),
    byLanguage: grouped((pair) => `${pair.language}, ${wordingOf(pair)}`),
  };
}

/** The verdict on a pair; one that is no claim is not held back. */
export async function verdictOn({
  claim,
  passages,
  language,
}: LabelledPair): Promise<Pick<Claim, 'gate' | 'verdict' | 'reason' | 'words'>> {
  const evidence: Evidence = new Map(
    passages.map((passage, index) => [index + 1, { documentId: `doc_${index}`, title: '', url: null, passages: [passage] }]),
  );
  const sentence: CitedSentence = { text: claim, section: '', kind: 'paragraph', citations: [...evidence.keys()] };
  const { claims } = await checkSupport([sentence], evidence, language);
  return claims[0] ?? { gate: false, verdict: 'unchecked', reason: 'no claim', words: [] };
}

function sharesOf(rows: readonly Row[]): Record<keyof Row, number> {
  const share = (key: keyof Row) => round(rows.reduce((sum, row) => sum + row[key], 0) / rows.length);
  return { pairs: rows.length, gated: share('gated'), figuresAndNames: share('figuresAndNames'), overlap: share('overlap') };
}

function lacksFigureOrName({ claim, passages, language }: LabelledPair): boolean {
  const given = passages.join('\n').toLowerCase();
  const figures = claim.match(/\d+(?:[.,]\d+)*/g) ?? [];
  // German nouns have capitals, so only acronyms are sure to be names.
  const names = claim.match(language === 'de' ? /\p{Lu}{2,}/gu : /(?<=[^.!?]\s)\p{Lu}[\p{L}\p{N}-]+/gu) ?? [];
  return [...figures, ...names].some((part) => !given.includes(part.toLowerCase()));
}

function strays({ claim, passages, language }: LabelledPair): boolean {
  const stemsOf = (text: string) =>
    words(text.toLowerCase())
      .filter((word) => !stopwordsOf(language).has(word))
      .map((word) => stemOf(word, language));
  const given = new Set(passages.flatMap(stemsOf));
  const wanted = [...new Set(stemsOf(claim))];
  return wanted.filter((stem) => given.has(stem)).length < 0.65 * wanted.length;
}
