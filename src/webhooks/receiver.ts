const known = new Map<string, string>();
const maxKnown = 1000;

/**
 * The receiver of a delivery is its URL's origin: what goes there shares one limit. What is no URL, as in a damaged row, is sent nowhere, but
 * its attempt is made and recorded; its text may hold a secret and is not the name. Parsing costs more than remembering.
 */
export function receiverOf(url: string): string {
  const origin = known.get(url);
  if (origin !== undefined) return origin;
  const parsed = URL.parse(url)?.origin ?? 'no URL';
  if (known.size >= maxKnown) known.clear();
  known.set(url, parsed);
  return parsed;
}
