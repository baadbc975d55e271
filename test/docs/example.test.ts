import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ArticleChange } from '../../schema/article-changes.ts';
import { createTestApp } from '../support/test-app.ts';

const top = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, top), 'utf8');

/** What stands first under `Let an agent write`: the calls, and the draft. */
function writtenExample(): { calls: { name: string; input: Record<string, string> }[]; draft: string } {
  const section = read('docs/writing.md').split('\n## Let an agent write\n')[1]!;
  const [calls, draft] = Array.from(section.matchAll(/^```\w*\n(.*?)^```$/gms), ([, block]) => block!);
  return {
    calls: Array.from(calls!.matchAll(/^(\w+) +(\{.*\})$/gm), ([, name, input]) => ({ name: name!, input: JSON.parse(input!) })),
    draft: draft!,
  };
}

/** Makes the calls of the page, with what stands between < and > filled in; `drafts` are handed in one after the other. */
async function follow(drafts: readonly string[]): Promise<ArticleChange[]> {
  const { desk } = await createTestApp();
  const known: Record<string, string> = {};
  const submitted: ArticleChange[] = [];
  const filled = (input: Record<string, string>, markdown: string) =>
    JSON.parse(JSON.stringify(input), (_key, value: unknown) => {
      const wanted = typeof value === 'string' ? /^<(.*)>$/.exec(value)?.[1] : undefined;
      if (wanted === undefined) return value;
      const file = /^the text of (\S+)$/.exec(wanted)?.[1];
      return file === undefined ? (known[wanted] ?? markdown) : read(file);
    }) as Record<string, unknown>;
  for (const { name, input } of writtenExample().calls) {
    if (name === 'articles_submit_draft') {
      for (const markdown of drafts) submitted.push((await desk.call(name, filled(input, markdown))) as ArticleChange);
      continue;
    }
    if (name === 'jobs_get') await desk.runDue();
    const answer = (await desk.call(name, filled(input, ''))) as Record<string, string>;
    if (name === 'articles_create') Object.assign(known, { id: answer['id'], jobId: answer['jobId'] });
    if (name === 'jobs_get') expect(answer).toMatchObject({ waitsFor: 'draft' });
  }
  return submitted;
}

test('the draft that the docs show is accepted as it stands', async () => {
  expect(await follow([writtenExample().draft])).toMatchObject([{ accepted: true, status: 'ready' }]);
});

test('the slip that the docs tell of is not accepted, and mended it is', async () => {
  const { draft } = writtenExample();
  const [refused, mended] = await follow([draft.replace('in milliseconds', 'in 30 seconds'), draft]);
  expect(refused).toMatchObject({ accepted: false, gates: ['unsupported_claims'] });
  expect(refused!.claims[0]).toMatchObject({ gate: true, reason: expect.stringContaining('[3] does not give “30” for this.') });
  expect(mended!.accepted).toBe(true);
});

test('the sample of the README is from what the desk writes', async () => {
  const { desk } = await createTestApp();
  for (const manual of ['Pool', 'Client', 'Agent'])
    await desk.call('knowledge_create', { markdown: read(`node_modules/undici/docs/docs/api/${manual}.md`) });
  const request = { keyword: 'connection pool', targetWordCount: 300, includeImage: false };
  const { id } = (await desk.call('articles_create', request)) as { id: string };
  await desk.runDue();
  const article = (await desk.call('articles_get', { id })) as { title: string; contentMarkdown: string };
  const [title, ...paragraphs] = /^```markdown\n(.*?)\n```$/ms.exec(read('README.md'))![1]!.split('\n\n');
  expect(title).toBe(`# ${article.title}`);
  expect(paragraphs.filter((paragraph) => !article.contentMarkdown.includes(paragraph))).toEqual([]);
});
