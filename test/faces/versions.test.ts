import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withIfMatch } from '../../src/faces/rest/versions.ts';
import { defineOperation } from '../../src/operation.ts';
import { startToy } from './toy-server.ts';

const change = defineOperation<unknown>()({
  name: 'notes_change',
  method: 'PATCH',
  path: '/notes/{id}',
  title: 'Change',
  description: 'Changes.',
  input: z.strictObject({ id: z.string(), version: z.number().int().optional() }),
  output: z.object({ version: z.number() }),
  versioned: true,
  example: { input: { id: 'a' }, output: { version: 1 } },
  handle: () => ({ version: 1 }),
});
const versionFrom = (header?: string, input: Record<string, unknown> = {}) => withIfMatch(change, input, header)['version'];

describe('If-Match', () => {
  test.each([
    [undefined, undefined],
    ['*', undefined],
    ['"3"', 3],
    [' "3" ', 3],
    ['"3", "3"', 3],
    ['"other", "3",W/"2"', 3],
    ['"a,b", "3"', 3],
  ])('%j asks for the version %j', (header, version) => {
    expect(versionFrom(header)).toBe(version);
  });

  test.each(['"03"', '"0"', 'W/"3"', '3', '"3', '"3" "2"', '', '"-3"', '"3.0"', '"9999999999"', '*, "3"', '"3", 2'])(
    '%j can match none',
    (header) => {
      expect(() => versionFrom(header)).toThrow(expect.objectContaining({ code: 'precondition_failed' }));
    },
  );

  test('several versions are refused, and so is another in the body', () => {
    expect(() => versionFrom('"3", "2"')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => versionFrom('"3"', { version: 2 })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(versionFrom('"3"', { version: 3 })).toBe(3);
  });

  test('is not passed over where the operation takes no version', async () => {
    await using toy = await startToy();
    const answer = await toy.api('DELETE', '/notes/not_1', { headers: { 'if-match': '"3"' } });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining('DELETE /api/v1/notes/{id} takes no version') },
    });
    expect(toy.services.inputs).toEqual([]);
    expect((await toy.api('DELETE', '/notes/not_1', { headers: { 'if-match': '*' } })).status).toBe(200);
  });
});
