import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';

const isLinux = process.platform === 'linux';

/** The processes that read for this one. */
function readers(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.filter((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('runs tasks apart'));
}

function pageOf(index: number): string {
  const sections = Array.from({ length: 170 }, (_, at) => {
    const kiln = `kiln ${index}.${at}`;
    return `<section><h2>Firing ${kiln}</h2><p>The <b>heat</b> of ${kiln} rises by <code>${at + 100}</code> degrees an hour, and its door stays <a href="#d">locked</a>.</p><ul><li>Open ${kiln} in the morning.</li><li>Sweep its floor at night.</li></ul></section>`;
  });
  return `<html><body><nav><a href="/">Home</a></nav><main><h1>Kiln ${index}</h1>${sections.join('')}</main></body></html>`;
}

// A process takes longer to start than a page takes to be read.
test.skipIf(!isLinux)('pages are read one after the other by one process', async () => {
  const { desk } = await createTestApp();
  const seen = new Set<string>();
  for (let index = 0; index < 40; index++) {
    await desk.call('knowledge_create', { html: pageOf(index) });
    for (const id of readers()) seen.add(id);
  }
  expect(seen.size).toBe(1);
});
