import { expect, test } from 'vitest';
import { createEmbeddings } from '../../../src/providers/embeddings/embeddings.ts';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

const apiKey = 'sk-very-secret';

async function open(answer: (asked: Asked) => Said, meter: Meter = unmetered) {
  const site = await startSite(answer);
  return { site, embeddings: createEmbeddings(openSystem(), { baseUrl: `${site.url}/v1/`, apiKey, model: 'small' }, meter) };
}

const inputOf = ({ body }: Asked): string[] => JSON.parse(body.toString()).input;
/** A vector that tells its text, and the answer in another order than asked. */
const backwards = (asked: Asked): Said => ({
  body: {
    object: 'list',
    model: 'small',
    data: inputOf(asked)
      .map((text, index) => ({ object: 'embedding', index, embedding: [Number(text), 0.5] }))
      .toReversed(),
  },
});

test('texts are asked for in batches, and their vectors come in their order', async () => {
  const spent: number[] = [];
  const { site, embeddings } = await open(backwards, { spend: (calls, ask) => (spent.push(calls), ask()) });
  const vectors = await embeddings.embed(Array.from({ length: 70 }, (_, at) => String(at)));
  expect(vectors.map(([first]) => first)).toEqual(Array.from({ length: 70 }, (_, at) => at));
  expect(vectors[0]).toBeInstanceOf(Float32Array);
  expect(site.asked.map((asked) => inputOf(asked).length)).toEqual([32, 32, 6]);
  expect(spent).toEqual([1, 1, 1]);
  expect([site.calls()[0], site.asked[0]!.headers.authorization]).toEqual(['POST /v1/embeddings', `Bearer ${apiKey}`]);
  expect({ ...JSON.parse(site.asked[0]!.body.toString()), input: [] }).toEqual({ model: 'small', input: [] });
  expect(await embeddings.embed([])).toEqual([]);
});

test('a model on this machine needs no key', async () => {
  const site = await startSite(backwards);
  await createEmbeddings(openSystem(), { baseUrl: site.url, model: 'local' }, unmetered).embed(['1']);
  expect(site.asked[0]!.headers.authorization).toBeUndefined();
});

test('without another address OpenAI is asked', async () => {
  const asked: string[] = [];
  const system = openSystem({});
  const request = (one: { url: string }) => (asked.push(one.url), Promise.reject(new Error('no network here')));
  await expect(createEmbeddings({ ...system, request }, { apiKey, model: 'small' }, unmetered).embed(['1'])).rejects.toThrow('no network');
  expect(asked).toEqual(['https://api.openai.com/v1/embeddings']);
});

const data = (...items: unknown[]): Said => ({ body: { data: items } });

test.each([
  ['too few', data({ index: 0, embedding: [1, 2] }), '1 vectors for 2 texts'],
  ['too many', data({ index: 0, embedding: [1] }, { index: 1, embedding: [1] }, { index: 2, embedding: [1] }), 'unknown texts'],
  ['the same one twice', data({ index: 0, embedding: [1] }, { index: 0, embedding: [1] }), 'unknown texts'],
  ['a strange index', data({ index: '0', embedding: [1] }, { index: 1, embedding: [1] }), 'unknown texts'],
  ['differing dimensions', data({ index: 0, embedding: [1, 2] }, { index: 1, embedding: [1] }), 'differing dimensions'],
  ['one of another dimension', data({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2, 3] }), 'differing dimensions'],
  ['words', data({ index: 0, embedding: [1, 'x'] }, { index: 1, embedding: [1, 2] }), 'other things than numbers'],
  ['nulls', data({ index: 0, embedding: [1, null] }, { index: 1, embedding: [1, 2] }), 'other things than numbers'],
  ['numbers too large', data({ index: 0, embedding: [1e300] }, { index: 1, embedding: [1] }), 'other things than numbers'],
  ['base64', data({ index: 0, embedding: 'AACAPw==' }, { index: 1, embedding: 'AACAPw==' }), '0 dimensions'],
  ['nothing', data(null, null), '0 dimensions'],
])('an answer with %s is none', async (_what, said, words) => {
  const { embeddings } = await open(() => said);
  const failure = await failureOf(embeddings.embed(['1', '2']));
  expect(failure).toMatchObject({ code: 'provider_failed', message: expect.stringContaining(words) });
});

test('vectors without an index are in the order of the texts', async () => {
  const { embeddings } = await open(() => data({ embedding: [1] }, { embedding: [2] }));
  expect((await embeddings.embed(['1', '2'])).map(([first]) => first)).toEqual([1, 2]);
});

test('a second batch of another dimension fails', async () => {
  const { embeddings } = await open((asked) => data(...inputOf(asked).map((text) => ({ embedding: Number(text) < 32 ? [1, 2] : [1] }))));
  const failure = await failureOf(embeddings.embed(Array.from({ length: 33 }, (_, at) => String(at))));
  expect(failure.message).toContain('differing dimensions');
});

test.each([
  [{ status: 401, body: { error: { message: `Incorrect API key provided: ${apiKey}.` } } }, 'provider_refused', 'Incorrect API key', 'key'],
  [{ status: 404, body: { error: { message: 'model "small" not found, try pulling it first' } } }, 'provider_refused', 'pulling it', '/v1'],
  [{ status: 400, body: { error: 'this model does not support embeddings' } }, 'provider_refused', 'does not support', 'Mend'],
  [{ status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'Rate limit' } } }, 'rate_limited', 'Rate limit', 'in 7 s'],
  [{ status: 503, body: { detail: 'loading model' } }, 'provider_failed', 'loading model', 'later'],
  [{ body: '<html></html>' }, 'provider_refused', 'is not what', 'log-in page'],
  [{ body: { embedding: [] } }, 'provider_refused', 'is not what', 'often with /v1'],
  [{ body: [{ index: 0, embedding: [[1, 2]] }] }, 'provider_refused', 'is not what', 'often with /v1'],
  [
    { status: 422, body: { message: 'batch size 33 > maximum allowed batch size 8', type: 'validation', code: 422 } },
    'provider_refused',
    'maximum allowed',
    'texts at once',
  ],
  [null, 'provider_failed', 'cannot be reached', 'is up'],
])('an endpoint that answers %j is told with how to mend it', async (said, code, words, hint) => {
  const { embeddings } = await open(() => said);
  const failure = await failureOf(embeddings.embed(['1']));
  expect(failure).toMatchObject({ code, message: expect.stringContaining(words), hint: expect.stringContaining(hint) });
  expect(failure.message).not.toContain(apiKey);
});

test('an aborted run throws the reason, before its next batch is paid', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  let paid = 0;
  const meter: Meter = {
    async spend(_calls, ask) {
      paid++;
      const answer = await ask();
      stop.abort(reason);
      return answer;
    },
  };
  const { embeddings } = await open(backwards, meter);
  await expect(
    embeddings.embed(
      Array.from({ length: 300 }, (_, at) => String(at)),
      stop.signal,
    ),
  ).rejects.toBe(reason);
  expect(paid).toBe(1);
});
