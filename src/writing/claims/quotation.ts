import { countWords, normalise } from '../../language/tokens.ts';
import { missingAcrossLanguages, readEvidence, supports } from './entailment.ts';
import type { Evidence } from './evidence.ts';
import { bracketed } from './marks.ts';
import { profileOf } from './profile.ts';
import type { Claim } from './support.ts';
import { nameOf } from './told.ts';

/** Words of a passage that a writer brings for a sentence, which may be named by its claim's id. */
export interface Quotation {
  sentence: string;
  passage: number;
  quote: string;
}

/** A quotation that was found in its passage; it holds as long as its sentence does, whatever becomes of the document. */
export interface KeptQuote {
  sentence: string;
  documentId: string;
  quote: string;
}

/** Why a quotation settles nothing; `index` is its place among those brought. */
export interface RefusedQuotation {
  index: number;
  field: keyof Quotation;
  code: 'unknown_sentence' | 'unknown_passage' | 'not_in_passage' | 'too_short' | 'contradicted' | 'fact_missing';
  detail: string;
}

export interface Settled {
  claims: Claim[];
  /** All that hold now. */
  quotes: KeptQuote[];
  refused: RefusedQuotation[];
}

type Fault = Omit<RefusedQuotation, 'index'>;

interface Draft {
  claims: readonly Claim[];
  /** All its sentences, also those that claim nothing. */
  sentences: readonly string[];
  evidence: Evidence;
  language: string;
}

/** The `judgedBy` of a claim that a quotation settled. */
export const byQuotation = 'quotation';

/** Fewer words stand in many a passage, whatever it says. */
const minWords = 4;

/**
 * A quotation that stands word for word in its passage settles that a claim is supported: the writer vouches that it means the same, in whatever
 * words or language. The quote itself must have the claim's numbers, dates and names; and nothing quoted settles a contradiction.
 */
export function settleByQuotation(
  { claims, sentences, evidence, language }: Draft,
  { kept, brought }: { kept: readonly KeptQuote[]; brought: readonly Quotation[] },
): Settled {
  const refused: RefusedQuotation[] = [];
  const quotes: KeptQuote[] = [];
  const settled = [...claims];
  const said = new Set(sentences.map(keyOf));

  const meant = (named: string) =>
    claims.find(({ sentence }) => nameOf(sentence) === named.replace(/-\d+$/, '') || keyOf(sentence) === keyOf(named));
  /** A sentence may stand in the text more than once. */
  const apply = (about: Claim, quote: string, number: number | undefined): Fault | undefined => {
    const fault = faultOf(about, quote, language);
    if (fault || about.verdict === 'supported') return fault;
    const reason = `Supported by quotation of ${number === undefined ? 'a source' : `[${number}]`}.`;
    for (const [at, claim] of settled.entries()) {
      const isMeant = claim.sentence === about.sentence && claim.verdict !== 'contradicted';
      if (isMeant) settled[at] = { ...claim, verdict: 'supported', gate: false, reason, judgedBy: byQuotation };
    }
    return undefined;
  };

  for (const one of kept) {
    const about = meant(one.sentence);
    const number = [...evidence].find(([, { documentId }]) => documentId === one.documentId)?.[0];
    if (about && !apply(about, one.quote, number)) quotes.push(one);
  }
  for (const [index, { sentence, passage, quote }] of brought.entries()) {
    const about = meant(sentence);
    if (!about && said.has(keyOf(sentence))) continue;
    const fault = about ? (notQuoted({ passage, quote }, evidence) ?? apply(about, quote, passage)) : unknownSentence;
    if (fault) refused.push({ index, ...fault });
    else quotes.push({ sentence: about!.sentence, documentId: evidence.get(passage)!.documentId, quote });
  }
  return { claims: settled, quotes, refused };
}

const unknownSentence = {
  field: 'sentence',
  code: 'unknown_sentence',
  detail: 'The draft has no such sentence, and no claim has this id.',
} as const;

function notQuoted({ passage, quote }: Pick<Quotation, 'passage' | 'quote'>, evidence: Evidence): Fault | undefined {
  const given = evidence.get(passage);
  if (!given) return { field: 'passage', code: 'unknown_passage', detail: `There is no passage ${passage}.` };
  if (countWords(quote) < minWords) return { field: 'quote', code: 'too_short', detail: `Quote ${minWords} words at least.` };
  if (given.passages.some((text) => standsIn(quote, text))) return undefined;
  return { field: 'quote', code: 'not_in_passage', detail: `It does not stand in [${passage}] word for word: copy it from there.` };
}

function faultOf({ sentence, verdict }: Claim, quote: string, language: string): Fault | undefined {
  if (verdict === 'contradicted') {
    const detail = 'Its sentence is contradicted, which no quotation settles: correct the sentence.';
    return { field: 'sentence', code: 'contradicted', detail };
  }
  const profile = profileOf(sentence, language);
  const read = readEvidence([quote], language);
  const found = supports(sentence, read, language);
  const differing = [...found.missing, ...found.contradictions.map(({ claim }) => claim)];
  const missing = verdict === 'unchecked' ? missingAcrossLanguages(profile, read) : differing;
  if (missing.length === 0) return undefined;
  const lacking = missing.map((part) => `“${part}”`).join(', ');
  return {
    field: 'quote',
    code: 'fact_missing',
    detail: `The quote does not bear out ${lacking}: quote what does, or correct the sentence.`,
  };
}

/** Whole words only: “supported” does not stand in “unsupported”. */
function standsIn(quote: string, text: string): boolean {
  const [wanted, whole] = [normalise(quote), normalise(text)];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    if (!joins(whole[at - 1], wanted[0]) && !joins(wanted.at(-1), whole[at + wanted.length])) return true;
  }
  return false;
}

/** Scripts without spaces join nothing. */
const joining = /[\p{L}\p{N}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function joins(one = '', other = ''): boolean {
  return joining.test(one) && joining.test(other) && !unspaced.test(one) && !unspaced.test(other);
}

const citation = new RegExp(`\\s*${bracketed}(?!\\()`, 'g');

/** A sentence's text without its citation marks, to find it by. */
function keyOf(sentence: string): string {
  return normalise(sentence.replaceAll(citation, '')).replace(/\s+(?=[.!?…]$)/, '');
}
