import { deserialize, serialize } from 'node:v8';
import { countWords } from '../../language/tokens.ts';
import type { Grounded } from './citations.ts';

/**
 * A grounded text as one thread hands it to another: what that one reads of it, and the rest packed. Copying the objects of tens of thousands of
 * sentences blocks who is given them.
 */
export interface Carried extends Omit<Grounded, 'sentences' | 'body'> {
  /** The first sentences of its paragraphs. */
  opening: string[];
  /** The words of its paragraphs and items. */
  wordCount: number;
  /** Its sentences and its body, in memory that threads share: nothing is copied when it is handed over. */
  packed: SharedArrayBuffer;
}

const openingSentences = 6;

export function carry({ sentences, body, ...read }: Grounded): Carried {
  const prose = body.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  return {
    ...read,
    opening: sentences
      .filter(({ kind }) => kind === 'paragraph')
      .slice(0, openingSentences)
      .map(({ text }) => text),
    wordCount: prose.reduce((sum, { text }) => sum + countWords(text), 0),
    packed: shared(serialize({ sentences, body })),
  };
}

export function unpack({ packed, opening: _, wordCount: __, ...read }: Carried): Grounded {
  return { ...read, ...(deserialize(Buffer.from(new Uint8Array(packed))) as Pick<Grounded, 'sentences' | 'body'>) };
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const packed = new SharedArrayBuffer(bytes.length);
  new Uint8Array(packed).set(bytes);
  return packed;
}
