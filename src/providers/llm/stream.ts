import { createParser } from 'eventsource-parser';
import { parseJson } from '../json.ts';
import type { AnswerReader } from './protocol.ts';

/**
 * Reads an answer as server-sent events (WHATWG HTML, 9.2) or, if it begins like an object, as a single JSON value: some servers do not
 * stream, and some do not say in the headers which they send. Errors thrown by the reader pass through.
 */
export function readBody(reader: AnswerReader) {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      if (!reader.spoken.isOver) reader.event(data);
    },
  });
  let whole: string[] | undefined;
  let hasContent = false;

  function takeText(text: string): void {
    if (!hasContent && /\S/.test(text)) {
      hasContent = true;
      if (text.trimStart().startsWith('{')) whole = [];
    }
    if (whole) whole.push(text);
    else parser.feed(text);
  }

  return {
    /** False once the answer is over. */
    take(chunk: Buffer): boolean {
      takeText(decoder.decode(chunk, { stream: true }));
      return !reader.spoken.isOver;
    },
    /** The body is complete. */
    end(): void {
      takeText(decoder.decode());
      if (whole) reader.whole(parseJson(whole.join('')));
      // The last event may lack its closing empty line.
      else parser.feed('\n\n');
    },
  };
}
