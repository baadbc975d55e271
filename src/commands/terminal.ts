import { isWholeNumber } from '../config.ts';
import { AppError, problemOf, type FieldError } from '../errors.ts';
import { explain } from './causes.ts';

/** A wrong command line, as opposed to a failed action: exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined;
  readonly errors: FieldError[] | undefined;

  constructor(message: string, hint?: string, errors?: FieldError[]) {
    super(message);
    this.hint = hint;
    this.errors = errors;
  }
}

/** The person stopped it before it was done: exit code 130, as after a signal. */
export class Stopped extends Error {}

/** The exit code a shell reports for a process ended by SIGPIPE. */
const nobodyReads = 141;

/** A reader that leaves early, as `head` does, is not an error: the rest of the output is silently dropped. */
export function allowClosedPipes(): void {
  const ignore = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  };
  process.stderr.on('error', ignore);
  process.stdout.on('error', (error) => {
    ignore(error);
    process.exitCode = nobodyReads;
  });
}

/** Results go to stdout, everything else to stderr. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

interface Telling {
  /** Print the problem object, for programs. */
  json: boolean;
  /** Include what only helps to debug Copydesk itself. */
  debug: boolean;
}

/** Reports an error to a person or a program; returns the exit code. */
export function fail(thrown: unknown, { json, debug }: Telling): number {
  if (thrown instanceof Stopped) {
    note(thrown.message);
    return 130;
  }
  const wrongUse = thrown instanceof UsageError;
  const error = wrongUse ? new AppError('invalid_input', thrown.message, { hint: thrown.hint, errors: thrown.errors }) : explain(thrown);
  if (json) note(JSON.stringify(problemOf(error)));
  else {
    note(`${paint('31', 'error:')} ${error.message}`);
    for (const { pointer, detail } of error.errors ?? []) if (!error.message.includes(detail)) note(`  ${pointer}: ${detail}`);
    if (error.hint) note(`  ${error.hint}`);
  }
  if (debug && error.cause instanceof Error) note(error.cause.stack ?? error.cause.message);
  return wrongUse ? 2 : 1;
}

/** Colours text if stderr is a terminal and colour is not turned off (no-color.org). */
export function paint(code: string, text: string): string {
  return process.stderr.hasColors?.() ? `\u001b[${code}m${text}\u001b[0m` : text;
}

export interface Progress {
  show(step: string, progress: number): void;
  end(): void;
}

/** A line that is overwritten, if stderr is a terminal that supports it; otherwise silent. */
export function progressLine(): Progress {
  if (!process.stderr.isTTY || !process.stderr.hasColors()) return { show: () => {}, end: () => {} };
  const width = 20;
  return {
    show(step, progress) {
      const full = Math.round(progress * width);
      process.stderr.write(`\r\u001b[2K[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.round(progress * 100)} % ${step}`);
    },
    end: () => void process.stderr.write('\r\u001b[2K'),
  };
}

/** Parses a whole number from a flag. */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  if (isWholeNumber(text, min, max)) return Number(text);
  throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

const units = { ms: 1, s: 1000, m: 60_000 } as const;

/** Parses a duration such as `500ms`, `3s`, `1.5s` or `2m` to milliseconds. */
export function duration(flag: string, text: string, maxMs: number): number {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? [];
  const ms = Math.round(Number(number) * units[unit as keyof typeof units]);
  if (ms <= maxMs) return ms;
  throw new UsageError(`${flag} takes a duration up to ${maxMs / units.m}m, such as 500ms, 3s or 2m, not ${JSON.stringify(text)}.`);
}
