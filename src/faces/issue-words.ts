import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const formatNames: Readonly<Record<string, string>> = {
  url: 'a web address such as https://example.com/',
  email: 'an e-mail address',
  datetime: 'a time such as 2026-05-03T09:30:00.000Z',
  date: 'a date such as 2026-05-03',
};

/** What is wrong with a missing field. */
export const isRequired = 'is required';

/**
 * What is wrong with a field, as the end of a sentence that begins with the field's name: "is required", "must be at most 100".
 * An error map for zod: a schema's own message comes first, and undefined leaves the message to zod.
 */
export function issueWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? isRequired : wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return issue.input === undefined ? isRequired : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum));
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum));
    case 'invalid_format':
      return `must be ${formatNames[issue.format] ?? `of the form ${issue.pattern ?? issue.format}`}`;
    default:
      return undefined;
  }
}

function wrongType(expected: string, input: unknown): string {
  const wanted = `must be ${typeNames[expected] ?? expected}`;
  return expected === 'int' ? wanted : `${wanted}, not ${typeOf(input)}`;
}

function typeOf(input: unknown): string {
  if (input === null) return 'null';
  const type = Array.isArray(input) ? 'array' : typeof input;
  return type === 'boolean' ? String(input) : (typeNames[type] ?? type);
}

function bound(origin: string, limit: string, number: number): string {
  // Not a formatter that is made beforehand: that takes 9 ms of every start.
  const count = number.toLocaleString('en-US');
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : undefined;
  if (unit === undefined) return `must be ${limit} ${count}`;
  return `must have ${limit} ${count} ${unit}${number === 1 ? '' : 's'}`;
}
