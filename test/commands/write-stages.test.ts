import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Article } from '../../schema/articles.ts';
import type { ArticleBrief } from '../../schema/drafts.ts';
import { run } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { manual } from '../support/scenario.ts';

const args = ['connection pool', '-w', '250', '--no-image'];

function homeWithManual(): { home: string; source: string[] } {
  const home = temporaryHome();
  writeFileSync(join(home, 'pools.md'), manual);
  return { home, source: ['-s', join(home, 'pools.md')] };
}

test('write reports every completed stage on stderr, and prints only the article', async () => {
  const { home, source } = homeWithManual();
  const { code, stdout, stderr } = await run(['write', ...args, ...source, '--json'], { home });
  expect(code, stderr).toBe(0);
  expect(stderr.match(/^✓ \w+/gm)).toEqual(['✓ research', '✓ brief', '✓ outline', '✓ draft', '✓ checks']);
  expect(JSON.parse(stdout) as Article).toMatchObject({ status: 'ready', featuredImage: null });
});

test('write --writer agent hands out the brief and says how to hand the draft in', async () => {
  const { home, source } = homeWithManual();
  const out = join(home, 'brief.json');
  const { code, stderr } = await run(['write', ...args, ...source, '--writer', 'agent', '--out', out], { home });
  expect(code, stderr).toBe(0);
  const brief = JSON.parse(readFileSync(out, 'utf8')) as ArticleBrief;
  expect(brief).toMatchObject({ status: 'awaiting_draft', keyword: 'connection pool' });
  expect(stderr).toContain(`npx copydesk call articles_submit_draft --json - < draft.json, which holds {"id":"${brief.articleId}"`);
});

test('write --open asks the system to show a page that holds the article and runs no script', async () => {
  const { home, source } = homeWithManual();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > "${join(home, 'shown')}"\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const { code, stderr } = await run(['write', ...args, ...source, '--open'], { home, env });
  expect(code, stderr).toBe(0);
  const page = /shown in the browser: (.+\.html)/.exec(stderr)![1]!;
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('A connection pool is a set of open connections');
  expect(html).toContain("default-src 'none'");
});

test('an unknown writer is a wrong command line', async () => {
  const { code, stderr } = await run(['write', ...args, '--writer', 'ghostwriter'], { home: temporaryHome() });
  expect(code).toBe(2);
  expect(stderr).toContain('--writer must be one of extractive, llm, agent');
});
