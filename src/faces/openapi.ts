import type { Group, Operation } from '../operation.ts';
import { inputSchema, type JsonSchema } from './json-schema.ts';
import { nameSchemas, type Nouns } from './openapi/named.ts';
import { parametersOf, sharedParameters, type ObjectSchema } from './openapi/parameters.ts';
import { codesOf, problemSchemas, responsesOf, sharedHeaders, sharedResponses } from './openapi/responses.ts';
import { webhookItems, type EventDescription } from './openapi/webhooks.ts';
import { restPrefix } from './rest.ts';
import { placementOf } from './rest/placement.ts';

export type { EventDescription };

interface OpenapiOptions {
  /** Scheme and host, without a trailing slash. */
  serverUrl: string;
  version: string;
  webhooks?: readonly EventDescription[];
  /** Shapes that become named components. */
  nouns?: Nouns;
}

const about = `Every path needs \`Authorization: Bearer <API_KEY>\`. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.
Lists answer \`{ data, nextCursor }\`; pass \`nextCursor\` as \`cursor\` to read on.
Work that outlives its request answers 202 with a \`jobId\` to follow.
The codes that an operation can answer stand in its \`x-error-codes\`. Besides the answers named here any path may answer 405, 408 or 431, also as a problem.
Answers over 1 KiB are compressed for who accepts it; a GET with \`If-None-Match\` answers 304 where nothing has changed.`;

/** The OpenAPI 3.0.3 document of the whole REST surface. Each of `webhooks` becomes an entry of `x-webhooks`. */
export function openapiDocument(groups: readonly Group<never>[], { serverUrl, version, webhooks = [], nouns = {} }: OpenapiOptions) {
  const operations = groups.flatMap((group) => group.operations);
  const { part: paths, schemas } = nameSchemas(pathItems(operations), nouns);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Copydesk',
      version,
      description: about,
      contact: { name: 'Copydesk contributors' },
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, made with `copydesk keys create`. Each scope includes the one before: read, write, admin.',
        },
      },
      headers: sharedHeaders,
      parameters: sharedParameters(operations),
      schemas: { ...schemas, ...problemSchemas },
      responses: sharedResponses(operations),
    },
    ...(webhooks.length > 0 && { 'x-webhooks': webhookItems(webhooks) }),
  };
}

function pathItems(operations: readonly Operation<never>[]): Record<string, JsonSchema> {
  const items: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const item = (items[`${restPrefix}${operation.path}`] ??= {});
    item[operation.method.toLowerCase()] = operationObject(operation);
  }
  return items;
}

function operationObject(operation: Operation<never>): JsonSchema {
  const { body } = placementOf(operation);
  const schema = inputSchema(operation.input, 'openapi-3.0') as unknown as ObjectSchema;
  const example = operation.example.input as Record<string, unknown>;
  const parameters = parametersOf(operation, schema, example);
  return {
    operationId: operation.name,
    tags: [operation.group],
    summary: operation.title,
    description: `${operation.description}\n\nNeeds a key with the scope \`${operation.scope}\`.`,
    'x-error-codes': codesOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && { requestBody: requestBody(body, schema, example) }),
    responses: responsesOf(operation),
  };
}

function requestBody(names: readonly string[], schema: ObjectSchema, example: Record<string, unknown>): JsonSchema {
  const pick = (from: Record<string, unknown>) => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
  const required = (schema.required ?? []).filter((name) => names.includes(name));
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: pick(schema.properties),
          ...(required.length > 0 && { required }),
          additionalProperties: false,
        },
        example: pick(example),
      },
    },
  };
}
