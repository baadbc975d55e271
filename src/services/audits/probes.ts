import type { Probes } from '../../audit/site-checks/site-view.ts';
import type { Polite } from '../../crawl/polite.ts';
import { isOwn, normaliseUrl } from '../../crawl/url.ts';
import type { System } from '../../system.ts';
import { timeLimit } from '../common/time-limit.ts';

const maxBytes = 64 * 1024;
/** For all questions, however much of the audit's time is left. */
const maxMs = 10_000;
/** Of an llms.txt. */
const maxLinks = 50;

export const noProbes: Probes = { madeUp: null, llmsTxt: null, llmsGone: [], secureWorks: null, plainLeadsTo: null };

/** Asks a site a few questions that its pages do not answer: an address that was made up, llms.txt, and the other scheme. What it does not answer in time stays unknown. */
export async function probe(
  system: Pick<System, 'random' | 'pause'>,
  polite: Pick<Polite, 'fetch'>,
  start: string,
  signal: AbortSignal,
): Promise<Probes> {
  const limit = timeLimit(system, maxMs, signal);
  const ask = (url: string) =>
    polite.fetch(url, { accept: '*/*', maxBytes, maxAttempts: 1, signal: limit.signal }).catch((thrown: unknown) => {
      if (limit.isUp()) return null;
      throw thrown;
    });
  const { protocol, hostname, port, host } = new URL(start);
  const madeUpUrl = new URL(`/${system.random(12).toString('hex')}`, start).href;
  const madeUp = await ask(madeUpUrl);
  const llms = await ask(new URL('/llms.txt', start).href);
  const isText = /^text\/(?:plain|markdown)/i.test(llms?.headers['content-type'] ?? '');
  const hasLlms = llms?.outcome === 'answered' && llms.status === 200 && isText;
  // A site of its own port, or without a name, is one for tests: it has no other scheme.
  const hasName = port === '' && isName(hostname);
  const isSecure = protocol === 'https:';
  const other = hasName ? await ask(`${isSecure ? 'http' : 'https'}://${host}/`) : null;
  const llmsGone = hasLlms ? await goneAmong(linksIn(llms.body.toString('utf8'), start), ask) : [];
  await limit.end();
  const answered = other?.outcome === 'answered' && other.status < 400;
  return {
    madeUp: madeUp?.outcome === 'answered' ? { url: madeUpUrl, status: madeUp.status } : null,
    llmsTxt: llms?.outcome === 'answered' && !isBusy(llms) ? hasLlms : null,
    llmsGone,
    secureWorks: other === null || isSecure || other.outcome === 'forbidden' ? null : answered,
    plainLeadsTo: isSecure && answered ? (other.url.startsWith('https:') ? 'https' : 'http') : null,
  };
}

/** Whether it is a name of the public kind, and no address or name of this network. */
function isName(hostname: string): boolean {
  return /\.[a-z][\w-]*$/i.test(hostname);
}

/** Says nothing of what is there. */
function isBusy({ status }: { status: number }): boolean {
  return status === 429 || status >= 500;
}

/** The addresses of the site that a text in Markdown links to, each once. */
function linksIn(text: string, start: string): string[] {
  const urls = Array.from(text.matchAll(/\]\(\s{0,5}([^()\s]{1,2000})/g), ([, written]) => normaliseUrl(written!, start));
  return [...new Set(urls)].filter((url) => url !== null && isOwn(start, url)).slice(0, maxLinks) as string[];
}

async function goneAmong(urls: readonly string[], ask: (url: string) => Promise<{ status: number } | null>): Promise<string[]> {
  const gone: string[] = [];
  for (const url of urls) if ([404, 410].includes((await ask(url))?.status ?? 0)) gone.push(url);
  return gone;
}
