import type { z } from 'zod';
import { outputSchema, type JsonSchema } from '../json-schema.ts';

/** One kind of request the service sends to a customer's endpoint. `schema` describes the whole body. */
export interface EventDescription {
  type: string;
  description: string;
  schema: z.ZodType;
  example: unknown;
  /** Its own headers, each with its meaning. Default: the headers of a signed event. */
  headers?: Readonly<Record<string, string>>;
  /** The methods it may use. Default: POST only. */
  methods?: readonly ('post' | 'put')[];
}

/** The value of `x-webhooks`: one path item per event. OpenAPI has `webhooks` only from 3.1 on. */
export function webhookItems(events: readonly EventDescription[]): Record<string, JsonSchema> {
  const pathItem = (event: EventDescription) =>
    Object.fromEntries((event.methods ?? ['post']).map((method) => [method, webhookOperation(event, method)]));
  return Object.fromEntries(events.map((event) => [event.type, pathItem(event)]));
}

function webhookOperation(event: EventDescription, method: 'post' | 'put'): JsonSchema {
  const { type, description, schema, example, headers = eventHeaders } = event;
  return {
    operationId: `on_${type.replaceAll('.', '_')}${method === 'post' ? '' : `_${method}`}`,
    summary: `Webhook ${type}`,
    description,
    security: [],
    parameters: [
      ...Object.entries(headers).map(([name, meaning]) => headerParameter(name, meaning, true)),
      headerParameter('X-Service-Test', 'true where this is a test that somebody asked for; else the header is left out.', false),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: outputSchema(schema, 'openapi-3.0'), example } } },
    responses: {
      '2XX': { description: 'Received. Any other status, or none within 10 seconds, is a failed attempt and is repeated later.' },
    },
  };
}

function headerParameter(name: string, description: string, required: boolean): JsonSchema {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

const eventHeaders = {
  'X-Service-Signature': 't=<unix seconds>,v1=<hex>: the HMAC-SHA256 of <t>.<raw body> under the webhook signing secret.',
  'X-Service-Event': 'The type of the event.',
  'X-Service-Delivery': 'The id of the delivery, the same on every attempt: skip what you have seen.',
};
