import { diceOf, hashOf, minHashOf, nearDuplicate, shinglesOf } from '../../language/near-duplicates.ts';
import { normalise, terms } from '../../language/tokens.ts';

/** The stored features of another article, for comparison. */
export interface ArticleSketch {
  id: string;
  title: string;
  keyword: string;
  /** ISO 639-1. */
  language: string;
  /** By `sketchOf`; null if the article has none. */
  sketch: string | null;
}

export interface SimilarArticle {
  id: string;
  title: string;
  keyword: string;
  /** 0–1. */
  similarity: number;
}

const version = '1';
/** With 64 rows the standard error of the estimate at `nearDuplicate` is 0.04. */
const rows = 64;
const bytesPerRow = 2;
/** At this similarity of intent or more, two articles answer the same search. */
const sameIntent = 0.85;
const keywordWeight = 0.6;

/**
 * An article reduced to about 250 characters, to compare it with thousands in milliseconds: the stems of its keyword, those of its title, and
 * 64 MinHash values of its body's words and word pairs (Broder 1997), cut to 16 bits (Li & König 2010) and written in Base64, separated by bars.
 */
export function sketchOf({ title, keyword, language, text }: { title: string; keyword: string; language: string; text: string }): string {
  const stems = (words: string) => [...new Set(terms(words, language))].toSorted().join(' ');
  const shingles = shinglesOf(text);
  const low = Uint16Array.from(minHashOf(Array.from(shingles, hashOf), rows), (hash) => hash & 0xffff);
  const values = Buffer.alloc(rows * bytesPerRow);
  for (const [row, value] of low.entries()) values.writeUInt16LE(value, row * bytesPerRow);
  return [version, stems(keyword), stems(title), shingles.size === 0 ? '' : values.toString('base64')].join('|');
}

/** The articles whose body is this one's with light edits (estimated Sørensen–Dice of at least `nearDuplicate`), most similar first. */
export function duplicatesOf(sketch: string, others: readonly ArticleSketch[]): SimilarArticle[] {
  const own = valuesOf(sketch);
  if (!own) return [];
  return similarFrom(others, nearDuplicate, (other) => {
    if (other.sketch === null || differ(sketch, other.sketch)) return 0;
    const values = valuesOf(other.sketch);
    if (!values) return 0;
    let equal = 0;
    for (let row = 0; row < rows; row++) if (own[2 * row] === values[2 * row] && own[2 * row + 1] === values[2 * row + 1]) equal++;
    const jaccard = equal / rows;
    return (2 * jaccard) / (1 + jaccard);
  });
}

/**
 * The articles in the same language that answer the same search: the same keyword but for order and inflection, or 0.6 × the similarity of
 * the keywords + 0.4 × that of the titles (Sørensen–Dice over stems) of at least `sameIntent`. Most similar first.
 */
export function cannibalisedBy(
  { title, keyword, language }: { title: string; keyword: string; language: string },
  others: readonly ArticleSketch[],
): SimilarArticle[] {
  const keywordStems = new Set(terms(keyword, language));
  const titleStems = new Set(terms(title, language));
  const speaks = others.filter((other) => other.language === language);
  return similarFrom(speaks, sameIntent, (other) => {
    // A keyword of stopwords alone ("who is who") has no stems.
    if (keywordStems.size === 0) return normalise(keyword) === normalise(other.keyword) ? 1 : 0;
    const alike = diceOf(keywordStems, stemsOf(other, 'keyword'));
    if (alike === 1) return 1;
    // Most are told apart by their keywords, whatever their titles.
    if (keywordWeight * alike + (1 - keywordWeight) < sameIntent) return 0;
    return keywordWeight * alike + (1 - keywordWeight) * diceOf(titleStems, stemsOf(other, 'title'));
  });
}

function similarFrom(
  others: readonly ArticleSketch[],
  threshold: number,
  similarityTo: (other: ArticleSketch) => number,
): SimilarArticle[] {
  const found: SimilarArticle[] = [];
  for (const other of others) {
    const similarity = similarityTo(other);
    if (similarity >= threshold) found.push({ id: other.id, title: other.title, keyword: other.keyword, similarity });
  }
  return found.toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}

function stemsOf(article: ArticleSketch, part: 'keyword' | 'title'): Set<string> {
  const { sketch, language } = article;
  if (!sketch?.startsWith(`${version}|`)) return new Set(terms(article[part], language));
  const [, keyword, title] = sketch.split('|', 3);
  return new Set((part === 'keyword' ? keyword! : title!).split(' '));
}

/** Of a near duplicate, so many characters of the values may be others: each row that differs changes four at most. */
const maxOthers = 4 * Math.ceil(rows * (1 - nearDuplicate / (2 - nearDuplicate)));

/** Whether two sketches differ in more characters of their values than those of near duplicates. Most do, and need no decoding. */
function differ(one: string, other: string): boolean {
  const [from, start] = [one.lastIndexOf('|') + 1, other.lastIndexOf('|') + 1];
  let others = 0;
  for (let at = 0; from + at < one.length && others <= maxOthers; at++) {
    if (one.charCodeAt(from + at) !== other.charCodeAt(start + at)) others++;
  }
  return others > maxOthers;
}

/** Undefined for a sketch of a body without words, or of another version. */
function valuesOf(sketch: string): Buffer | undefined {
  if (!sketch.startsWith(`${version}|`)) return undefined;
  const values = Buffer.from(sketch.slice(sketch.lastIndexOf('|') + 1), 'base64');
  return values.length === rows * bytesPerRow ? values : undefined;
}
