import { paint } from '../terminal.ts';
import type { Reply } from './forward.ts';
import type { Message } from './message.ts';

/** One request and its outcome; a line of `--json`. Never contains the secret of a publishing send. */
export interface Arrival {
  receivedAt: string;
  kind: Message['kind'];
  method: Message['method'];
  deliveryId: string | null;
  /** From 1, as counted by this command. */
  attempt: number;
  /** Whether the delivery was seen before. */
  duplicate: boolean;
  /** The envelope of an event. */
  event?: Message['content'];
  /** The payload of a publishing send. */
  article?: Message['content'];
  /** Whether it is a test. */
  test: boolean;
  /** The answer, `forwarded` if it came from the app; `error` says why the app gave none, or an incomplete one. */
  answer: { status: number; forwarded: boolean; error?: string };
  /** False if the sender hung up first. */
  answered: boolean;
  /** From the arrival to the end of the answer, or until the sender hung up, in milliseconds. */
  durationMs: number;
}

export function arrivalOf(
  { kind, method, deliveryId, content, test }: Message,
  { status, forwarded, error }: Reply,
  seen: Pick<Arrival, 'attempt' | 'answered' | 'durationMs'> & { receivedAt: number },
): Arrival {
  return {
    receivedAt: new Date(seen.receivedAt).toISOString(),
    kind,
    method,
    deliveryId,
    attempt: seen.attempt,
    duplicate: seen.attempt > 1,
    ...(kind === 'event' ? { event: content } : { article: content }),
    test,
    answer: { status, forwarded, ...(error !== undefined && { error }) },
    answered: seen.answered,
    durationMs: seen.durationMs,
  };
}

/** One arrival for people: when, what, the outcome, and the data below. */
export function lineOf(arrival: Arrival): string {
  const { receivedAt, kind, event, article, method, test, deliveryId } = arrival;
  const mark = kind === 'publish' ? paint('36', 'not verified') : paint('32', 'verified');
  const what = `${kind === 'publish' ? `article by ${method}` : String(event?.['type'])}${test ? ', a test' : ''}`;
  const data = kind === 'publish' ? { id: article?.['id'], title: article?.['title'] } : event?.['data'];
  const parts = [receivedAt, mark, what, ...(deliveryId === null ? [] : [deliveryId]), endOf(arrival)];
  return `${parts.join('  ')}\n  ${JSON.stringify(data)}`;
}

function endOf({ answer, answered, attempt, durationMs }: Arrival): string {
  const status = paint(answer.status < 300 ? '32' : '33', String(answer.status));
  const from = `${answer.forwarded ? ' from your app' : ''}${answer.error === undefined ? '' : ` (${answer.error})`}`;
  const end = answered ? `→ ${status}${from}` : `→ the sender hung up after ${durationMs / 1000} s, before ${status}${from}`;
  return attempt === 1 ? end : `${end}, ${paint('33', `seen before: attempt ${attempt}`)}`;
}
