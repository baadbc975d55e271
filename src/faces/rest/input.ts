import type { FieldError } from '../../errors.ts';
import type { Operation } from '../../operation.ts';
import { pointerTo, refuseInput } from '../invoke.ts';
import { inputSchema, type JsonSchema } from '../json-schema.ts';
import { placementOf, takesBody, type Placement } from './placement.ts';

/** The three parts of a request that fields come from. `url` is the raw request target; `body` is undefined if none was sent. */
interface RequestParts {
  url: string;
  params: Record<string, string>;
  body: unknown;
}

/**
 * Returns a function that merges path, query and body into the input that `invoke` checks.
 * Text of the path and the query is converted to the type in the field's schema.
 * Throws `invalid_input` for text that does not fit it, a repeated parameter, a field in the wrong place, and a body that is not an object.
 */
export function inputReader(operation: Operation<never>): (parts: RequestParts) => Record<string, unknown> {
  const placement = placementOf(operation);
  const fields = inputSchema(operation.input)['properties'] as Record<string, JsonSchema>;
  const schemaOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return ({ url, params, body }) => {
    const query = readQuery(url);
    const input: Record<string, unknown> = { ...bodyFields(body) };
    const errors = misplaced(operation, placement, query.keys(), Object.keys(input));
    for (const [name, texts] of query) {
      const schema = schemaOf(name);
      if (texts.length > 1 && schema !== undefined && schema['type'] !== 'array')
        errors.push(fault(name, 'Given more than once; this parameter takes one value.', 'repeated'));
      const misfit = misfitOf(texts, schema);
      if (misfit !== undefined) errors.push(fault(name, misfit, 'invalid_type'));
      setOwn(input, name, coerceAll(texts, schema));
    }
    if (errors.length > 0) throw refuseInput(errors);
    for (const name of placement.path) input[name] = coerce(params[name] ?? '', schemaOf(name));
    return input;
  };
}

/** A plain assignment would silently drop a parameter named `__proto__`. */
function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Parameters in order of first appearance, each with all its values. Throws `invalid_input` if the percent-encoding is broken. */
export function readQuery(url: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  const start = url.indexOf('?');
  if (start === -1) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeQuery(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeQuery(pair.slice(equals + 1));
    const texts = query.get(name);
    if (texts) texts.push(value);
    else query.set(name, [value]);
  }
  return query;
}

function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw refuseInput([{ pointer: '', detail: 'The query is not valid percent-encoded UTF-8.', code: 'invalid_encoding' }], { cause });
  }
}

function bodyFields(body: unknown): object {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw refuseInput([{ pointer: '', detail: 'The body must be a JSON object.', code: 'invalid_type' }]);
}

function misplaced(operation: Operation<never>, placement: Placement, inQuery: Iterable<string>, inBody: Iterable<string>): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of inBody) {
    if (placement.path.includes(name)) errors.push(fault(name, 'Is already given in the path; leave it out of the body.', 'misplaced'));
  }
  for (const name of inQuery) {
    if (placement.path.includes(name)) errors.push(fault(name, 'Is already given in the path; leave it out of the query.', 'misplaced'));
    else if (takesBody(operation))
      errors.push(fault(name, `${operation.method} takes fields from the JSON body, not the query.`, 'misplaced'));
  }
  return errors;
}

function fault(name: string, detail: string, code: string): FieldError {
  return { pointer: pointerTo([name]), detail, code };
}

/** What a query's text should be, as the end of a sentence. In a query everything is text, so "not a string" would help nobody. */
function misfitOf(texts: string[], schema: JsonSchema | undefined): string | undefined {
  const one = schema?.['type'] === 'array' ? (schema['items'] as JsonSchema | undefined) : schema;
  const wanted = wantedOf(one);
  const misfit = wanted && texts.find((text) => typeof coerce(text, one) === 'string');
  return misfit === undefined ? undefined : `must be ${wanted}, not '${misfit.slice(0, 50)}'`;
}

function wantedOf(schema: JsonSchema | undefined): string | undefined {
  if (schema?.['type'] === 'boolean') return 'true or false';
  if (schema?.['type'] !== 'integer' && schema?.['type'] !== 'number') return undefined;
  const { minimum: min, maximum: max } = schema as { minimum?: number; maximum?: number };
  const range = min === undefined ? '' : max === undefined ? ` from ${min} on` : ` from ${min} to ${max}`;
  return `a ${schema['type'] === 'integer' ? 'whole ' : ''}number${range}`;
}

function coerceAll(texts: string[], schema: JsonSchema | undefined): unknown {
  if (schema?.['type'] === 'array') return texts.map((text) => coerce(text, schema['items'] as JsonSchema | undefined));
  return coerce(texts[0]!, schema);
}

function coerce(text: string, schema: JsonSchema | undefined): unknown {
  switch (schema?.['type']) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
