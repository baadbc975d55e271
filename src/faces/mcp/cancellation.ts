export interface SessionCall {
  keyId: string | undefined;
  session: string;
  requestId: string | number;
}

/** Calls under way that a `notifications/cancelled` can stop. */
export interface Cancellation {
  /** From now on `cancel` aborts the call. Call what is returned when it has ended. */
  begin(call: SessionCall, stopping: AbortController): () => void;
  cancel(call: SessionCall): void;
}

/**
 * Over HTTP each request of the 2025 era is served by an instance of its own, so a cancellation must find the call it names. Request
 * ids are only unique within a client: the key and the session tell clients apart, and a call without a session is stopped by its
 * connection alone. A call in another process is not found.
 */
export function createCancellation(): Cancellation {
  const running = new Map<string, AbortController>();
  const nameOf = ({ keyId, session, requestId }: SessionCall) => JSON.stringify([keyId, session, requestId]);
  return {
    begin(call, stopping) {
      const name = nameOf(call);
      running.set(name, stopping);
      return () => {
        if (running.get(name) === stopping) running.delete(name);
      };
    },
    cancel: (call) => running.get(nameOf(call))?.abort(),
  };
}
