import { decodeText } from '../../documents/decode.ts';
import type { DocumentBeginning } from '../../documents/reading.ts';
import { isUnreadable } from '../../documents/unreadable.ts';
import { AppError } from '../../errors.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import { readPageInTurns } from '../../pages/read-page.ts';
import type { System } from '../../system.ts';
import type { Reading } from '../knowledge/index.ts';

/** What an address answered. */
export interface Answer {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

export interface Pages {
  /** The facts of an answer; null if it is no page, or nothing that can be decoded. Other work has its turn meanwhile, however long it is. Rejects only if `signal` is aborted. */
  facts(answer: Answer, signal: AbortSignal): Promise<PageFacts | null>;
  /** The main text of a page, of a long one the beginning; null where it cannot be read. `language` is the one that is expected. Rejects only if `signal` is aborted. */
  text(answer: Answer, language: string, signal: AbortSignal): Promise<DocumentBeginning | null>;
}

/** Passages of prose of a page: more than are kept, and enough to tell what it is about. */
const maxProse = 200;

export function createPages({ turns }: Pick<System, 'turns'>, reading: Pick<Reading, 'readBeginning'>): Pages {
  return {
    async facts({ url, headers, body }, signal) {
      if (!isHtml(headers['content-type'] ?? '')) return null;
      const charset = charsetOf(headers);
      const turn = turns(signal);
      try {
        return await readPageInTurns(await decodeText(body, charset, turn), { url, headers }, turn);
      } catch (thrown) {
        signal.throwIfAborted();
        if (isUnreadable(thrown)) return null;
        throw thrown;
      }
    },

    async text({ url, headers, body }, language, signal) {
      try {
        const source = { kind: 'html', content: body, charset: charsetOf(headers), language } as const;
        return await reading.readBeginning(source, maxProse, new URL(url).origin, signal);
      } catch (thrown) {
        signal.throwIfAborted();
        if (thrown instanceof AppError) return null;
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
  return /charset\s*=\s*["']?([\w.:-]{2,40})/i.exec(headers['content-type'] ?? '')?.[1];
}
