import { clipAtWord } from '../../language/slug.ts';
import type { PageScore } from '../optimize/shapes.ts';
import { Reasons, type Stretch } from './reasons.ts';
import { keyOf, movedIn, pageSections, pairSections, type PageSection } from './sections.ts';
import type { Change, PageText } from './shapes.ts';

const maxExcerpt = 600;

/**
 * What a rewrite changed, in the order of the new text: title, meta description, sections; removed ones last. Each with a reason by the two
 * scores: which terms, questions and headings it gained or lost.
 */
export async function changesOf(
  before: PageText & { language: string },
  after: PageText,
  scoreBefore: PageScore,
  scoreAfter: PageScore,
): Promise<Change[]> {
  const { language } = before;
  const [old, now] = [await pageSections(before.markdown, language), await pageSections(after.markdown, language)];
  const { pairs, removed, added } = pairSections(old, now);
  const moved = movedIn(pairs);
  const found: { place: number; change: Omit<Change, 'part' | 'reason'>; stretch: Stretch }[] = [];
  const add = (place: number, change: Omit<Change, 'part' | 'reason'>, stretch: Stretch) => found.push({ place, change, stretch });
  for (const [at, pair] of pairs.entries()) {
    const [was, is] = [old[pair.before]!, now[pair.after]!];
    const { heading } = is;
    if (moved.has(at))
      add(pair.after, { kind: 'moved', heading, before: follows(old, pair.before), after: follows(now, pair.after) }, stretchOf(was, is));
    const changed = changedIn(was, is);
    if (changed) add(pair.after, { kind: 'changed', heading, ...changed }, stretchOf(was, is));
  }
  for (const at of added) {
    const { heading, text } = now[at]!;
    add(at, { kind: 'added', heading, before: null, after: excerpt(text) }, stretchOf(undefined, now[at]));
  }
  for (const at of removed) {
    const { heading, text } = old[at]!;
    add(now.length + at, { kind: 'removed', heading, before: excerpt(text), after: null }, stretchOf(old[at], undefined));
  }
  const sections = found.toSorted((one, other) => one.place - other.place);
  const reasons = new Reasons(
    scoreBefore,
    scoreAfter,
    language,
    sections.map(({ stretch }) => stretch),
  );
  return [
    ...lineChange('title', before.title, after.title, reasons),
    ...lineChange('h1', before.h1, after.h1, reasons),
    ...lineChange('metaDescription', before.metaDescription, after.metaDescription, reasons),
    ...sections.map(({ change, stretch }) => ({
      part: 'section' as const,
      ...change,
      reason: change.kind === 'moved' ? reasons.ofMove() : reasons.of(stretch, change.kind),
    })),
  ];
}

function lineChange(part: Exclude<Change['part'], 'section'>, before: string | null, after: string | null, reasons: Reasons): Change[] {
  if ((before ?? '') === (after ?? '')) return [];
  const kind = !before ? 'added' : !after ? 'removed' : 'changed';
  return [{ part, heading: null, kind, before: before || null, after: after || null, reason: reasons.ofLine(before ?? '', after ?? '') }];
}

function stretchOf(was: PageSection | undefined, is: PageSection | undefined): Stretch {
  return { before: wholeOf(was), after: wholeOf(is), headings: { before: was?.heading ?? null, after: is?.heading ?? null } };
}

function wholeOf(section: PageSection | undefined): string {
  return [section?.heading, section?.text].filter(Boolean).join('.\n\n');
}

/** What stands on one side only; all of both where only the order differs. */
function changedIn(was: PageSection, is: PageSection): { before: string | null; after: string | null } | undefined {
  const renamed = was.heading === is.heading && was.level === is.level ? ['', ''] : [headingOf(was), headingOf(is)];
  const isSaid = was.pieces.join(' ') === is.pieces.join(' ');
  if (isSaid && renamed[0] === renamed[1]) return undefined;
  const sides = [only(was.pieces, is.pieces), only(is.pieces, was.pieces)].map((pieces) => pieces.join(' '));
  const [before, after] = [0, 1].map((at) => [renamed[at], sides[at]].filter(Boolean).join('\n\n')) as [string, string];
  if (before === '' && after === '') return { before: excerpt(was.text), after: excerpt(is.text) };
  return { before: excerpt(before), after: excerpt(after) };
}

function headingOf({ heading, level }: PageSection): string {
  return heading === null ? '' : `${'#'.repeat(level)} ${heading}`;
}

function only(pieces: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<number, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return pieces.filter((piece) => {
    const count = counts.get(keyOf(piece)) ?? 0;
    counts.set(keyOf(piece), count - 1);
    return count <= 0;
  });
}

function follows(sections: readonly PageSection[], at: number): string {
  const above = sections[at - 1];
  return above === undefined ? 'At the top' : above.heading === null ? 'After the opening' : `After “${above.heading}”`;
}

function excerpt(text: string): string | null {
  if (text === '') return null;
  return text.length > maxExcerpt ? `${clipAtWord(text.slice(0, maxExcerpt + 1), maxExcerpt)}…` : text;
}
