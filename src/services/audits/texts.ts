import type { Visit } from '../../crawl/crawl.ts';
import { isOwn } from '../../crawl/url.ts';
import type { DocumentBeginning } from '../../documents/reading.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { System } from '../../system.ts';
import { maxPages, type OwnTexts, type Pages } from '../site/index.ts';

/** Texts that an audit reads, of pages that are new or have changed: each takes some 30 ms of another processor, and a large page many times that. */
export const maxTexts = 500;
/** Bytes of pages whose text waits to be read; the text of what comes meanwhile is left to the next audit, as no audit waits for texts while it crawls. */
export const maxWaitingBytes = 16 * 1024 * 1024;
/** That an audit waits for texts when all else is done. */
export const maxWaitMs = 30_000;
/** Read at once: small and large pages each have a process. */
const maxAtOnce = 2;

/** Keeps the main texts of the project's own pages among the crawled pages, beside the audit that reads them. */
export interface TextKeeping {
  /** Takes a page that was read; its text is read meanwhile. Those nearest to the start come first. */
  take(visit: Visit, facts: PageFacts | null): Promise<void>;
  /** Waits for what is being read, so long at most; then nothing is read any more. */
  end(maxMs: number): Promise<void>;
}

interface Needs {
  system: Pick<System, 'pause' | 'log'>;
  ownTexts: Pick<OwnTexts, 'take'>;
  pages: Pages;
  project: { id: string; site_url: string | null; language: string };
  signal: AbortSignal;
}

interface WaitingText {
  visit: Visit;
  keep(text: DocumentBeginning): Promise<void>;
}

export function keepingTexts({ system, ownTexts, pages, project, signal: given }: Needs): TextKeeping {
  const { id, site_url: site, language } = project;
  const ending = new AbortController();
  const signal = AbortSignal.any([given, ending.signal]);
  const waiting: WaitingText[] = [];
  const readers = new Set<Promise<void>>();
  let waitingBytes = 0;
  let taken = 0;
  let there = 0;

  async function readOn(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { visit, keep } = next;
      const text = await pages.text(visit, language, signal).finally(() => (waitingBytes -= visit.body.length));
      if (text) await keep(text);
    }
  }

  function startReader(): void {
    const reader = readOn()
      .catch((thrown: unknown) => {
        for (const { visit } of waiting.splice(0)) waitingBytes -= visit.body.length;
        if (!signal.aborted) system.log.error({ err: thrown }, 'texts of a site could not be kept');
      })
      .finally(() => readers.delete(reader));
    readers.add(reader);
  }

  return {
    async take(visit, facts) {
      // Beyond what may be kept of a project, others would only take the place of these.
      if (there >= maxPages.own || site === null || !isOwn(site, visit.url)) return;
      const keep = await ownTexts.take(id, visit, facts);
      if (keep === 'none') return;
      there++;
      if (keep === 'same' || taken >= maxTexts || waitingBytes >= maxWaitingBytes || signal.aborted) return;
      taken++;
      waitingBytes += visit.body.length;
      waiting.push({ visit, keep });
      if (readers.size < maxAtOnce) startReader();
    },

    async end(maxMs) {
      const over = system.pause(maxMs, signal).then(
        () => ending.abort(new Error('The time for texts is up.')),
        () => {},
      );
      while (readers.size > 0) await Promise.all(readers);
      ending.abort(new Error('All texts are kept.'));
      await over;
    },
  };
}
