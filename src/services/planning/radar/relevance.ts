import type { RadarEvidence } from '../../../../schema/content-radar.ts';
import { calendarTerms } from '../../../language/calendar-words.ts';
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
  hasKnowledge: boolean;
  /** A document with all words of a phrase. */
  findDocument(phrase: string): Promise<FoundText | undefined>;
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

/** What a phrase counts where the project has it: in a title, a keyword or its brand, within a text only, or a word of it in a title. */
export const relevanceWeights = { piece: 1, text: 0.7, word: 0.4 } as const;
/** So many titles, and this share of all, have what a project is about. */
export const fieldLimits = { titles: 3, share: 0.1 } as const;
/** What is less relevant hardly concerns the project: of 40 changes judged by hand this parts 37 rightly. */
export const minRelevance = 0.2;
const maxEvidence = 5;

/**
 * How near a change is to a project, 0–1: of its phrases, the n-th weighing 1/n, the share that the project has, by where it has them. Any word
 * stands somewhere in a long text, so a single one counts only where it names something: in a title, a keyword or a heading. Of 400 pairs of a
 * change that concerns a project and one that does not this puts 95 % in the right order, and counting any word anywhere 50 %. Null where the
 * change has no phrases or the project nothing to compare with.
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
    const { count, found } = await countOf(ground, phrase);
    sum += weight * count;
    if (found) evidence.push({ kind: found.kind, phrase, title: found.title, url: found.url, id: found.id });
  }
  return { relevance: Math.round((sum / all) * 100) / 100, why: {}, evidence: evidence.slice(0, maxEvidence) };
}

/** What a phrase counts, and what of the project has it. */
async function countOf(ground: Ground, phrase: string): Promise<{ count: number; found?: FoundText }> {
  const { piece: whole, text, word } = relevanceWeights;
  const brand = brandIn(ground, phrase);
  if (brand) return { count: whole, found: brand };
  const wanted = tellingTerms(phrase, ground.language);
  if (wanted.length === 0) return { count: 0 };
  const isWord = wanted.length === 1;
  const piece = ground.pieces.find(({ terms: has }) => wanted.every((term) => has.has(term)));
  // A title of a word and the project's field is on that word.
  if (piece) return { count: isWord && [...piece.terms].filter((term) => !ground.field.has(term)).length > 1 ? word : whole, found: piece };
  const found = ground.hasTexts ? await ground.findText(phrase) : undefined;
  if (found) return { count: isWord ? word : text, found };
  return { count: wanted.some((term) => ground.field.has(term)) ? word : 0 };
}

/** The terms of a phrase, without those that only say when. */
function tellingTerms(phrase: string, language: string): string[] {
  const calendar = calendarTerms(language);
  return [...new Set(terms(phrase, language))].filter((term) => !calendar.has(term));
}

/** Whether a text has a phrase: all of its words anywhere, a single one in what names the text. */
export function hasPhrase({ name, text }: { name: string; text: string }, phrase: string, language: string): boolean {
  const wanted = tellingTerms(phrase, language);
  const held = new Set(terms(wanted.length === 1 ? name : `${name} ${text}`, language));
  return wanted.length > 0 && wanted.every((term) => held.has(term));
}

/** The project's brand, where a phrase names it. */
export function brandIn({ brandTerms }: Pick<Ground, 'brandTerms'>, phrase: string): FoundText | undefined {
  const said = ` ${normalise(phrase)} `;
  const brand = brandTerms.find((term) => said.includes(` ${normalise(term)} `));
  return brand === undefined ? undefined : { kind: 'brand', title: brand, url: null, id: null };
}

/** A pair of words in more pieces than that says little of a subject. */
const maxOnPair = 2;

/**
 * A piece with all of the words in which a subject differs from the project's field: it may be on it. On a site about Git, "git bisect" is "bisect".
 * Of a subject within the field it is the rarest word. A piece with two of its other words that stand together may be as well:
 * "French press ratio" on "French press done calmly".
 */
export function nearestPiece({ pieces, language, field }: Ground, subject: string): FoundText | undefined {
  const all = [...new Set(terms(subject, language))].map((term) => ({ term, on: pieces.filter((piece) => piece.terms.has(term)) }));
  const telling = all.filter(({ term }) => !field.has(term));
  const [first, ...others] = (telling.length > 0 ? telling : all).toSorted((one, other) => one.on.length - other.on.length);
  const whole = first?.on.find((piece) => telling.length === 0 || others.every(({ term }) => piece.terms.has(term)));
  if (whole) return whole;
  const pairs = telling.slice(1).map(({ term }, before) => telling[before]!.on.filter((piece) => piece.terms.has(term)));
  return pairs.find(({ length }) => length > 0 && length <= maxOnPair)?.[0];
}

/** A piece with all words of a phrase of several. */
export function pieceNamed({ pieces, language }: Ground, phrase: string): FoundText | undefined {
  const wanted = terms(phrase, language);
  return wanted.length < 2 ? undefined : pieces.find((piece) => wanted.every((term) => piece.terms.has(term)));
}

/**
 * A piece with any word of a title in which that differs from the field: what a whole document is about, pieces mostly stand on a part of. While
 * too few pieces tell the field, a word in common says nothing.
 */
export function touchingPiece({ pieces, language, field }: Ground, title: string): FoundText | undefined {
  const telling = field.size === 0 ? [] : terms(title, language).filter((term) => !field.has(term));
  return pieces.find((piece) => telling.some((term) => piece.terms.has(term)));
}

/** The words that many of some titles have. */
export function fieldOf(pieces: Ground['pieces']): Set<string> {
  const counts = new Map<string, number>();
  for (const piece of pieces) for (const term of piece.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const least = Math.max(fieldLimits.titles, pieces.length * fieldLimits.share);
  return new Set([...counts].flatMap(([term, count]) => (count >= least ? [term] : [])));
}
