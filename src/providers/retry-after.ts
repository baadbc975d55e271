/** What `retry-after-ms` or `Retry-After` (RFC 9110, 10.2.3: seconds or a date) asks for, in milliseconds from `now`. */
export function waitAskedFor(headers: Record<string, string>, now: number): number | undefined {
  const exact = decimal(headers['retry-after-ms']);
  if (exact !== undefined) return exact;
  const asked = headers['retry-after'];
  const seconds = decimal(asked);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(asked ?? '');
  if (Number.isNaN(date)) return undefined;
  // Relative to the provider's own clock, if it sends it.
  const theirNow = Date.parse(headers['date'] ?? '');
  return Math.max(0, date - (Number.isNaN(theirNow) ? now : theirNow));
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
