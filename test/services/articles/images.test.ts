import { expect, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import { readImageHead } from '../../../src/providers/image/image-file.ts';
import { pictures } from '../../providers/image/pictures.ts';
import { serve } from '../../providers/image/support.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

async function write({ desk }: TestApp, input: object = {}): Promise<Article> {
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, ...input })) as Article;
  await desk.runDue();
  return readWhole(desk, id);
}

/** A serving desk, and the answer at the URL of an article's picture. */
async function withServer(): Promise<{ app: TestApp; fetchPicture(article: Article): Promise<Buffer> }> {
  const app = await createTestApp();
  await addManual(app.desk);
  const { url } = await app.desk.listen({ port: 0 });
  const fetchPicture = async ({ featuredImage }: Article) => {
    const answer = await fetch(new URL(new URL(featuredImage!.url).pathname, url));
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { app, fetchPicture };
}

const imagesAt = (url: string) => ({ provider: 'image', baseUrl: `${url}/v1`, model: 'painter' });

test('an article has a picture of 1200 × 630 that is served to everybody and named in its markup', async () => {
  const { app, fetchPicture } = await withServer();
  const article = await write(app);
  expect(readImageHead(await fetchPicture(article))).toMatchObject({ type: 'png', width: 1200, height: 630 });
  expect(article.featuredImage!.alt).toContain(article.title!);
  expect(article.jsonLd).toMatchObject({ image: article.featuredImage!.url });
});

test('a new title gets a new picture at another URL; the old picture stays available', async () => {
  const { app, fetchPicture } = await withServer();
  const before = await write(app);
  const edited = async (change: object) => {
    await app.desk.call('articles_update', { id: before.id, ...change });
    return readWhole(app.desk, before.id);
  };
  const after = await edited({ title: 'Pools in Practice' });
  expect(after.featuredImage!.url).not.toBe(before.featuredImage!.url);
  expect((await fetchPicture(after)).equals(await fetchPicture(before))).toBe(false);
  const again = await edited({ metaTitle: 'Pools' });
  expect(again.featuredImage).toEqual(after.featuredImage);
});

test('a configured provider makes the picture', async () => {
  const { app, fetchPicture } = await withServer();
  const asked: string[] = [];
  const painter = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ b64_json: pictures.png.toString('base64') }] }));
  });
  await app.desk.call('integrations_set', imagesAt(painter));
  const article = await write(app);
  expect(asked).toEqual(['POST /v1/images/generations']);
  expect(readImageHead(await fetchPicture(article))).toMatchObject({ type: 'png', width: 1200, height: 630 });
  expect(article.featuredImage!.alt).not.toContain('coloured');
});

test('if the provider fails, the picture is drawn here and the article still gets ready', async () => {
  const { app, fetchPicture } = await withServer();
  const painter = await serve((_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}'));
  await app.desk.call('integrations_set', imagesAt(painter));
  const article = await write(app);
  expect(article.status).toBe('ready');
  expect(readImageHead(await fetchPicture(article))).toMatchObject({ width: 1200, height: 630 });
});

test('once the pictures of the month are spent, they are drawn here', async () => {
  const { app, fetchPicture } = await withServer();
  const asked: string[] = [];
  const painter = await serve((request, response) => {
    asked.push(request.url!);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ b64_json: pictures.png.toString('base64') }] }));
  });
  await app.desk.call('integrations_set', { ...imagesAt(painter), monthlyCallCap: 1 });
  await write(app);
  const second = await write(app, { keyword: 'connection pool settings' });
  expect(asked).toEqual(['/v1/images/generations']);
  expect(second.status).toBe('ready');
  expect(readImageHead(await fetchPicture(second))).toMatchObject({ width: 1200, height: 630 });
});

test('no picture is made if none is wanted', async () => {
  const { app } = await withServer();
  expect(await write(app, { includeImage: false })).toMatchObject({ status: 'ready', featuredImage: null });
});
