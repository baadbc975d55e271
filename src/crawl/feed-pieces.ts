/** An XML feed, cut so that its entries can be read a few at a time, and one that is broken costs no other. */
export interface FeedPieces {
  /** All that stands before the first entry, and after it without entries. */
  before: string;
  after: string;
  /** Each with its tags. */
  entries: string[];
}

/** Newest first, as feeds have them; older ones are in the site's sitemap. */
const maxEntries = 1000;
/** One longer than this is no post. */
const maxEntryLength = 512 * 1024;
const maxTagLength = 100;

/** What must be stepped over: it may hold anything that looks like a tag. */
const opaque = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<?', closes: '?>' },
] as const;

/** Goes over the tags once. An entry that does not end is left out with what follows it. */
export function piecesOfFeed(text: string): FeedPieces {
  const entries: string[] = [];
  const others: string[] = [];
  let name: string | undefined;
  let last = 0;
  let before: number | undefined;
  let start = -1;
  for (const { at, end, tag } of tagsIn(text)) {
    if (start === -1 && isEntry(tag, name)) {
      name = tag;
      start = at;
      if (before === undefined) before = at;
      else others.push(text.slice(last, at));
    } else if (start !== -1 && tag === `/${name}`) {
      if (end - start <= maxEntryLength && entries.length < maxEntries) entries.push(text.slice(start, end));
      last = end;
      start = -1;
    }
  }
  if (before === undefined) return { before: text, after: '', entries };
  return { before: text.slice(0, before), after: others.join('') + (start === -1 ? text.slice(last) : ''), entries };
}

function isEntry(tag: string, name: string | undefined): boolean {
  return name === undefined ? /^(?:[\w.-]+:)?(?:item|entry)$/.test(tag) : tag === name;
}

/** Every tag with its lower-case name, `/name` where it closes. */
function* tagsIn(text: string): Generator<{ at: number; end: number; tag: string }> {
  for (let at = text.indexOf('<'); at !== -1;) {
    const other = opaque.find(({ opens }) => text.startsWith(opens, at));
    const close = text.indexOf(other?.closes ?? '>', at);
    if (close === -1) return;
    const end = close + (other?.closes.length ?? 1);
    if (!other) {
      const [, tag = ''] = /^<(\/?[^\s/>]*)/.exec(text.slice(at, Math.min(end, at + maxTagLength)))!;
      yield { at, end, tag: tag.toLowerCase() };
    }
    at = text.indexOf('<', end);
  }
}
