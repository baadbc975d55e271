import { expect, test } from 'vitest';
import { limits } from '../../src/commands/doctor/check.ts';
import { tableOf } from './table-of.ts';

test('the docs give what the doctor holds against a desk, with its limits as they are', () => {
  const told = Object.fromEntries(tableOf('operating', 'check', 'something is wrong') as [string, string][]);
  const numberIn = (check: string, unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(told[check]!)![1]);
  expect({
    maxWaitingMs: numberIn('work', 'minute') * 60_000,
    maxAheadMs: numberIn('clock', 'minutes') * 60_000,
    maxBackupAgeMs: numberIn('backup', 'days') * 86_400_000,
    minRoomBytes: numberIn('disk', 'MiB') * 2 ** 20,
  }).toEqual(limits);
});
