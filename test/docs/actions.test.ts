import { expect, test } from 'vitest';
import { actionTypes } from '../../schema/actions.ts';
import { actionDays, actionWeights } from '../../src/services/common/actions.ts';
import { catalogue } from '../../tools/index.ts';
import { read, tableOf } from './table-of.ts';

const plain = (cell: string) => cell.replaceAll('`', '');

test('the docs publish what each reason for an action weighs, as it is', () => {
  const rows = tableOf('autopilot', 'reason', 'type', 'impact', 'effort', 'confidence', 'when', 'why it weighs that');
  const told = rows.map(([reason, type, impact, effort, confidence]) => [
    plain(reason!),
    { type: plain(type!), impact: Number(impact), effort: Number(effort), confidence: Number(confidence) },
  ]);
  expect(Object.fromEntries(told)).toEqual(actionWeights);
  for (const row of rows) expect(row.every((cell) => cell.length > 0)).toBe(true);
  const when = rows.map((row) => row[5]).join(' ');
  const days = [...when.matchAll(/(\d+) days/g)].map(([, number]) => Number(number));
  // A keyword that fell is told for two periods of checks.
  expect(new Set(days)).toEqual(new Set([...Object.values(actionDays), 2 * actionDays.rankings]));
});

test('the docs name every type with calls that exist', () => {
  const rows = tableOf('autopilot', 'type', 'the call');
  expect(rows.map(([type]) => plain(type!)).toSorted()).toEqual([...actionTypes].toSorted());
  const names = new Set(catalogue.flatMap(({ operations }) => operations).map(({ name }) => name));
  const named = rows.flatMap(([, calls]) => plain(calls!).split(', '));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('the docs publish the limits of actions as they are', () => {
  const rows = tableOf('autopilot', 'constant', 'value', 'why');
  expect(rows.length).toBeGreaterThan(5);
  for (const [name, value] of rows) {
    const [file, constant] = plain(name!).split('.');
    expect(read(`src/services/${file}.ts`), name).toContain(`const ${constant} = ${plain(value!)};`);
  }
});

test('within a type no two reasons weigh the same: the weightiest leads', () => {
  const weights = Object.values(actionWeights).map(({ type, impact, effort, confidence }) => `${type} ${impact} ${effort} ${confidence}`);
  expect(new Set(weights).size).toBe(weights.length);
});
