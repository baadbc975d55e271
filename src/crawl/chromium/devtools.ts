import type { Readable, Writable } from 'node:stream';

/** What the browser tells by itself. */
export interface BrowserEvent {
  method: string;
  params: Record<string, unknown>;
  /** The page it is about; undefined for the browser as a whole. */
  sessionId?: string;
}

/** A browser's debugging pipe: the Chrome DevTools Protocol as JSON, each message ended by a zero byte. */
export interface DevTools {
  /** Rejects if the browser refuses, with `Gone` once it has ended. */
  send(method: string, params?: Record<string, unknown>, sessionId?: string): Promise<Record<string, unknown>>;
  /** Sets who is told events. */
  onEvent(listener: (event: BrowserEvent) => void): void;
}

/** The browser has ended, or is about to; the process knows why. */
export class Gone extends Error {}

interface Pipes {
  write: Writable;
  read: Readable;
  /** A longer message ends the exchange: a page may be as long as it likes. In characters. */
  maxLength: number;
  /** Called once if the browser says what cannot be understood, or too much of it. */
  onFault(reason: Error): void;
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export function openDevTools({ write, read, maxLength, onFault }: Pipes): DevTools {
  const waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  let listener: (event: BrowserEvent) => void = () => {};
  let lastId = 0;
  let gone: Gone | undefined;
  let begun = '';

  function end(reason: Gone): void {
    if (gone) return;
    gone = reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function take(text: string): void {
    const message = JSON.parse(text) as Answer | BrowserEvent;
    if ('method' in message) return listener(message);
    const asked = waiting.get(message.id!);
    waiting.delete(message.id!);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result!);
  }

  function fault(reason: Error): void {
    onFault(reason);
    end(new Gone(reason.message));
    read.destroy();
  }

  read.setEncoding('utf8');
  read.on('data', (chunk: string) => {
    const [first, ...rest] = chunk.split('\0');
    begun += first;
    try {
      for (const next of rest) {
        take(begun);
        begun = next;
      }
    } catch (error) {
      return fault(error as Error);
    }
    if (begun.length > maxLength) fault(new Error(`The browser sent more than ${maxLength} characters at once.`));
  });
  for (const pipe of [read, write]) pipe.on('error', () => {}).on('close', () => end(new Gone('The browser has ended.')));

  return {
    onEvent: (told) => (listener = told),
    send(method, params = {}, sessionId) {
      if (gone) return Promise.reject(gone);
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(++lastId, { resolve, reject });
      write.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      return promise;
    },
  };
}
