import { z } from 'zod';
import { copydesk } from '../config.ts';
import { AppError, type FieldError } from '../errors.ts';
import { includesScope, type Caller, type Operation } from '../operation.ts';
import { isRequired, issueWords } from './issue-words.ts';
import { descriptionAt, schemaAt } from './schema-at.ts';

/** Runs one operation for one caller; every face calls this. Throws `AppError` for what the caller did wrong, anything else for internal faults. */
export type Invoke<Services> = (operation: Operation<Services>, raw: unknown, caller: Caller, perform?: Perform) => Promise<unknown>;

/** How the work of a call is done, once its scope and its input are checked. Default: it is simply done. */
export type Perform = (input: unknown, work: () => Promise<unknown>) => Promise<unknown>;

export function createInvoke<Services>(services: Services): Invoke<Services> {
  return async (operation, raw, caller, perform = (_input, work) => work()) => {
    requireScope(operation, caller);
    const input = checkInput(operation.input, raw);
    return perform(input, async () => operation.output.parse(await operation.handle(services, input as never, caller)));
  };
}

/** The input as the operation takes it. Throws `invalid_input` with every field that is wrong. */
export function checkInput<Input extends z.ZodObject>(schema: Input, raw: unknown): z.output<Input> {
  const input = schema.safeParse(raw ?? {}, { reportInput: false, error: issueWords });
  if (!input.success) throw invalidInput(input.error, schema);
  const broken = brokenTexts(input.data);
  if (broken.length > 0) throw refuseInput(broken);
  return input.data;
}

function requireScope(operation: Operation<never>, caller: Caller): void {
  if (includesScope(caller.scope, operation.scope)) return;
  throw new AppError('insufficient_scope', `${operation.name} needs the scope '${operation.scope}'; this key has '${caller.scope}'.`, {
    hint: `Use a key made with: ${copydesk} keys create --scope ${operation.scope}`,
  });
}

/** Names every field that is wrong, and for an unknown field those that exist. */
function invalidInput(error: z.ZodError, input: z.ZodObject): AppError {
  return refuseInput(error.issues.flatMap((issue) => fieldErrors(issue, input)));
}

/** An answer lists no more errors than this: input with thousands of them must not get an even larger answer. */
const maxErrors = 20;
const maxKeyLength = 100;

/** The hint of every `refuseInput`. */
export const mendFields = 'Mend the fields named in errors and call again.';

/** `invalid_input` with its detail made from the first of the errors. */
export function refuseInput(errors: FieldError[], cause?: unknown): AppError {
  const first = errors[0];
  const more =
    errors.length > 1 ? ` (${errors.length - 1} more${errors.length > maxErrors ? `, the first ${maxErrors}` : ''} in errors)` : '';
  const detail = first ? `${fieldSentence(first.pointer.slice(1) || 'The input', first.detail)}${more}` : 'The input is not valid.';
  return new AppError('invalid_input', detail, { hint: mendFields, errors: errors.slice(0, maxErrors), cause });
}

/** A detail in lower case continues after the field's name; one with a capital is a sentence of its own. */
export function fieldSentence(name: string, detail: string): string {
  return /^[a-z]/.test(detail) ? `${name} ${detail}.` : `${name}: ${detail}`;
}

/** The JSON Pointer (RFC 6901) of a path of property names and indexes. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function fieldErrors(issue: z.core.$ZodIssue, input: z.ZodObject): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerTo([...issue.path, key.slice(0, maxKeyLength)]),
      detail: unknownField(key, issue.path, input),
      code: 'unknown_field',
    }));
  }
  return [{ pointer: pointerTo(issue.path), detail: detailOf(issue, input), code: issue.code }];
}

/** Names the fields that exist at this place. */
function unknownField(key: string, path: readonly PropertyKey[], input: z.ZodObject): string {
  const schema = schemaAt(input, path);
  const known = schema instanceof z.ZodObject ? ` Known fields: ${Object.keys(schema.shape).join(', ') || 'none'}.` : '';
  const above = path.length > 0 && Object.hasOwn(input.shape, key) ? ` ${key} belongs at the top level.` : '';
  return `Unknown field.${above}${known}`;
}

/** Adds the description of a missing field, since the caller may not know it. */
function detailOf({ message, path }: z.core.$ZodIssue, input: z.ZodObject): string {
  const description = message === isRequired ? descriptionAt(input, path) : undefined;
  if (description === undefined) return message;
  return `${message}: ${description.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')}`;
}

/** Half a surrogate pair or a NUL is not text: the database would store something other than what was sent. */
function brokenTexts(value: unknown, path: readonly PropertyKey[] = []): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\u0000')) return [];
    return [{ pointer: pointerTo(path), detail: 'must be text: it has half a character or a NUL in it', code: 'broken_text' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => brokenTexts(inner, [...path, key]));
}
