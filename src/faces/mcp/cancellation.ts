export interface SessionCall {
  keyId: string | undefined;
  session: string;
  requestId: string | number;
}

/**
 * Calls of 2025-era HTTP that can be cancelled. There each request is served by an instance of its own, so a `notifications/cancelled`
 * must find the call it names. Request ids are only unique within a client: the key and the session tell clients apart, and
 * a call without a session is stopped by its connection alone. A call in another process is not found.
 */
export function createCancellation() {
  const running = new Map<string, AbortController>();
  const nameOf = ({ keyId, session, requestId }: SessionCall) => JSON.stringify([keyId, session, requestId]);
  return {
    /** A signal that is aborted by `signal` or by `cancel`. Call `done` when the call has ended. */
    begin(call: SessionCall, signal: AbortSignal): { signal: AbortSignal; done(): void } {
      const name = nameOf(call);
      const controller = new AbortController();
      running.set(name, controller);
      return {
        signal: AbortSignal.any([signal, controller.signal]),
        done() {
          if (running.get(name) === controller) running.delete(name);
        },
      };
    },
    cancel: (call: SessionCall): void => running.get(nameOf(call))?.abort(),
  };
}
