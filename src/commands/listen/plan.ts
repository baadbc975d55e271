import { isLoopbackName } from '../../config.ts';
import type { GlobalFlags } from '../desk.ts';
import { duration, UsageError, wholeNumber } from '../terminal.ts';

export interface ListenFlags extends GlobalFlags {
  host: string;
  port: string;
  secretFile?: string;
  count?: string;
  fail?: string;
  status?: string;
  delay?: string;
  forward?: string;
}

/** Where to listen, and what to answer. */
export interface Plan {
  host: string;
  port: number;
  /** How many different deliveries to receive before the command ends. */
  count: number;
  /** How many attempts of each delivery to fail first. */
  failures: number;
  failingStatus: number;
  /** The answer to everything else, unless it is forwarded. */
  status: number;
  /** The earliest answer after an arrival, in milliseconds. */
  delayMs: number;
  /** The URL of the app that answers instead of `status`. */
  forward: string | undefined;
}

const maxFailures = 1000;
const maxDelayMs = 600_000;

/** Throws `UsageError` if a flag's value is invalid or two flags contradict each other. */
export function planOf(flags: ListenFlags): Plan {
  const { host } = flags;
  const port = wholeNumber('--port', flags.port, 0, 65_535);
  return {
    host,
    port,
    count: flags.count === undefined ? Infinity : wholeNumber('--count', flags.count, 1, 1_000_000),
    ...statusesOf(flags),
    delayMs: flags.delay === undefined ? 0 : duration('--delay', flags.delay, maxDelayMs),
    forward: flags.forward === undefined ? undefined : checkedForward(flags.forward, host, port),
  };
}

function statusesOf({ fail, status, forward }: ListenFlags): Pick<Plan, 'failures' | 'failingStatus' | 'status'> {
  if (fail !== undefined) {
    const failures = wholeNumber('--fail', fail, 1, maxFailures);
    const failingStatus = status === undefined ? 500 : wholeNumber('With --fail, --status', status, 300, 599);
    return { failures, failingStatus, status: 204 };
  }
  if (status !== undefined && forward !== undefined)
    throw new UsageError('With --forward your app gives the status. Leave out --status, or add --fail to answer it to the first attempts.');
  return { failures: 0, failingStatus: 500, status: status === undefined ? 204 : wholeNumber('--status', status, 200, 599) };
}

function checkedForward(text: string, host: string, port: number): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`--forward takes an http or https URL such as http://localhost:3000/hook, not ${JSON.stringify(text)}.`);
  if (url.username !== '' || url.password !== '') throw new UsageError('--forward takes a URL without a user name or a password.');
  const isHere = url.hostname === host || (isLoopbackName(url.hostname) && isLoopbackName(host));
  if (isHere && url.port === String(port)) throw new UsageError('--forward names the port that is listened on: name the one of your app.');
  return url.href;
}
