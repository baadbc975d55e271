import { request } from 'undici';
import { expect, test } from 'vitest';
import { startToy } from './toy-server.ts';

const token = '5f0c2b9a71d34e8896ab03cf4d127e5b60a9f81c3d24b7e5';
const text = `BEGIN:VCALENDAR\r\n${'X-TEST:1\r\n'.repeat(200)}END:VCALENDAR`;

async function startWithCalendar() {
  const asked: string[] = [];
  const toy = await startToy({
    readCalendar: async (one) => {
      asked.push(one);
      return one === token ? { text } : undefined;
    },
  });
  const ask = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', file = `${token}.ics`) => {
    const answer = await request(`${toy.url}/calendar/${file}`, { method, headers });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return { toy, asked, ask, [Symbol.asyncDispose]: () => toy.app.close() };
}

test('a calendar is read without a key, asked for again each time, and kept out of search engines', async () => {
  await using server = await startWithCalendar();
  const answer = await server.ask();
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  expect(await server.ask({}, 'HEAD')).toMatchObject({ status: 200, text: '', headers: { etag: answer.headers.etag } });
});

test('who has it already gets it not again', async () => {
  await using server = await startWithCalendar();
  const { etag } = (await server.ask()).headers;
  expect(await server.ask({ 'if-none-match': String(etag) })).toMatchObject({ status: 304, text: '' });
  expect(await server.ask({ 'if-none-match': '"other"' })).toMatchObject({ status: 200, text });
});

test.each([
  `${'0'.repeat(48)}.ics`,
  `${token}`,
  `${token}.png`,
  `${token.toUpperCase()}.ics`,
  `${token}0.ics`,
  '.ics',
  '%00.ics',
  "' or 1=1.ics",
])('there is none at %s', async (file) => {
  await using server = await startWithCalendar();
  const answer = await server.ask({}, 'GET', encodeURI(file));
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found', hint: expect.stringContaining('feedUrl') });
  expect(server.asked.every((one) => /^[0-9a-f]{48}$/.test(one))).toBe(true);
});
