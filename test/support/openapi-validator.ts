import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';

// The package is CommonJS: its function is the default of the default.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Json = Record<string, unknown>;

/** As much of an OpenAPI 3.0 document as is looked at here. */
interface OpenapiLike {
  paths: Record<string, Json>;
  components?: unknown;
}

const ajv = addFormats(new Ajv({ strict: false, allErrors: true, discriminator: false }));
const validators = new WeakMap<object, (value: unknown) => string[]>();

/**
 * Says what in an answer the document does not allow; nothing when all is well.
 * `path` is the path as called, with or without a query; `body` the parsed JSON, or the text of any other media type.
 */
export function validateResponse(
  document: OpenapiLike,
  method: string,
  path: string,
  status: number,
  contentType: string | null,
  body: unknown,
): string[] {
  const operation = operationAt(document, method, path);
  if (operation === undefined) return [`${method} ${path} is not in the document`];
  const responses = operation['responses'] as Record<string, Json>;
  const found = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default'];
  if (found === undefined) return [`${method} ${path} does not declare ${status}`];
  const content = deref(document, found)['content'] as Record<string, Json> | undefined;
  if (content === undefined) return body === undefined || body === '' ? [] : [`${method} ${path} declares no body for ${status}`];
  const mediaType = Object.keys(content).find((declared) => essence(declared) === essence(contentType ?? ''));
  if (mediaType === undefined) return [`${method} ${path} ${status} does not declare ${contentType}`];
  return validateSchema(document, (content[mediaType]!['schema'] ?? {}) as Json, body);
}

/** The operation object that a call belongs to; undefined where the document has none. */
export function operationAt(document: OpenapiLike, method: string, path: string): Json | undefined {
  return pathItem(document, path.replace(/\?.*$/s, ''))?.[method.toLowerCase()] as Json | undefined;
}

/** The same as `validateResponse` for a bare schema of the document. */
export function validateSchema(document: OpenapiLike, schema: Json, value: unknown): string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    const compiled = ajv.compile(toJsonSchema(document, schema) as object);
    validate = (one) =>
      compiled(one) ? [] : (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
    validators.set(schema, validate);
  }
  return validate(value);
}

/** Concrete paths win over templated ones, as OpenAPI says. */
function pathItem(document: OpenapiLike, path: string): Json | undefined {
  if (Object.hasOwn(document.paths, path)) return document.paths[path];
  const template = Object.keys(document.paths).find((one) => {
    const source = one.split(/\{[^}]+\}/).map((literal) => literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${source.join('[^/]+')}$`).test(path);
  });
  return template === undefined ? undefined : document.paths[template];
}

function essence(mediaType: string): string {
  return mediaType.split(';')[0]!.trim().toLowerCase();
}

function deref(document: OpenapiLike, node: Json): Json {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const steps = $ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);
  if (typeof target !== 'object' || target === null) throw new Error(`${$ref} leads nowhere.`);
  return deref(document, target as Json);
}

/** A schema object of OpenAPI 3.0 as JSON Schema (draft 7): `nullable`, boolean exclusive bounds, references put in place. */
function toJsonSchema(document: OpenapiLike, node: Json): Json {
  const { nullable, example: _, exclusiveMinimum, exclusiveMaximum, ...schema } = deref(document, node);
  const out: Json = {};
  for (const [keyword, value] of Object.entries(schema)) out[keyword] = translate(document, keyword, value);
  if (exclusiveMinimum === true) [out['exclusiveMinimum'], out['minimum']] = [out['minimum'], undefined];
  if (exclusiveMaximum === true) [out['exclusiveMaximum'], out['maximum']] = [out['maximum'], undefined];
  if (nullable === true && out['type'] !== undefined) out['type'] = [out['type'], 'null'];
  return Object.fromEntries(Object.entries(out).filter(([, value]) => value !== undefined));
}

function translate(document: OpenapiLike, keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(Object.entries(value as Record<string, Json>).map(([name, one]) => [name, toJsonSchema(document, one)]));
    case 'items':
    case 'not':
    case 'additionalProperties':
      return typeof value === 'object' ? toJsonSchema(document, value as Json) : value;
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return (value as Json[]).map((one) => toJsonSchema(document, one));
    default:
      return value;
  }
}
