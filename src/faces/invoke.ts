import { z } from 'zod';
import { isIdPattern, type Refused } from '../../schema/common.ts';
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
    const { input, refused } = checkEntries(operation, raw);
    // What was refused is part of the request too: a repeat that mends it is another one.
    const asked = refused.length > 0 ? raw : input;
    const called = refused.length > 0 ? { ...caller, refused } : caller;
    return perform(asked, async () => operation.output.parse(await operation.handle(services, input as never, called)));
  };
}

/** The input as the operation takes it. Throws `invalid_input` with every field that is wrong. */
export function checkInput<Input extends z.ZodObject>(schema: Input, raw: unknown): z.output<Input> {
  const { input, errors } = judge(schema, raw);
  if (errors) throw refuseInput(errors);
  return input;
}

type Judged<Input extends z.ZodObject> = { input: z.output<Input>; errors?: undefined } | { input?: undefined; errors: FieldError[] };

function judge<Input extends z.ZodObject>(schema: Input, raw: unknown): Judged<Input> {
  const parsed = schema.safeParse(raw ?? {}, { reportInput: false, error: issueWords });
  if (!parsed.success) return { errors: parsed.error.issues.flatMap((issue) => fieldErrors(issue, schema)) };
  const broken = brokenTexts(parsed.data);
  return broken.length > 0 ? { errors: broken } : { input: parsed.data };
}

/** Errors named of a refused entry, and of all where none is right. */
const maxErrorsOfEntry = 3;
const maxEntryErrors = 100;

/** Like `checkInput`, but where each of the operation's entries stands for itself, leaves out those that are wrong. Throws if none is right. */
function checkEntries(operation: Operation<never>, raw: unknown): { input: unknown; refused: Refused[] } {
  const { input: schema, entries: field } = operation;
  const { input, errors } = judge(schema, raw);
  if (!errors) return { input, refused: [] };
  if (mayMiss(operation) && errors.every(namesNothing)) throw missing(errors);
  if (field === undefined || !errors.every(({ pointer }) => pointer.startsWith(`/${field}/`))) throw refuseInput(errors);
  const { [field]: entries, ...others } = raw as Record<string, unknown[]>;
  // One by one: for a list, the shape alone hides half characters in other entries.
  const wrong = entries!.map((entry, index) => {
    const found = judge(schema, { ...others, [field]: [entry] }).errors ?? [];
    return found.map((error) => ({ ...error, pointer: error.pointer.replace(`/${field}/0`, `/${field}/${index}`) }));
  });
  const right = entries!.filter((_, index) => wrong[index]!.length === 0);
  if (right.length === 0) throw refuseInput(wrong.flat(), { max: maxEntryErrors });
  const refused = wrong.flatMap((all, index) => (all.length > 0 ? [{ index, errors: all.slice(0, maxErrorsOfEntry) }] : []));
  return { input: checkInput(schema, { ...others, [field]: right }), refused };
}

/** Whether the operation can answer that what an id names is not there. */
function mayMiss({ path, errors }: Operation<never>): boolean {
  return path.includes('{') || errors.includes('not_found');
}

function namesNothing({ pointer, code }: FieldError): boolean {
  return code === invalidId && !pointer.includes('/', 1);
}

/** What can be no id is not there, like an id that nothing has. */
function missing(errors: FieldError[]): AppError {
  const { message } = refuseInput(errors);
  return new AppError('not_found', message, { hint: 'Pass an id as it was answered.', errors });
}

/** Throws `insufficient_scope`. */
export function requireScope(operation: Operation<never>, caller: Pick<Caller, 'scope'>): void {
  if (includesScope(caller.scope, operation.scope)) return;
  throw new AppError('insufficient_scope', `${operation.name} needs the scope '${operation.scope}'; this key has '${caller.scope}'.`, {
    hint: `Use a key made with: ${copydesk} keys create --scope ${operation.scope}`,
  });
}

/** An answer lists no more errors than this: input with thousands of them must not get an even larger answer. */
const maxErrors = 20;
const maxKeyLength = 100;

/** The hint of every `refuseInput`. */
export const mendFields = 'Mend the fields named in errors and call again.';

/** `invalid_input` with its detail made from the first of the errors. */
export function refuseInput(errors: FieldError[], { cause, max = maxErrors }: { cause?: unknown; max?: number } = {}): AppError {
  const first = errors[0];
  const more = errors.length > 1 ? ` (${errors.length - 1} more${errors.length > max ? `, the first ${max}` : ''} in errors)` : '';
  const detail = first ? `${fieldSentence(first.pointer.slice(1) || 'The input', first.detail)}${more}` : 'The input is not valid.';
  return new AppError('invalid_input', detail, { hint: mendFields, errors: errors.slice(0, max), cause });
}

/** A detail in lower case continues after the field's name; one with a capital is a sentence of its own. */
export function fieldSentence(name: string, detail: string): string {
  return /^[a-z]/.test(detail) ? `${name} ${detail}.` : `${name}: ${detail}`;
}

/** The JSON Pointer (RFC 6901) of a path of property names and indexes. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The code of a field that holds what can be no id. */
const invalidId = 'invalid_id';

/** An unknown field is told with those that exist at its place. */
function fieldErrors(issue: z.core.$ZodIssue, input: z.ZodObject): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    const schema = schemaAt(input, issue.path);
    const known = schema instanceof z.ZodObject ? ` Known fields: ${Object.keys(schema.shape).join(', ') || 'none'}.` : '';
    return issue.keys.map((key) => ({
      pointer: pointerTo([...issue.path, key.slice(0, maxKeyLength)]),
      detail: `Unknown field.${issue.path.length > 0 && Object.hasOwn(input.shape, key) ? ` ${key} belongs at the top level.` : ''}${known}`,
      code: 'unknown_field',
    }));
  }
  const code = issue.code === 'invalid_format' && isIdPattern(issue.pattern) ? invalidId : issue.code;
  return [{ pointer: pointerTo(issue.path), detail: detailOf(issue, input), code }];
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
