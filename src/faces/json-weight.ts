import { AppError } from '../errors.ts';

/** Of a JSON text. The largest request that makes sense, a batch of 100 articles with outlines and sources, has a quarter of these values. */
const maxValues = 20_000;
const maxDepth = 50;
/** A text of so many bytes cannot hold enough to matter. */
export const alwaysLight = 32 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses a JSON text that would take long to parse and to check, by looking at its bytes once. Long strings cost nothing; a million
 * fields would stop the event loop for seconds. Throws `payload_too_large`.
 */
export function checkWeight(json: Uint8Array): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) {
      while (++at < json.length && json[at] !== quote) if (json[at] === backslash) at++;
    } else if (byte === comma) values++;
    else if (byte === openingBracket || byte === openingBrace) {
      values++;
      depth++;
    } else if (byte === closingBracket || byte === closingBrace) depth--;
    if (values > maxValues || depth > maxDepth) throw tooHeavy();
  }
}

function tooHeavy(): AppError {
  return new AppError('payload_too_large', `The JSON has more than ${maxValues} values, or more than ${maxDepth} levels.`, {
    hint: 'Look whether it has fields that the operation does not know, or hand it in by parts.',
  });
}
