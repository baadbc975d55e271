import type { AppError } from '../errors.ts';
import { problemOf, toAppError } from '../errors.ts';

/** A wrong command line, as opposed to a thing that could not be done: exit code 2. */
export class UsageError extends Error {}

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

/** Tells a person, or with `--json` a program, what went wrong; returns the exit code. */
export function fail(thrown: unknown, json: boolean): number {
  if (thrown instanceof UsageError) {
    note(`error: ${thrown.message}`);
    return 2;
  }
  const error = toAppError(thrown);
  if (json) note(JSON.stringify(problemOf(error)));
  else {
    note(`${paint('31', 'error:')} ${error.code === 'internal' ? reasonOf(error) : error.message}`);
    for (const { pointer, detail } of error.errors ?? []) if (!error.message.includes(detail)) note(`  ${pointer}: ${detail}`);
    if (error.hint && error.code !== 'internal') note(`  ${error.hint}`);
  }
  return 1;
}

/** On his own terminal the operator may see what a client may not. */
function reasonOf(error: AppError): string {
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Colour for people: only where stderr is a terminal and nobody asked for none (no-color.org). */
export function paint(code: string, text: string): string {
  return process.stderr.hasColors?.() ? `\u001b[${code}m${text}\u001b[0m` : text;
}

export interface Progress {
  show(step: string, progress: number): void;
  end(): void;
}

/** One line that is written over, where stderr is a terminal; silence elsewhere. */
export function progressLine(): Progress {
  if (!process.stderr.isTTY) return { show: () => {}, end: () => {} };
  const width = 20;
  return {
    show(step, progress) {
      const full = Math.round(progress * width);
      process.stderr.write(`\r\u001b[2K[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.round(progress * 100)} % ${step}`);
    },
    end: () => void process.stderr.write('\r\u001b[2K'),
  };
}

/** A whole number from a flag. */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}
