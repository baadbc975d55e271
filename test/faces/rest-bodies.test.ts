import { describe, expect, test } from 'vitest';
import { startToy } from './toy-server.ts';

describe('bodies', () => {
  test.each([
    ['no body', {}],
    ['an empty body', { raw: '' }],
    ['an empty JSON body', { raw: '', headers: { 'content-type': 'application/json' } }],
    ['an empty text body, as fetch sends it', { raw: '', headers: { 'content-type': 'text/plain;charset=UTF-8' } }],
    ['an empty object', { body: {} }],
  ])('a POST without fields accepts %s', async (_, call) => {
    await using toy = await startToy();
    expect((await toy.api('POST', '/settings/secret', { key: 'admin', ...call })).status).toBe(200);
  });

  test.each([
    'application/json; charset=utf-8',
    'application/JSON;charset="UTF-8"',
    'application/vnd.notes+json',
    'application/json; profile=x',
  ])('the content type %s is JSON', async (type) => {
    await using toy = await startToy();
    expect((await toy.api('POST', '/notes', { raw: '{"title":"Bread"}', headers: { 'content-type': type } })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=utf-16',
    'json',
    'multipart/form-data; boundary=x',
  ])('the content type %s is 415', async (type) => {
    await using toy = await startToy();
    const answer = await toy.api('POST', '/notes', { raw: '{"title":"Bread"}', headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  test('a body without a content type, and a compressed one, are 415', async () => {
    await using toy = await startToy();
    expect((await toy.api('POST', '/notes', { raw: '{"title":"Bread"}' })).status).toBe(415);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await toy.api('POST', '/notes', { raw: '{"title":"Bread"}', headers })).status).toBe(415);
  });

  test.each(['{', 'x', '{"title":"a"} b', "{'title':1}", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])])(
    'the body %j is no JSON',
    async (raw) => {
      await using toy = await startToy();
      const answer = await toy.api('POST', '/notes', { raw, headers: { 'content-type': 'application/json' } });
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
    },
  );

  test.each(['[]', '"text"', 'null', '5', '[{"title":"a"}]'])('the body %s is JSON but no object', async (raw) => {
    await using toy = await startToy();
    const answer = await toy.api('POST', '/notes', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input', errors: [{ pointer: '' }] } });
  });

  test('a body of more than 1 MiB is 413', async () => {
    await using toy = await startToy();
    const answer = await toy.api('POST', '/notes', { body: { title: 'x'.repeat(1024 * 1024) } });
    expect(answer).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  test('__proto__ is an unknown field like any other, and changes no prototype', async () => {
    await using toy = await startToy();
    const raw = '{"title":"Bread","__proto__":{"stars":9}}';
    const { json } = await toy.api('POST', '/notes', { raw, headers: { 'content-type': 'application/json' } });
    expect(json.errors).toMatchObject([{ pointer: '/__proto__', code: 'unknown_field' }]);
    expect(({} as { stars?: number }).stars).toBeUndefined();
  });

  test('of a repeated key the last one holds, for the check and for the handler', async () => {
    await using toy = await startToy();
    await toy.api('POST', '/notes', { raw: '{"title":7,"title":"Last"}', headers: { 'content-type': 'application/json' } });
    expect(toy.services.inputs).toEqual([{ title: 'Last' }]);
  });

  test('every field that is wrong is named', async () => {
    await using toy = await startToy();
    const { json } = await toy.api('POST', '/notes', { body: { title: '', stars: '3', colour: 'red' } });
    expect(json.errors.map((error: { pointer: string }) => error.pointer).toSorted()).toEqual(['/colour', '/stars', '/title']);
    expect(json.hint).toBeTypeOf('string');
  });

  test('a deeply nested body is refused without harm', async () => {
    await using toy = await startToy();
    const raw = `{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect((await toy.api('POST', '/notes', { raw, headers: { 'content-type': 'application/json' } })).status).toBe(413);
    expect((await toy.api('GET', '/notes')).status).toBe(200);
  });

  test('commas and brackets within a text are no values', async () => {
    await using toy = await startToy();
    const text = '\\"[{,'.repeat(30_000);
    expect(await toy.api('POST', '/notes', { body: { title: 'Long', text } })).toMatchObject({ status: 400, json: { errors: [{ pointer: '/text' }] } }); // prettier-ignore
  });
});
