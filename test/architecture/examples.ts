import { expect, test } from 'vitest';
import { beyond, type Breach } from './breaches.ts';
import { readSource, type Source } from './source.ts';

type Judge = (sources: readonly Source[]) => Breach[];

interface Rule {
  judges: readonly Judge[];
  /** Where it was broken before it was made. */
  old: readonly string[];
  over: readonly Source[];
  /** Where the examples are planted. */
  path?: string;
  /** What is said about a text. */
  caught: readonly (readonly [text: string, what: string, path?: string])[];
  /** What only looks alike. */
  alone: readonly (readonly [text: string, path?: string])[];
}

/** A rule over the sources: holds but for old places, catches what is planted, leaves alone what looks alike. */
export function rule({ judges, old, over, path = 'src/services/knowledge/planted.ts', caught, alone }: Rule): void {
  const judge: Judge = (some) => judges.flatMap((one) => one(some));
  const wrongWith = (text: string, at: string) => judge([readSource(at, `\n${text}`)]).map(({ line }) => line);

  test('holds, but for old places', () => {
    expect(beyond(judge(over), old)).toEqual([]);
  });

  test.each(caught.map(([text, what, at = path]) => [text, what, at] as const))('catches %s', (text, what, at) => {
    const [found, ...more] = wrongWith(text, at);
    expect(found).toContain(what);
    expect(found).toMatch(`${at}:2 `);
    expect(more).toEqual([]);
  });

  test.each(alone.map(([text, at = path]) => [text, at] as const))('leaves alone %s', (text, at) => {
    expect(wrongWith(text, at)).toEqual([]);
  });
}
