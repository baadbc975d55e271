/** A pattern of paths as robots.txt has them (RFC 9309, 2.2.2 and 2.2.3): `*` is any run of characters, a final `$` the end of the path. */
export interface PathPattern {
  /** In octets: the longest pattern that matches decides. */
  length: number;
  /** `path` as `comparable` makes it. Takes the first place for every part, and so never goes back. */
  matches(path: string): boolean;
}

export function pathPattern(written: string): PathPattern {
  const isWhole = written.endsWith('$');
  const parts = (isWhole ? written.slice(0, -1) : written).split(/\*+/).map(comparable);
  const [first = '', ...others] = parts;
  const last = others.pop();
  const minLength = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    length: minLength + parts.length - 1 + (isWhole ? 1 : 0),
    matches(path) {
      if (path.length < minLength || !path.startsWith(first)) return false;
      if (last === undefined) return !isWhole || path.length === first.length;
      let at = first.length;
      for (const part of others) {
        const found = path.indexOf(part, at);
        if (found === -1) return false;
        at = found + part.length;
      }
      return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
    },
  };
}

const encodedOrForeign = /%([\da-f]{2})|[^\u0021-\u007E]+|[*$]/gi;

/** One spelling: what need not be percent-encoded is not, and all else is, with `*` and `$`, which mean something in a pattern. */
export function comparable(path: string): string {
  return path.replaceAll(encodedOrForeign, (found, hex?: string) => {
    if (hex === undefined) return found === '*' ? '%2A' : found === '$' ? '%24' : encodeURIComponent(found.toWellFormed());
    const character = String.fromCodePoint(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}
