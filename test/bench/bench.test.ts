import { expect, test, vi } from 'vitest';
import { runNamed } from './run-named.ts';
import * as calls from './calls.ts';
import * as deliveries from './deliveries.ts';
import * as reading from './reading.ts';
import * as rest from './rest.ts';
import * as start from './start.ts';
import { openRaw } from './store-sides.ts';
import * as store from './store.ts';

const withoutStorage = async () => ({ url: '', cpuMs: () => 0, stop: async () => {} });
const desk = deliveries.tiny.contenders![0]!;

/** Every bench of several sides, with a side planted that answers otherwise, and with one that never answers. */
const planted: Record<string, { otherwise(): Promise<object>; silent(): Promise<object> }> = {
  rest: {
    otherwise: () => rest.run({ ...rest.tiny, bareScript: 'faults/otherwise.ts' }),
    silent: () => rest.run({ ...rest.tiny, bareScript: 'faults/silent.ts' }),
  },
  calls: {
    otherwise: () => calls.run({ ...calls.tiny, bareScript: 'faults/otherwise.ts' }),
    silent: () => calls.run({ ...calls.tiny, bareScript: 'faults/silent.ts' }),
  },
  start: {
    otherwise: () => start.run({ ...start.tiny, bareScript: 'faults/otherwise.ts' }),
    silent: () => start.run({ ...start.tiny, bareScript: 'faults/silent.ts' }),
  },
  store: {
    otherwise: () => store.run({ ...store.tiny, openRaw: (home) => ({ ...openRaw(home), claim: async () => [] }) }),
    silent: () => store.run({ ...store.tiny, openRaw: (home) => ({ ...openRaw(home), get: () => new Promise(() => {}) }) }),
  },
  deliveries: {
    otherwise: () =>
      deliveries.run({ ...deliveries.tiny, contenders: [desk, { name: '../../faults/unsigned-side', openStorage: withoutStorage }] }),
    silent: () =>
      deliveries.run({ ...deliveries.tiny, contenders: [desk, { name: '../../faults/idle-side', openStorage: withoutStorage }] }),
  },
};

for (const [name, { silent }] of Object.entries(planted)) {
  test(`bench ${name} fails within seconds where a side never answers`, { concurrent: true, timeout: 60_000 }, async () => {
    await expect(silent()).rejects.toThrow(/no answer within \d+ s/);
  });
}

for (const [name, { otherwise }] of Object.entries(planted)) {
  test(`bench ${name} fails where a side answers otherwise`, { concurrent: true, timeout: 60_000 }, async () => {
    await expect(otherwise()).rejects.toThrow(/answers otherwise than|without signature/);
  });
}

test('bench reading says which manuals are missing where none is installed', async () => {
  const nowhere = { package: 'no-doc', folder: '/nowhere', pages: /./, main: 'body', without: 'nav' };
  expect(await reading.run({ manuals: [nowhere] })).toEqual({ skipped: expect.stringContaining('apt-get install no-doc') });
});

test('a bench that does not end is stopped and named, and one that did not pass is named', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const faults = {
    word: 'bench',
    folder: new URL('faults/', import.meta.url),
    known: ['endless', 'failing'],
    maxSeconds: { tiny: 2, full: 2 },
  };
  expect(await runNamed(faults, ['tiny'])).toBe(1);
  expect(said.mock.calls.flat().toSorted()).toEqual(['bench endless did not end within 2 s and was stopped.', 'bench failing failed.']);
  said.mockRestore();
});
