import { decodeText } from '../../documents/decode.ts';
import { isUnreadable } from '../../documents/unreadable.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import { readPage } from '../../pages/read-page.ts';
import { pageTasks } from '../../pages/tasks.ts';
import { Overrun, type OpenThread } from '../../threads/thread.ts';

/** What an address answered. */
export interface Answer {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

export interface Pages {
  /** The facts of an answer; null if it is no page, nothing that can be decoded, or takes too long. Rejects only if `signal` is aborted. */
  facts(answer: Answer, signal: AbortSignal): Promise<PageFacts | null>;
}

/** The time limit of reading one large page. */
const maxPageMs = 10_000;
/** A larger page is read on a thread: it would hold the event loop for more than 20 ms. */
const maxReadHere = 256 * 1024;

export function createPages(openThread: OpenThread): Pages {
  const thread = openThread(pageTasks, { maxMs: maxPageMs });
  return {
    async facts({ url, headers, body }, signal) {
      if (!isHtml(headers['content-type'] ?? '')) return null;
      const charset = charsetOf(headers);
      try {
        if (body.length > maxReadHere) return await thread.run('read', [{ body, charset, url, headers }], signal);
        return readPage(await decodeText(body, charset), { url, headers });
      } catch (thrown) {
        signal.throwIfAborted();
        if (isUnreadable(thrown) || thrown instanceof Overrun) return null;
        throw thrown;
      }
    },
  };
}

/** Also what names no type. */
export function isHtml(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml|$)/i.test(contentType);
}

export function charsetOf(headers: Answer['headers']): string | undefined {
  return /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(headers['content-type'] ?? '')?.[1];
}
