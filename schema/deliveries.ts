import { z } from 'zod';
import { Timestamp } from './common.ts';
import { JobStatus } from './jobs.ts';

/** The receiver answered with HTTP. */
const HttpResponse = z.object({
  status: z.number().int().describe('The HTTP status.'),
  durationMs: z.number().describe('How long the attempt took, in milliseconds.'),
  headers: z.record(z.string(), z.string()).optional().describe('Where include asks: the response headers, names in lower case.'),
  body: z.string().describe('The first 200 characters; where include asks up to 16 KiB, 500 characters in a list.'),
  truncated: z.boolean().describe('Of the body: true where it was longer, or not complete at the deadline.'),
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

/** As clients see it: headers and a long body only where they asked for them. */
const ShownResponse = z.union([HttpResponse, NoResponse]);

/** As it is kept. */
const DeliveryResponse = z.union([HttpResponse.required(), NoResponse]);

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
  maxAttempts: z.number().int().describe('After this many failed attempts it has failed; 1 for a test send.'),
  nextAttemptAt: Timestamp.nullable().describe('When the next attempt is due; null unless pending.'),
  lastAttemptAt: Timestamp.nullable().describe('When the last attempt began.'),
  deliveredAt: Timestamp.nullable().describe('When a receiver answered 2xx.'),
  flagged: z.boolean().describe('True for a failed delivery until it is retried or acknowledged.'),
  acknowledgedAt: Timestamp.nullable().describe('When somebody acknowledged that it has failed, or canceled it.'),
  supersededBy: z.string().nullable().describe('The later send of the same article (dlv_…), which is sent in its place.'),
  replayOf: z.string().nullable().describe('The send (dlv_…) that this one was made in place of, when that was to be sent again.'),
  test: z.boolean().describe('True for a test send, marked by the header X-Service-Test.'),
  articleId: z.string().nullable().describe('The article it is about (art_…).'),
  articleVersion: z.number().int().nullable().describe('Of a publishing send: the version of the article that it carries.'),
  response: ShownResponse.nullable().describe("The receiver's last answer, or the error in its place; null before the first attempt."),
  createdAt: Timestamp.describe('When it was created.'),
});

const Attempt = z.object({
  number: z.number().int().describe('From 1, counted over all replays.'),
  startedAt: Timestamp.describe('When it began.'),
  requestHeaders: z
    .record(z.string(), z.string())
    .nullable()
    .optional()
    .describe('Where include asks: the headers that were sent, a secret token not shown; null for attempts made before they were kept.'),
  errorClass: AttemptError.nullable().describe(
    'null for a success, status for an HTTP answer outside 2xx, else the code of the error: timeout, dns, connect, tls, reset, address_refused, …',
  ),
  response: ShownResponse.describe("The receiver's answer, or the error in its place."),
});

/** The long parts of one delivery. */
export const DeliveryPart = z.enum(['body', 'response', 'requestHeaders']);

export const DeliveryDetail = Delivery.extend({
  body: z.string().optional().describe('Where include asks: the exact body that is signed and sent.'),
  attempts: z.array(Attempt).describe('Every attempt, oldest first.'),
});

/** Why a replay of many leaves a delivery out. */
const LeftOut = z.object({
  acknowledged: z.number().int().describe('Acknowledged or canceled: nobody wants them any more.'),
  superseded: z.number().int().describe('A later send of the same article took their place.'),
  test: z.number().int().describe('Test sends.'),
  untried: z.number().int().describe('Still before their first attempt, which comes anyway.'),
  attemptUnderWay: z.number().int().describe('An attempt is under way.'),
  endpointGone: z.number().int().describe('Their publishing webhook was deleted; webhook_deliveries_retry sends one to the present one.'),
  unknown: z.number().int().describe('Ids of no delivery.'),
});

/** The answer to a request to replay many deliveries. */
export const ReplayOfMany = z.object({
  dryRun: z.boolean().describe('True where nothing was sent.'),
  matched: z.number().int().describe('Deliveries to send again, without those left out.'),
  byStatus: z
    .object({
      failed: z.number().int().describe('Those that have failed.'),
      pending: z.number().int().describe('Those that wait for their next attempt.'),
      delivered: z.number().int().describe('Those that arrived.'),
    })
    .describe('The same by status.'),
  nextAttempts: z
    .object({ earliest: Timestamp.describe('The first of them.'), latest: Timestamp.describe('The last of them.') })
    .nullable()
    .describe('When the next attempts at the pending ones come anyway; null where none is pending.'),
  leftOut: LeftOut.describe('Deliveries that the filters admit but that are not sent again, by reason.'),
  jobId: z.string().nullable().describe('The job that sends them; follow it with jobs_get. Null for a dry run.'),
  status: JobStatus.nullable().describe("The job's status; null for a dry run."),
});

export type AttemptError = z.infer<typeof AttemptError>;
export type DeliveryResponse = z.infer<typeof DeliveryResponse>;
export type ShownResponse = z.infer<typeof ShownResponse>;
export type DeliveryPart = z.infer<typeof DeliveryPart>;
export type LeftOut = z.infer<typeof LeftOut>;
export type Delivery = z.infer<typeof Delivery>;
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
export type ReplayOfMany = z.infer<typeof ReplayOfMany>;
