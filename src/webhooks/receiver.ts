const known = new Map<string, string>();
const maxKnown = 1000;

/** The receiver of a delivery is its URL's origin: what goes there shares one limit. Parsing costs more than remembering. */
export function receiverOf(url: string): string {
  const origin = known.get(url);
  if (origin !== undefined) return origin;
  const parsed = new URL(url).origin;
  if (known.size >= maxKnown) known.clear();
  known.set(url, parsed);
  return parsed;
}
