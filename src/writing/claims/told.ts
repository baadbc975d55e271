import type { ArticleClaim } from '../../../schema/claims.ts';
import { hashOf } from '../../language/near-duplicates.ts';
import { normalise } from '../../language/tokens.ts';
import type { Claim } from './support.ts';

const maxSentence = 600;

/** Claims as they are told and stored. An id belongs to its sentence: it stays while others are changed. */
export function toldClaims(claims: readonly Claim[]): ArticleClaim[] {
  const seen = new Map<string, number>();
  return claims.map(({ sentence, section, citations, verdict, gate, reason, words, nearest, judgedBy = null }) => {
    const name = nameOf(sentence);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      id: count === 1 ? name : `${name}-${count}`,
      sentence: clipped(sentence),
      section,
      citations: [...citations],
      verdict,
      gate,
      reason,
      words: [...words],
      nearest: nearest && { ...nearest, sentence: clipped(nearest.sentence) },
      judgedBy,
    };
  });
}

/** The id of the first claim with this sentence. */
export function nameOf(sentence: string): string {
  return `c${(hashOf(normalise(sentence)) >>> 0).toString(36)}`;
}

/** Those that hold back publishing first, then what else needs work, then what is supported; each in the order of the text. */
export function byNeed(claims: readonly ArticleClaim[]): ArticleClaim[] {
  return claims.toSorted((one, other) => rankOf(one) - rankOf(other));
}

export function needsWork({ verdict, gate }: Pick<ArticleClaim, 'verdict' | 'gate'>): boolean {
  return gate || verdict !== 'supported';
}

function rankOf({ verdict, gate }: ArticleClaim): number {
  return gate ? (verdict === 'contradicted' ? 0 : 1) : ['contradicted', 'unsupported', 'unchecked', 'supported'].indexOf(verdict) + 2;
}

interface Numbered {
  number: number;
  documentId: string;
  title: string;
}

/** The claims of a draft that has become an article: numbers of passages become those of the article's sources. */
export function renumbered(claims: readonly ArticleClaim[], evidence: readonly Numbered[], sources: readonly Numbered[]): ArticleClaim[] {
  const documents = new Map(evidence.map((one) => [one.number, one]));
  const numbers = new Map(sources.map(({ documentId, number }) => [documentId, number]));
  const numberOf = (old: number) => numbers.get(documents.get(old)?.documentId ?? '');
  const reworded = (mark: string, old: string) => {
    const number = numberOf(Number(old));
    const title = documents.get(Number(old))?.title;
    return number === undefined ? (title === undefined ? mark : `“${title}”`) : `[${number}]`;
  };
  return claims.map((claim) => {
    const nearest = claim.nearest && numberOf(claim.nearest.number);
    return {
      ...claim,
      citations: [...new Set(claim.citations.flatMap((old) => numberOf(old) ?? []))],
      reason: claim.reason?.replaceAll(/\[(\d{1,3})\]/g, reworded) ?? null,
      nearest: typeof nearest === 'number' ? { ...claim.nearest!, number: nearest } : null,
    };
  });
}

function clipped(text: string): string {
  return text.length > maxSentence ? `${text.slice(0, maxSentence).toWellFormed()}…` : text;
}
