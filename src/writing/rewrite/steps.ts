import { countWords, normalise } from '../../language/tokens.ts';
import { introductionSection, parseBlocks, parseBody, readBody } from '../../markdown/body.ts';
import { escapeMarkdown } from '../../markdown/escape.ts';
import { plainOf } from '../../markdown/outline.ts';
import { openFence } from '../../markdown/sections.ts';
import { cleanStretch } from '../model/clean.ts';
import type { PageScore } from '../optimize/shapes.ts';
import { concernsOf, type Concerns } from './concerns.ts';
import { lossesOf, type Loss } from './losses.ts';
import { placeFor } from './place.ts';
import { pageSections, type PageSection } from './sections.ts';
import type { StepsInput } from './shapes.ts';

/** A section that a model writes in one go: one of the page again, or a new one. */
export interface RewriteStep extends Concerns {
  kind: 'rewrite' | 'add';
  /** Null above the first heading. */
  heading: string | null;
  level: number;
  /** What stands there; empty for a new one. */
  text: string;
  /** Addresses of its links and images, which it keeps. */
  kept: string[];
}

export interface RewriteSteps {
  steps: RewriteStep[];
  /** The page in pieces: sections as they stand, and the indexes of steps. */
  pieces: { raw: string; opening: string; step: number | null }[];
}

/** Shorter sections stay as they are. In words. */
const minRewritten = 40;
/** As many of the longest sections are written again, and as many added. */
const maxRewritten = 12;
const maxAdded = 6;

/** Which sections of a page a model writes again and which it adds: those on what the page lacks and passages speak to. Each is told what concerns it. */
export async function planSteps(input: StepsInput): Promise<RewriteSteps> {
  const { page, score, on } = input;
  const sections = await pageSections(page.markdown, page.language);
  const long = new Set(
    sections
      .filter(({ text }) => countWords(text) >= minRewritten)
      .toSorted((one, other) => other.text.length - one.text.length)
      .slice(0, maxRewritten),
  );
  const steps: Planned[] = [];
  const pieces: RewriteSteps['pieces'] = [];
  for (const section of sections) {
    const { raw, opening } = section;
    pieces.push({ raw, opening, step: long.has(section) ? steps.length : null });
    if (long.has(section)) steps.push(await stepOf(section));
  }
  const place = await placeFor(page.markdown);
  const lacking = lackingIn(score).filter((topic) => (on[topic] ?? []).length > 0);
  const behind = sections.findIndex(({ from }) => from >= place.line);
  let at = behind < 0 ? pieces.length : behind;
  const last = pieces[at - 1];
  if (lacking.length > 0 && last && place.fence !== null) last.raw += `\n${place.fence}`;
  for (const heading of lacking.slice(0, maxAdded)) {
    pieces.splice(at++, 0, { raw: '', opening: `${'#'.repeat(place.level)} ${escapeMarkdown(heading)}`, step: steps.length });
    steps.push({ kind: 'add', heading, level: place.level, text: '', kept: [], passages: [...on[heading]!] });
  }
  const concerns = await concernsOf(steps, lacking.slice(maxAdded), input);
  return { steps: steps.map((step, index) => ({ ...step, ...concerns[index]! })), pieces };
}

/** What is added has the passages that speak to it. */
type Planned = Omit<RewriteStep, 'terms' | 'asked'>;

async function stepOf({ heading, level, text }: PageSection): Promise<Planned> {
  const { links, images } = readBody(await parseBody(text));
  const kept = [...links.map(({ href }) => href), ...images.map(({ src }) => src)];
  return { kind: 'rewrite', heading, level, text, kept: [...new Set(kept)], passages: [] };
}

function lackingIn({ missingQuestions, outlineDiff }: PageScore): string[] {
  const topics = outlineDiff.filter(({ status }) => status === 'missing').map(({ heading }) => heading);
  return [...new Set([...missingQuestions.map(({ question }) => question), ...topics])];
}

/** A model's answer with only what belongs in its section: no talk, no HTML, no link or image that did not stand there. */
export async function cleanStep({ heading, level, kept }: RewriteStep, raw: string, isCut = false): Promise<string> {
  const text = cleanStretch(raw, { heading, level: Math.max(2, level), others: [], links: [], kept }, isCut);
  const fence = openFence(await parseBlocks(text), text.split('\n'));
  return fence === undefined ? text : `${text}\n${fence}`;
}

/** The steps that a claim stands in by its heading; of headings that are alike, those with its sentence below, if any has it. */
export function stepsWith(
  steps: readonly RewriteStep[],
  written: readonly (string | null)[],
  { section, sentence }: { section: string; sentence: string },
): number[] {
  const named = steps.flatMap(({ heading }, at) => {
    const own = Array.from((written[at] ?? '').matchAll(/^ {0,3}#{1,6}[ \t]+(.+)$/gm), ([, words]) => normalise(plainOf(words!)));
    const isNamed = [normalise(heading ?? introductionSection), ...own].includes(normalise(section)) || own.includes(normalise(sentence));
    return typeof written[at] === 'string' && isNamed ? [at] : [];
  });
  const saying = named.filter((at) => lettersOf(written[at]!).includes(lettersOf(sentence)));
  return saying.length > 0 ? saying : named;
}

/** Without marks of citations, signs and spaces. */
const lettersOf = (markdown: string) => plainOf(markdown.replace(/\[\d{1,3}\]/g, '')).replace(/[^\p{L}\p{N}]+/gu, '');

/** A shorter text, as a share of what stood there, is not the whole section. */
const minShare = 0.5;

/** What is wrong with a section that was written again, told to a model; empty where it may stand. */
export async function faultsOfStep({ text }: RewriteStep, written: string): Promise<{ losses: Loss[]; isShort: boolean }> {
  return { losses: await lossesOf(text, written), isShort: written.trim() === '' || countWords(written) < minShare * countWords(text) };
}

/** The whole page, with what was written for each step; null: as it stands, and a section that was to be added is left out. */
export function assembled({ pieces }: RewriteSteps, written: readonly (string | null)[]): string {
  const parts: string[] = [];
  for (const { raw, opening, step } of pieces) {
    const text = step === null ? null : (written[step] ?? null);
    // The page may end without a blank line.
    const isApart = raw !== '' || parts.at(-1)?.endsWith('\n') !== false;
    if (text !== null) parts.push(`${isApart ? '' : '\n'}${[opening, text.trim()].filter(Boolean).join('\n\n')}\n`);
    else if (raw !== '') parts.push(raw);
  }
  return parts.join('\n');
}
