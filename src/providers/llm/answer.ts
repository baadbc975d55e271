import type { z } from 'zod';

/** What became of a text that should have been JSON: its value, or what is wrong with it, in words for the model. */
export type Reading<Value> = { value: Value } | { problems: string };

const maxProblems = 20;
const notJson = 'It is not a JSON object.';

/**
 * Reads the JSON of a wanted shape out of a model's answer: as it stands, out of a fence or from among other words, and last with its
 * commonest slips mended (quotes, commas, comments). Nothing is taken that the shape does not accept.
 */
export async function readAnswer<Value>(text: string, shape: z.ZodType<Value>): Promise<Reading<Value>> {
  let problems = notJson;
  for (const candidate of candidates(text)) {
    const parsed = await parse(candidate);
    if (typeof parsed !== 'object' || parsed === null) continue;
    const reading = await shape.safeParseAsync(parsed);
    if (reading.success) return { value: reading.data };
    if (problems === notJson) problems = problemsOf(reading.error);
  }
  return { problems };
}

interface Candidate {
  json: string;
  mend: boolean;
}

function* candidates(text: string): Generator<Candidate> {
  yield { json: text, mend: false };
  const fenced = /```(?:json)?\s*\n([^]*?)\n\s*```/i.exec(text)?.[1];
  if (fenced !== undefined) yield { json: fenced, mend: false };
  const from = text.indexOf('{');
  if (from < 0) return;
  const until = text.lastIndexOf('}');
  if (until > from) yield { json: text.slice(from, until + 1), mend: false };
  yield { json: until > from ? text.slice(from, until + 1) : text.slice(from), mend: true };
}

async function parse({ json, mend }: Candidate): Promise<unknown> {
  try {
    return JSON.parse(mend ? (await import('jsonrepair')).jsonrepair(json) : json);
  } catch {
    // Whatever keeps it from being read, nesting too deep for the stack included, it is not the JSON that was asked for.
    return undefined;
  }
}

function problemsOf(error: z.ZodError): string {
  const lines = error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => `- ${path.length === 0 ? 'the object' : path.map(String).join('.')}: ${message}`);
  const more = error.issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** An answer without the thoughts that some servers leave at its beginning. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[^]*?(<\/think>\s*|$)/, '');
}
