import { normalise } from '../../../../language/tokens.ts';
import { hashOfKey, numberless, type Line } from './lines.ts';

/** What a source's pages share, learnt from all of them: banners, footers, what is told beside the text. */
export interface SourceLines {
  /** How many of its pages had a line before the check, or are new and have it. */
  pagesWith(hash: number): number;
  /** How many pages were read. */
  pageCount: number;
  /** The parts of its pages' titles, each with how many have it: `titlePartsOf`. */
  titles: ReadonlyMap<string, number>;
  /** Lines that were seen to count on many pages at once, by the hash of their key without numbers. */
  counters: ReadonlySet<number>;
}

/** A page as it was and as it is now. */
export interface Compared {
  before: readonly Line[];
  after: readonly Line[];
  titleBefore: string | null;
  titleAfter: string | null;
}

/** What is new in a page and what is gone, as lines; nothing if it says what it said. */
export interface RealChange {
  added: string[];
  removed: string[];
  /** Set where the title says something else. */
  title: { before: string; after: string } | null;
}

/** So many pages, and this share of all, have what belongs to the site rather than to a page; of few pages, half of them. */
const many = { pages: 3, share: 0.05, halfOf: 2 };
/** A shorter line may stand on two pages by chance, such as a price. */
const minTellingWords = 5;
const maxTeaserLines = 3;
const price = /[$€£¥₹%]|\b(?:usd|eur|gbp|chf|jpy)\b/iu;

const isMany = (count: number, of: number) =>
  (count >= many.pages && count >= of * many.share) || (count >= many.halfOf && count >= of / 2);

/**
 * What really changed on some pages of a source that were read in one check, and the counters among their lines. No change is: what stands on
 * many pages or changed on many at once, a line that another page had before, the title of another page, a number that counts on many pages.
 * `turn` is awaited after each page.
 */
export async function realChanges(
  pages: readonly Compared[],
  source: SourceLines,
  turn: () => Promise<void>,
): Promise<{ changes: RealChange[]; counters: Set<number> }> {
  const ofEach = async <One, Made>(all: readonly One[], make: (one: One, index: number) => Made): Promise<Made[]> => {
    const made: Made[] = [];
    for (const [index, one] of all.entries()) {
      made.push(make(one, index));
      await turn();
    }
    return made;
  };
  const differing = await ofEach(pages, ({ before, after }) => ({ added: without(after, before), removed: without(before, after) }));
  const addedOn = counted(await ofEach(differing, ({ added }) => hashesOf(added)));
  const removedOn = counted(await ofEach(differing, ({ removed }) => hashesOf(removed)));
  const counting = counted(await ofEach(differing, countersIn));
  const changed = differing.filter(({ added, removed }) => added.length + removed.length > 0).length;
  const onMany = [...counting].filter(([, count]) => count >= many.pages && count >= changed / 2).map(([hash]) => hash);
  const counters = new Set([...source.counters, ...onMany]);
  const isOfSite = (hash: number) => {
    const [had, more, fewer] = [source.pagesWith(hash), addedOn.get(hash) ?? 0, removedOn.get(hash) ?? 0];
    return isMany(Math.max(had, had + more - fewer), source.pageCount) || isMany(Math.max(more, fewer), source.pageCount);
  };
  const stillOn = (hash: number) => source.pagesWith(hash) - (removedOn.get(hash) ?? 0);
  const changes = await ofEach(pages, ({ before, after, titleBefore, titleAfter }, index): RealChange => {
    const own = new Set([titleBefore, titleAfter].flatMap((title) => titlePartsOf(title ?? '')));
    const isTitle = ({ key }: Line) => source.titles.has(key) && !own.has(key);
    const teasers = new Set([...teasersIn(before, isTitle), ...teasersIn(after, isTitle)]);
    const tells = (line: Line, elsewhere: (hash: number) => number) => {
      const { key } = line;
      const hash = hashOfKey(key);
      if (isOfSite(hash) || isTitle(line) || teasers.has(key)) return false;
      if (counters.has(hashOfKey(numberless(key))) && !price.test(key)) return false;
      return elsewhere(hash) === 0 || key.split(' ').length < minTellingWords;
    };
    const { added, removed } = differing[index]!;
    return {
      added: shown(added.filter((line) => tells(line, source.pagesWith))),
      removed: shown(removed.filter((line) => tells(line, stillOn))),
      title: changedTitle(titleBefore, titleAfter, source),
    };
  });
  return { changes, counters };
}

/** Lines that break off shortly after the title of another page: the beginning of that page. */
function teasersIn(lines: readonly Line[], isTitle: (line: Line) => boolean): string[] {
  return lines.flatMap((line, at) => {
    const breaksOff = /(?:…|\.\.\.|\[…\])$/u.test(line.text);
    return breaksOff && lines.slice(Math.max(0, at - maxTeaserLines), at).some(isTitle) ? [line.key] : [];
  });
}

export function isReal({ added, removed, title }: RealChange): boolean {
  return added.length + removed.length > 0 || title !== null;
}

/** The lines of one text that another lacks, each as often as it lacks it. */
function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const left = new Map<string, number>();
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1);
  return lines.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return key !== '' && count === 0;
  });
}

function hashesOf(lines: readonly Line[]): Set<number> {
  return new Set(lines.map(({ key }) => hashOfKey(key)));
}

/** On how many pages each hash stands. */
function counted(pages: readonly ReadonlySet<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hashes of pages) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

/** Lines of a page whose numbers alone changed. */
function countersIn({ added, removed }: { added: readonly Line[]; removed: readonly Line[] }): Set<number> {
  const were = new Set(removed.map(({ key }) => numberless(key)));
  const counting = added.map(({ key }) => numberless(key)).filter((key) => were.has(key));
  return new Set(counting.map(hashOfKey));
}

function shown(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}

/** Between a page's own title and its site's name. */
const titleBreak = /\s+[|·–—»›-]\s+|\s*[»›]\s*/u;

function changedTitle(before: string | null, after: string | null, { titles }: SourceLines): RealChange['title'] {
  if (before === null || after === null) return null;
  const [was, is] = [ownTitle(before, titles), ownTitle(after, titles)];
  return lettersOf(was) === lettersOf(is) ? null : { before, after };
}

function lettersOf(title: string): string {
  return title.replace(/[^\p{L}\p{N}]/gu, '');
}

/** A title without the parts that other titles of the source have too. */
function ownTitle(title: string, titles: ReadonlyMap<string, number>): string {
  const parts = titlePartsOf(title);
  const own = parts.filter((part) => (titles.get(part) ?? 0) < many.halfOf);
  return (own.length > 0 ? own : parts).join(' ');
}

/** The keys of a title's parts: of the page and of its site. */
export function titlePartsOf(title: string): string[] {
  return title
    .split(titleBreak)
    .map((part) => normalise(part))
    .filter(Boolean);
}
