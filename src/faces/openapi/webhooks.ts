import type { z } from 'zod';
import { outputSchema, type JsonSchema } from '../json-schema.ts';
import { toOpenapiSchema } from './schema.ts';

/** One kind of event the service sends to a customer's endpoint. `schema` is the whole body's. */
export interface EventDescription {
  type: string;
  description: string;
  schema: z.ZodType;
  example: unknown;
}

/** The value of `x-webhooks`, since OpenAPI has `webhooks` from 3.1 on only: one path item for every event. */
export function webhookItems(events: readonly EventDescription[]): Record<string, JsonSchema> {
  return Object.fromEntries(events.map((event) => [event.type, { post: webhookOperation(event) }]));
}

function webhookOperation({ type, description, schema, example }: EventDescription): JsonSchema {
  return {
    operationId: `on_${type.replaceAll('.', '_')}`,
    summary: `Event ${type}`,
    description,
    security: [],
    parameters: Object.entries(eventHeaders).map(([name, meaning]) => ({
      name,
      in: 'header',
      required: true,
      description: meaning,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: toOpenapiSchema(outputSchema(schema)), example } } },
    responses: {
      '2XX': { description: 'Received. Any other status, or none within 10 seconds, is a failed attempt and is repeated later.' },
    },
  };
}

const eventHeaders = {
  'X-Service-Signature': 't=<unix seconds>,v1=<hex>: the HMAC-SHA256 of <t>.<raw body> under the webhook signing secret.',
  'X-Service-Event': 'The type of the event.',
  'X-Service-Delivery': 'The id of the delivery, the same on every attempt: skip what you have seen.',
};
