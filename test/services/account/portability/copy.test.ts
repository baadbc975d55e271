import { expect, test } from 'vitest';
import { renewing } from '../../../../src/services/account/portability/copy.ts';
import { exportOf, forge } from '../../../support/archives.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { madeArchive } from './support.ts';

test('a copy changes the ids that stand behind a line break too, and addresses of its own pictures alone', async () => {
  const { files, id } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const { portability } = app.desk.services;
  await portability.import({ path: await forge(files) });
  const rows = rowsOf(app.home);
  const [{ id: article }] = (await rows.all<{ id: string }>('articles', {}, 'id')) as [{ id: string }];
  const [own, foreign] = ['abcdefghijklmnopqrstuvwxyz_-0123', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123'];
  await rows.update('articles', { image_token: own }, { id: article });
  const text = `It says\n${article}\ttwo.\n![a](https://desk.example/media/${own}.png)\n![b](https://elsewhere.com/media/${foreign}.png)`;
  await rows.update('articles', { content_markdown: text, outline: JSON.stringify([text]) }, { id: article });
  const { projectId } = await portability.import({ path: await exportOf(app.desk, id), asCopy: true });
  const [copy] = await rows.all<Record<string, string>>('articles', { project_id: projectId }, 'id');
  const expected = text.replace(article, copy!['id']!).replace(own, copy!['image_token']!);
  expect(copy!['id']).not.toBe(article);
  expect(copy!['image_token']).not.toBe(own);
  expect(copy!['content_markdown']).toBe(expected);
  expect(JSON.parse(copy!['outline']!)).toEqual([expected]);
});

test('what only looks like an id stays as it is', () => {
  const { line } = renewing(Buffer.alloc(32), new Set());
  const texts = [
    'img_d41d8cd98f00b204e9800998ecf8427e',
    'id 0199aaaaaaaa7bbb8cccccccccccccccc',
    'art_0199aaaaaaaa7bbb8ccccccccccccccccc',
    'art_0199aaaaaaaa7bbb',
  ];
  for (const text of texts) expect(JSON.parse(line(JSON.stringify({ text })))).toEqual({ text });
});
