/**
 * Why a page was not rendered. `renderer_unavailable`: this machine has no browser that works. `timeout`: not done at the deadline.
 * `too_large`: more memory or text than a page may take. `refused`: its address may not be asked. `failed`: its server gave no page.
 */
export type RenderErrorCode = 'renderer_unavailable' | 'timeout' | 'too_large' | 'refused' | 'failed' | 'crashed' | 'aborted';

/** A page was not rendered; the message is for people. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;

  constructor(code: RenderErrorCode, message: string) {
    super(message);
    this.name = 'RenderError';
    this.code = code;
  }
}
