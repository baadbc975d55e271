import { z } from 'zod';
import { Timestamp } from './common.ts';
import { JobStatus } from './jobs.ts';

/** The receiver answered with HTTP. */
const HttpResponse = z.object({
  status: z.number().int().describe('The HTTP status.'),
  headers: z.record(z.string(), z.string()).describe('The response headers, names in lower case.'),
  body: z.string().describe('At most 16 KiB of the body.'),
  truncated: z.boolean().describe('True where the body was longer, or not complete at the deadline.'),
  durationMs: z.number().describe('How long the attempt took, in milliseconds.'),
});

/** Why there was no HTTP answer. */
const noAnswer = ['timeout', 'dns', 'connect', 'tls', 'reset', 'address_refused'] as const;
/** Failures that are not the receiver's fault, or that a once valid URL can develop. */
const rareFaults = ['protocol', 'invalid_url', 'https_required', 'too_many_redirects', 'aborted', 'signing', 'internal'] as const;

/** There was no HTTP answer. */
const NoResponse = z.object({
  error: z
    .object({
      code: z
        .enum([...noAnswer, ...rareFaults])
        .describe(
          'timeout: not answered within 10 s in all; dns: no address; connect: nobody listens there; tls: no secure connection; reset: closed before an answer; address_refused: an address that is not dialled; protocol: the answer is not HTTP; signing: the stored secret cannot be read; internal: a fault or shortage of this machine.',
        ),
      message: z.string().describe('The same in a sentence.'),
    })
    .describe('Why no HTTP answer came.'),
  durationMs: z.number().describe('How long the attempt took, in milliseconds.'),
});

export const DeliveryResponse = z.union([HttpResponse, NoResponse]);

/** The kinds of failure of an attempt. */
const AttemptError = z.enum([...noAnswer, 'status', ...rareFaults]);

export const DeliveryStatus = z.enum(['delivered', 'failed', 'pending']);

export const Delivery = z.object({
  id: z.string().describe('The delivery (dlv_…), also the header X-Service-Delivery: the same on every attempt and on a replay.'),
  kind: z.enum(['event', 'publish']).describe('An event webhook or the publishing webhook.'),
  status: DeliveryStatus.describe('pending until a receiver answers 2xx (delivered) or the last attempt fails (failed).'),
  eventId: z.string().nullable().describe('The event it carries (evt_…).'),
  eventType: z.string().nullable().describe('The event type, such as article.ready.'),
  url: z.string().describe('The receiver.'),
  method: z.enum(['POST', 'PUT']).describe('POST, but for a publishing webhook that is configured for PUT.'),
  attemptCount: z.number().int().describe('Attempts made since it was created or last replayed.'),
  maxAttempts: z.number().int().describe('After this many failed attempts it has failed.'),
  nextAttemptAt: Timestamp.nullable().describe('When the next attempt is due; null unless pending.'),
  lastAttemptAt: Timestamp.nullable().describe('When the last attempt began.'),
  deliveredAt: Timestamp.nullable().describe('When a receiver answered 2xx.'),
  flagged: z.boolean().describe('True for a failed delivery until it is retried or acknowledged.'),
  acknowledgedAt: Timestamp.nullable().describe('When somebody acknowledged that it has failed.'),
  supersededBy: z.string().nullable().describe('The later send of the same article (dlv_…): this one is sent no more.'),
  test: z.boolean().describe('True for a test send, marked by the header X-Service-Test.'),
  articleId: z.string().nullable().describe('The article that a publishing send carries (art_…).'),
  response: DeliveryResponse.nullable().describe("The receiver's last answer, or the error in its place; null before the first attempt."),
  createdAt: Timestamp.describe('When it was created.'),
});

const Attempt = z.object({
  number: z.number().int().describe('From 1, counted over all replays.'),
  startedAt: Timestamp.describe('When it began.'),
  requestHeaders: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The headers that were sent, a secret token not shown; null for attempts made before they were kept.'),
  errorClass: AttemptError.nullable().describe(
    'null for a success, status for an HTTP answer outside 2xx, else the code of the error: timeout, dns, connect, tls, reset, address_refused, …',
  ),
  response: DeliveryResponse.describe("The receiver's answer, or the error in its place."),
});

export const DeliveryDetail = Delivery.extend({
  body: z.string().describe('The exact body that is signed and sent.'),
  attempts: z.array(Attempt).describe('Every attempt, oldest first.'),
});

/** The answer to a request to replay many deliveries. */
export const ReplayOfMany = z.object({
  dryRun: z.boolean().describe('True where nothing was sent.'),
  matched: z.number().int().describe('Deliveries that the filters admit now, without those that were acknowledged.'),
  byStatus: z
    .object({ failed: z.number().int().describe('Those that have failed.'), delivered: z.number().int().describe('Those that arrived.') })
    .describe('The same by status.'),
  jobId: z.string().nullable().describe('The job that sends them; follow it with jobs_get. Null for a dry run.'),
  status: JobStatus.nullable().describe("The job's status; null for a dry run."),
});

export type AttemptError = z.infer<typeof AttemptError>;
export type DeliveryResponse = z.infer<typeof DeliveryResponse>;
export type Delivery = z.infer<typeof Delivery>;
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
export type ReplayOfMany = z.infer<typeof ReplayOfMany>;
