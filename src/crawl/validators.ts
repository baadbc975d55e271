/** By what a server is asked whether what is known of it has changed (RFC 9110, 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Those of an answer that can be sent back. */
export function validatorsIn(headers: Readonly<Record<string, string>>): Validators {
  return { etag: sendable(headers['etag']), lastModified: sendable(headers['last-modified']) };
}

/** The headers that ask for an answer only if it is another one. */
export function conditionsOf({ etag, lastModified }: Partial<Validators> = {}): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) };
}

/** It is sent back unchanged, so it must be valid in a header. */
function sendable(header: string | undefined): string | null {
  return header !== undefined && header.length <= 300 && /^[\x20-\x7E]+$/.test(header) ? header : null;
}
