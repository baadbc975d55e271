import type { RadarEvidence } from '../../../../schema/content-radar.ts';
import { normalise, terms } from '../../../language/tokens.ts';

/** A text of the project's own that has all words of a phrase. */
export type FoundText = Pick<RadarEvidence, 'kind' | 'title' | 'url' | 'id'>;

/** What the project has to compare with. */
export interface Ground {
  language: string;
  brandTerms: readonly string[];
  /** Words that many of its titles have: what it is about. Empty where there are too few to tell. */
  field: ReadonlySet<string>;
  /** Titles and keywords of its articles and posts. */
  pieces: readonly (FoundText & { terms: ReadonlySet<string> })[];
  /** Whether it has any text: knowledge, or pages of its own site. */
  hasTexts: boolean;
  hasOwnPages: boolean;
  /** A page of its own site with all words of a phrase. */
  findOwnPage(phrase: string): Promise<FoundText | undefined>;
  /** The same, or a document. */
  findText(phrase: string): Promise<FoundText | undefined>;
}

export interface Relevance {
  relevance: number | null;
  why: Record<string, string>;
  evidence: RadarEvidence[];
}

/** What a phrase counts where the project has it: in a title, a keyword or its brand, within a text only, or a word of it in many titles. */
export const relevanceWeights = { piece: 1, text: 0.7, field: 0.4 } as const;
/** So many titles, and this share of all, have what a project is about. */
export const fieldLimits = { titles: 3, share: 0.1 } as const;
const maxEvidence = 5;

/**
 * How near a change is to a project, 0–1: of its phrases, the n-th weighing 1/n, the share that the project has, by where it has them.
 * Null where the change has no phrases or the project nothing to compare with.
 */
export async function relevanceOf(ground: Ground, phrases: readonly string[]): Promise<Relevance> {
  if (phrases.length === 0 || (ground.pieces.length === 0 && !ground.hasTexts))
    return { relevance: null, why: { relevance: 'too_few' }, evidence: [] };
  let sum = 0;
  let all = 0;
  const evidence: RadarEvidence[] = [];
  for (const [index, phrase] of phrases.entries()) {
    const weight = 1 / (index + 1);
    all += weight;
    const piece = brandIn(ground, phrase) ?? pieceWith(ground, phrase);
    const found = piece ?? (ground.hasTexts ? await ground.findText(phrase) : undefined);
    if (!found) {
      if (terms(phrase, ground.language).some((term) => ground.field.has(term))) sum += weight * relevanceWeights.field;
      continue;
    }
    sum += weight * (piece ? relevanceWeights.piece : relevanceWeights.text);
    const { kind, title, url, id } = found;
    evidence.push({ kind, phrase, title, url, id });
  }
  return { relevance: Math.round((sum / all) * 100) / 100, why: {}, evidence: evidence.slice(0, maxEvidence) };
}

function brandIn({ brandTerms }: Ground, phrase: string): FoundText | undefined {
  const said = ` ${normalise(phrase)} `;
  const brand = brandTerms.find((term) => said.includes(` ${normalise(term)} `));
  return brand === undefined ? undefined : { kind: 'brand', title: brand, url: null, id: null };
}

function pieceWith({ pieces, language }: Ground, phrase: string): FoundText | undefined {
  const wanted = terms(phrase, language);
  return wanted.length === 0 ? undefined : pieces.find((piece) => wanted.every((term) => piece.terms.has(term)));
}

/** A piece with all of the words in which a subject differs from the project's field: it may be on it. On a site about Git, "git bisect" is "bisect". */
export function nearestPiece({ pieces, language, field }: Ground, subject: string): FoundText | undefined {
  const telling = terms(subject, language).filter((term) => !field.has(term));
  return telling.length === 0 ? undefined : pieces.find((piece) => telling.every((term) => piece.terms.has(term)));
}

/** The words that many of some titles have. */
export function fieldOf(pieces: Ground['pieces']): Set<string> {
  const counts = new Map<string, number>();
  for (const piece of pieces) for (const term of piece.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const least = Math.max(fieldLimits.titles, pieces.length * fieldLimits.share);
  return new Set([...counts].flatMap(([term, count]) => (count >= least ? [term] : [])));
}
