import { expect, test } from 'vitest';
import { explainFailure } from '../../src/net/errors.ts';

const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const explain = (thrown: unknown) => explainFailure(thrown, new URL('https://cms.example/hush'), 7);

test.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM'])('%s is reported as a shortage of this machine', (code) => {
  const message = expect.stringMatching(`^This machine has no room for another connection to cms\\.example \\(${code}: .+\\)\\.$`);
  for (const thrown of [failed(code), new AggregateError([failed(code), failed(code)])])
    expect(explain(thrown)).toMatchObject({ code: 'internal', message, durationMs: 7 });
});

test('the reason is that of an address that was dialled, not of one that could not be', () => {
  const refused = { code: 'connect', message: 'No address of cms.example answers on port 443 (connection refused).' };
  for (const codes of [
    ['EADDRNOTAVAIL', 'ECONNREFUSED'],
    ['ECONNREFUSED', 'EADDRNOTAVAIL'],
  ])
    expect(explain(new AggregateError(codes.map(failed)))).toMatchObject(refused);
});

test('our own errors are passed on unchanged', () => {
  const fault = new TypeError('A fault of ours.');
  expect(explain(fault)).toBe(fault);
});
