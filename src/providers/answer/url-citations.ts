import { record, text, whole } from '../json.ts';
import type { Mark, Sources } from './marks.ts';

const maxRead = 1000;

/**
 * Where a text is annotated with its sources: `{ type: 'url_citation', url, title, start_index, end_index }`, in chat completions the same within
 * `url_citation`. A source that the text links by itself, as OpenAI's models do, needs no mark.
 */
export function marksOf(words: string, annotations: readonly unknown[], sources: Sources): Mark[] {
  const unitsOf = unitsBefore(words);
  return annotations.slice(0, maxRead).flatMap((annotation) => {
    const given = record(annotation);
    const { url, title, end_index: end } = { ...given, ...record(given['url_citation']) } as Record<string, unknown>;
    if (given['type'] !== undefined && given['type'] !== 'url_citation') return [];
    const number = sources.add(url, title);
    if (number === null || words.includes(text(url))) return [];
    const at = whole(end);
    return at === null ? [] : [{ at: unitsOf(at), numbers: [number] }];
  });
}

/** Indices count code points, of which JavaScript counts some as two. */
function unitsBefore(words: string): (points: number) => number {
  if (!/[\uD800-\uDBFF]/.test(words)) return (points) => points;
  const starts: number[] = [];
  let at = 0;
  for (const letter of words) {
    starts.push(at);
    at += letter.length;
  }
  return (points) => starts[points] ?? words.length;
}
