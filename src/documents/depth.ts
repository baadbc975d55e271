import { createRequire } from 'node:module';

/** No honest page nests deeper. The parser takes milliseconds for each element within thousands of others. */
const maxNesting = 2000;
const tagLike = /<(\/?)([a-z][a-z\d-]*)[^<>]*>/gi;
/** They need no closing tag, or have none. */
const closedByOthers = new Set(
  'p li dt dd td th tr thead tbody tfoot option optgroup colgroup area base br col embed hr img input link meta param source track wbr'.split(
    ' ',
  ),
);

/** The page without tags that would nest deeper than `maxNesting`, and then without what is too deep to be read. */
export function withoutDepth(html: string): string {
  const shallow = withoutTags(html);
  return shallow === html ? html : withoutUnread(shallow);
}

/** Their text stays. */
function withoutTags(html: string): string {
  const open: string[] = [];
  const left: string[] = [];
  return html.replace(tagLike, (tag, closing: string, written: string) => {
    const name = written.toLowerCase();
    if (closedByOthers.has(name)) return tag;
    if (closing) {
      const within = left.lastIndexOf(name);
      if (within >= 0) {
        left.length = within;
        return '';
      }
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      return tag;
    }
    if (open.length < maxNesting) {
      open.push(name);
      return tag;
    }
    // Of what is left out, only so much is known that its closing tags go too.
    if (left.length < maxNesting) left.push(name);
    return ' ';
  });
}

/** Far more than is read (`cutDeep`). */
const maxUnread = 1000;

/** The page without the elements of that depth, of which nothing is read: each would take a kilobyte of memory, and so would each text in it. */
function withoutUnread(html: string): string {
  const kept: string[] = [];
  let depth = 0;
  let from = 0;
  const { Parser } = parserOfDocuments();
  const parser = new Parser({
    onopentag() {
      if (++depth === maxUnread) kept.push(html.slice(from, parser.startIndex));
    },
    onclosetag(_, isImplied) {
      if (depth-- === maxUnread) from = isImplied ? parser.startIndex : parser.endIndex + 1;
    },
  });
  parser.write(html);
  if (depth < maxUnread) kept.push(html.slice(from));
  return kept.join('');
}

/** linkedom's own, as each version closes elements otherwise. */
function parserOfDocuments(): typeof import('htmlparser2') {
  const here = createRequire(import.meta.url);
  return createRequire(here.resolve('linkedom'))('htmlparser2') as typeof import('htmlparser2');
}
