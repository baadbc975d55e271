import type { z } from 'zod';

/** The result of reading JSON: its value, or what is wrong with it, in words for the model. */
export type Reading<Value> = { value: Value } | { problems: string };

const maxProblems = 20;
const notJson = 'It is not a JSON object.';

/**
 * Reads JSON of a given shape from a model's answer: as it is, from a fence or from surrounding text, and last with common slips repaired
 * (quotes, commas, comments). Returns nothing that the shape rejects.
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
    // Whatever the parser's reason (even nesting too deep for the stack), it is not the JSON we asked for.
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

/** Strips the thinking that some servers leave at the start of an answer. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[^]*?(<\/think>\s*|$)/, '');
}
