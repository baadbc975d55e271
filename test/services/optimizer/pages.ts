import type { Job } from '../../../schema/jobs.ts';
import type { Optimization } from '../../../schema/optimizations.ts';
import { startSite, type Answering, type Site } from '../../support/site.ts';
import type { TestApp } from '../../support/test-app.ts';

const sizing =
  'The pool size decides how many requests run at once. A small pool size protects the server from sudden load. Most applications start with ten connections for each origin. Measure the waiting time before you change the pool size.';
const idle =
  'An idle connection waits in the pool until a request asks for one. The idle timeout closes an idle connection that nobody uses. Set the idle timeout shorter than that of the server.';
const leaks =
  'A connection leak happens where a request never gives its connection back. A connection leak shows as a pool that is always empty. Log the stack of each checkout to find a connection leak.';

const target = `<!doctype html><html lang="en"><head><title>Connection pool basics | Acme</title>
<meta name="description" content="What a connection pool is and what it does for requests."></head><body><main><h1>Connection pool basics</h1>
<p>A connection pool keeps <a href="/driver">connections of the driver</a> open, so that a request need not wait for a handshake. It is a set of open connections that requests share.</p>
<h2>What it does</h2><p>The pool hands out a connection when a request asks for one, and takes it back when the answer has arrived. It holds at most 20 connections at a time.</p>
<p><img src="/pool.png" alt="A pool of connections"></p>
<pre><code class="language-js">const pool = new Pool({ max: 20 });</code></pre>
<h2>When to use one</h2><p>Use a connection pool wherever many requests ask the same server, since each handshake takes time.</p>
<table><tr><th>Option</th><th>Default</th></tr><tr><td>max</td><td>20</td></tr></table></main></body></html>`;

export function rival(name: string): string {
  return `<!doctype html><html lang="en"><head><title>Connection pool: ${name}</title></head><body><main><h1>Connection pool: ${name}</h1>
<p>A connection pool of ${name} shares open connections among requests, and spares each of them a handshake.</p>
<h2>Pool size</h2><p>${sizing}</p><h2>Idle connections</h2><p>${idle}</p>
<h2>How do I find a connection leak?</h2><p>${leaks} This is how ${name} does it.</p></main></body></html>`;
}

/** A site with the page that is made better at /pool, and competitors at /a, /b and /c of another. */
export async function startPages(more: Record<string, Answering> = {}): Promise<{ own: Site; theirs: Site; competitorUrls: string[] }> {
  const own = await startSite({ '/pool': target });
  const theirs = await startSite({ '/a': rival('Alpha'), '/b': rival('Beta'), '/c': rival('Gamma'), ...more });
  return { own, theirs, competitorUrls: ['/a', '/b', '/c'].map((path) => theirs.url + path) };
}

export const manual = `# Connection pools

## Pool size

Most applications start with ten connections for each origin. The pool size decides how many requests run at once.

## Idle connections

The idle timeout closes an idle connection that nobody uses. An idle connection waits in the pool until a request asks for one.

## Connection leaks

A connection leak happens where a request never gives its connection back. Log the stack of each checkout to find a connection leak.
`;

export const create = (app: TestApp, input: Record<string, unknown>) =>
  app.desk.call('optimizations_create', input) as Promise<Optimization>;
export const read = (app: TestApp, id: string, include: string[] = []) =>
  app.desk.call('optimizations_get', { id, include }) as Promise<Optimization>;

/** The optimization once its job has ended or waits. */
export async function optimized(app: TestApp, input: Record<string, unknown>, include: string[] = []): Promise<Optimization> {
  const { id } = await create(app, input);
  await app.desk.runDue();
  return read(app, id, include);
}

export const job = (app: TestApp, id: string) => app.desk.call('jobs_get', { id }) as Promise<Job>;
