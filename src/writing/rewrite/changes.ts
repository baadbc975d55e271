import { introductionSection } from '../../markdown/body.ts';
import { clipAtWord } from '../../language/slug.ts';
import type { PageScore } from '../optimize/shapes.ts';
import { movesTold, nameOf, placesOf, plainly, whereaboutsOf, type Whereabouts } from './moves.ts';
import { Reasons, type Altered } from './reasons.ts';
import { linkedIn, movedIn, pageSections, pairSections, type PageSection, type Piece, type Pieced } from './sections.ts';
import type { Change, PageText } from './shapes.ts';

const maxExcerpt = 600;
/** A section of which so much stood elsewhere has come from there. */
const minMoved = 0.7;

interface Found {
  place: number;
  change: Omit<Change, 'reason' | 'points'>;
  altered: Altered;
  /** What is told before the rows of the score, and what is told where it moves none. */
  told: readonly string[];
  plain: readonly string[];
}

/**
 * What a rewrite changed, in the order of the new text: title, meta description, sections; removed ones last. Sentences are looked for all over
 * the other text: what only stands elsewhere is neither gone nor new. Each with a reason by the two scores.
 */
export async function changesOf(
  before: PageText & { language: string; url?: string },
  after: PageText,
  scoreBefore: PageScore,
  scoreAfter: PageScore,
): Promise<Change[]> {
  const { language, url } = before;
  const read = async ({ markdown }: PageText) => {
    const sections = await pageSections(markdown, language);
    return { sections, linked: await linkedIn(sections, markdown, url) };
  };
  const sections = sectionChanges(await read(before), await read(after));
  const lines = (['title', 'h1', 'metaDescription'] as const).flatMap((part) => lineChange(part, before[part] ?? '', after[part] ?? ''));
  const found = [...lines, ...sections];
  const reasons = new Reasons(
    scoreBefore,
    scoreAfter,
    language,
    found.map(({ altered }) => altered),
  );
  return found.map(({ change, told, plain }, at) => {
    const rows = reasons.of(at);
    const first = change.part === 'section' ? told : reasons.ofLine(change.before ?? '', change.after ?? '');
    return { ...change, points: reasons.points(at), reason: sentenceOf([...first, ...(rows.length > 0 ? rows : plain)]) };
  });
}

function lineChange(part: Exclude<Change['part'], 'section'>, before: string, after: string): Found[] {
  if (before === after) return [];
  const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
  const piece = (text: string): Piece[] => (text === '' ? [] : [{ kind: 'sentence', text, key: 0 }]);
  const altered = {
    part,
    gone: piece(before),
    came: piece(after),
    whole: { before: '', after: '' },
    headings: { before: null, after: null },
  };
  const change = { part, heading: null, kind, before: before || null, after: after || null } as const;
  return [{ place: -1, change, altered, told: [], plain: [] }];
}

interface Sectioned {
  sections: readonly PageSection[];
  /** The links and images of each. */
  linked: readonly Pieced[];
}

function sectionChanges({ sections: old, linked: had }: Sectioned, { sections: now, linked: has }: Sectioned): Found[] {
  const pairing = pairSections(old, now);
  const places = placesOf(old, now, pairing);
  const led = placesOf(had, has, pairing);
  const shifted = movedIn(pairing.pairs);
  const found: Found[] = [];
  const compare = (was: number | undefined, is: number | undefined) => {
    const [left, held] = [whereaboutsOf(old[was ?? -1], is, places), whereaboutsOf(now[is ?? -1], was, places)];
    const one: Compared = {
      was: was === undefined ? undefined : old[was],
      is: is === undefined ? undefined : now[is],
      left,
      held,
      gone: [...left.alone, ...whereaboutsOf(had[was ?? -1], is, led).alone],
      came: [...held.alone, ...whereaboutsOf(has[is ?? -1], was, led).alone],
    };
    const change = changeOf(one, old);
    if (!change) return;
    const told = [...movesTold(one.left, now, 'before'), ...movesTold(one.held, old, 'after')];
    found.push({ place: is ?? now.length + was!, change, altered: alteredBy(one), told, plain: plainOf(one) });
  };
  for (const [at, pair] of pairing.pairs.entries()) {
    const { heading } = now[pair.after]!;
    if (shifted.has(at)) {
      const change = {
        part: 'section',
        heading,
        kind: 'moved',
        before: follows(old, pair.before),
        after: follows(now, pair.after),
      } as const;
      found.push({ place: pair.after, change, altered: unaltered, told: [], plain: ['stands in another place'] });
    }
    compare(pair.before, pair.after);
  }
  for (const at of pairing.added) compare(undefined, at);
  for (const at of pairing.removed) compare(at, undefined);
  return found.toSorted((one, other) => one.place - other.place);
}

/** A section before and after, and where else its pieces stand. */
interface Compared {
  was: PageSection | undefined;
  is: PageSection | undefined;
  left: Whereabouts;
  held: Whereabouts;
  /** What stands nowhere on the other side, links and images beside the sentences that they stand in. */
  gone: readonly Piece[];
  came: readonly Piece[];
}

function changeOf({ was, is, left, held }: Compared, old: readonly PageSection[]): Found['change'] | undefined {
  const { heading } = is ?? was!;
  const isRenamed = was !== undefined && is !== undefined && (was.heading !== is.heading || was.level !== is.level);
  const part = 'section';
  const [before, after] = [excerpt(left.alone, isRenamed ? was : null), excerpt(held.alone, isRenamed ? is : null)];
  const [source] = held.elsewhere;
  const from = source && { from: old[source.section]!.heading ?? introductionSection };
  if (held.total > 0 && held.moved >= minMoved * held.total) return { part, heading, kind: 'moved', ...from, before, after };
  if (is === undefined) return { part, heading, kind: 'removed', before, after };
  if (was === undefined) return { part, heading, kind: 'added', ...(source && 2 * source.count > held.total ? from : {}), before, after };
  if (isRenamed || left.alone.length + held.alone.length + left.moved + held.moved > 0)
    return { part, heading, kind: 'changed', before, after };
  if (textOf(was.pieces) === textOf(is.pieces)) return undefined;
  return { part, heading, kind: isSameOrder(was, is) ? 'changed' : 'moved', before: excerpt(was.pieces), after: excerpt(is.pieces) };
}

function isSameOrder(was: PageSection, is: PageSection): boolean {
  return was.pieces.every(({ key }, at) => key === is.pieces[at]!.key);
}

function plainOf({ was, is, left, held, gone, came }: Compared): string[] {
  const told = plainly(gone, came);
  if (told.length > 0 || left.moved + held.moved > 0) return told;
  if (was === undefined || is === undefined) return [is ? 'a heading new' : 'a heading gone'];
  if (was.heading !== is.heading || was.level !== is.level) return ['the same under another heading'];
  return [isSameOrder(was, is) ? 'the same sentences, marked up in another way' : 'the same sentences in another order'];
}

const unaltered: Altered = {
  part: 'section',
  gone: [],
  came: [],
  whole: { before: '', after: '' },
  headings: { before: null, after: null },
};

function alteredBy({ was, is, gone, came }: Compared): Altered {
  const headings = { before: was?.heading ?? null, after: is?.heading ?? null };
  return { part: 'section', gone, came, whole: { before: wholeOf(was), after: wholeOf(is) }, headings };
}

function wholeOf(section: PageSection | undefined): string {
  return [section?.heading, section?.text].filter(Boolean).join('.\n\n');
}

function headingOf({ heading, level }: PageSection): string {
  return heading === null ? '' : `${'#'.repeat(level)} ${heading}`;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

function follows(sections: readonly PageSection[], at: number): string {
  const above = sections[at - 1];
  return above === undefined ? 'At the top' : `After ${nameOf(above)}`;
}

function excerpt(pieces: readonly Piece[], renamed: PageSection | null = null): string | null {
  const text = [renamed ? headingOf(renamed) : '', textOf(pieces)].filter(Boolean).join('\n\n');
  if (text === '') return null;
  return text.length > maxExcerpt ? `${clipAtWord(text.slice(0, maxExcerpt + 1), maxExcerpt)}…` : text;
}

function sentenceOf(parts: readonly string[]): string {
  const text = parts.join('; ');
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
