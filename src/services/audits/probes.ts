import type { Probes } from '../../audit/site-checks/site-view.ts';
import type { Polite } from '../../crawl/polite.ts';
import type { System } from '../../system.ts';
import { timeLimit } from './time-limit.ts';

const maxBytes = 64 * 1024;
/** For all questions, however much of the audit's time is left. */
const maxMs = 10_000;

export const noProbes: Probes = { madeUp: null, llmsTxt: null, secureWorks: null, plainLeadsTo: null };

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
  // A site of its own port, or without a name, is one for tests: it has no other scheme.
  const hasName = port === '' && isName(hostname);
  const isSecure = protocol === 'https:';
  const other = hasName ? await ask(`${isSecure ? 'http' : 'https'}://${host}/`) : null;
  await limit.end();
  const answered = other?.outcome === 'answered' && other.status < 400;
  return {
    madeUp: madeUp?.outcome === 'answered' ? { url: madeUpUrl, status: madeUp.status } : null,
    llmsTxt: llms?.outcome === 'answered' && !isBusy(llms) ? llms.status === 200 && isText : null,
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
