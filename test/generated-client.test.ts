import { generateSource } from 'oazapfts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../tools/index.ts';
import { manual } from './support/scenario.ts';
import { createTestApp } from './support/test-app.ts';

/** What a stranger writes who has nothing but the generated client. It is text because it only compiles beside that client; that it does is half of the test. */
const visitor = `
import { handle, ok } from '@oazapfts/runtime';
import * as desk from './client.js';

export async function visit(key: string, manual: string, work: () => Promise<void>) {
  desk.defaults.headers = { authorization: 'Bearer ' + key };

  const added = await ok(desk.knowledgeCreate({ body: { markdown: manual, tags: ['manual'] } }));
  for (const text of ['First note.', 'Second note.', 'Third note.']) {
    await ok(desk.knowledgeCreate({ body: { text, title: text, tags: ['note'] } }));
  }

  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await ok(desk.knowledgeList({ tag: 'note', limit: 2, cursor }));
    pages.push(page.data.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);

  const asked = await ok(desk.articlesCreate({ body: { keyword: 'connection pool', targetWordCount: 250, sources: [added.id] } }));
  await work();
  const job = await ok(desk.jobsGet({ id: asked.jobId }));
  const article = await ok(desk.articlesGet({ id: asked.id, include: ['markdown', 'sources'] }));

  const project = await ok(desk.projectsUpdate({ id: added.projectId, body: { name: 'Renamed', eventWebhookUrl: null } }));
  const rotated = await ok(desk.webhookSecretRotate({}));
  const deleted = await ok(desk.knowledgeDelete({ id: added.id }));

  const absent = await desk.articlesGet({ id: 'art_x' });
  const notFound: desk.Problem | null = absent.status === 404 ? absent.data : null;
  const invalid = await handle(desk.articlesCreate({ body: { keyword: '' } }), {
    202: () => [],
    400: ({ errors = [] }: desk.Problem) => errors.map(({ pointer }) => pointer),
  });
  const stranger = await desk.projectsList({}, { headers: { authorization: 'Bearer nobody' } });

  return {
    pages,
    job: job.status,
    title: article.title?.toLowerCase(),
    body: [article.contentMarkdown, article.contentHtml],
    project: [project.name, project.eventWebhookUrl],
    rotated: rotated.secret,
    deleted: deleted.deleted,
    notFound,
    invalid,
    stranger: stranger.status,
  };
}

export async function refusedByTheCompiler() {
  // @ts-expect-error The keyword is required.
  await desk.articlesCreate({ body: {} });
  // @ts-expect-error A misspelt field.
  await desk.articlesCreate({ body: { keyword: 'pool', tittle: 'Pools' } });
  // @ts-expect-error No status of an article.
  await desk.articlesList({ status: 'done' });
  const answer = await desk.articlesGet({ id: 'art_x' });
  // @ts-expect-error The answer may be a problem.
  answer.data.keyword;
  const article = await ok(desk.articlesGet({ id: 'art_x' }));
  // @ts-expect-error The title is null until written.
  article.title.length;
}
`;

interface Visitor {
  visit(key: string, manual: string, work: () => Promise<void>): Promise<Record<string, unknown>>;
}

test('a third party makes a function of every operation from the served document', async () => {
  const { url } = await startDesk();
  const functions = [...(await generateClient(url)).matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  const operations = catalogue.flatMap((group) => group.operations.map(({ name }) => camelCase(name)));
  expect(functions.toSorted()).toEqual(operations.toSorted());
});

test('its client compiles strictly and is used over the wire', async () => {
  const { url, desk } = await startDesk();
  const folder = clientFolder({ 'client.ts': await generateClient(url), 'visitor.ts': visitor });
  expect(await compile(folder, 'visitor.ts')).toBe('');

  const { visit } = (await import(pathToFileURL(join(folder, 'visitor.js')).href)) as Visitor;
  const { key } = await desk.services.keys.create({ name: 'stranger', scope: 'admin' });
  expect(await visit(key, manual, () => desk.runDue())).toEqual({
    pages: [['Third note.', 'Second note.'], ['First note.']],
    job: 'succeeded',
    title: expect.stringContaining('connection pool'),
    body: [expect.stringContaining('connection pool'), null],
    project: ['Renamed', null],
    rotated: expect.stringMatching(/^whsec_/),
    deleted: true,
    notFound: expect.objectContaining({ status: 404, code: 'not_found', retryable: false }),
    invalid: ['/keyword'],
    stranger: 401,
  });
});

async function startDesk() {
  const { desk } = await createTestApp();
  return { desk, ...(await desk.listen({ port: 0 })) };
}

const generateClient = (url: string) => generateSource(`${url}/api/openapi.json`, { argumentStyle: 'object', useUnknown: true });

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const root = resolve(import.meta.dirname, '..');

/** A temporary package of these files that finds the packages of this one. */
function clientFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** What the compiler has to say, empty where all is well. */
function compile(folder: string, file: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = '--strict --noUncheckedIndexedAccess --module nodenext --target es2024 --lib es2024,dom,dom.iterable';
  return new Promise((done) => {
    execFile(process.execPath, [compiler, ...options.split(' '), file], { cwd: folder }, (_, stdout, stderr) => done(stdout + stderr));
  });
}
