import { aboveChance } from '../score/order.ts';
import { isWithin, metaDescriptionLength, metaTitleLength } from '../score/formula.ts';
import { checkLinks } from '../score/links.ts';
import { maxParagraphWords, mentionsOf, openingWords, readSentences, sentenceEnd } from '../score/measures.ts';
import { fullDensity, percent, readabilityOf, structureOf, unstuffed, varietyOf, within } from '../score/shares.ts';
import { countWords, terms } from '../../language/tokens.ts';
import { coverage } from '../../language/retrieval.ts';
import type { Judging } from './counting.ts';
import { evidenceIn, linksIn, mediaIn } from './found.ts';
import { weightOf } from './formula.ts';
import { median, rangeOf, round1, type Range } from './ranges.ts';
import { wordsIn, type ReadPage } from './read-page.ts';
import type { OutlineRow, Placement } from './shapes.ts';

/** A share of a part's points, or why it cannot be judged. The detail names what costs how much of the points that the part is worth. */
export type Judged = { share: number; detail: string | ((max: number) => string) } | { why: string };

/** “ (−1.2, full from 50)”; without the points where it costs none. */
function cost(lost: number, max: number, enough?: string): string {
  const points = round1(lost * max);
  const told = [points > 0 ? `−${points}` : '', enough].filter(Boolean);
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

/** What is lost of `points` where the words stand as by chance. */
function chance(sense: number, points: number): string {
  return sense < 1 ? `; the words stand as by chance${cost(1 - sense, points)}` : '';
}

export function headingsPart(outline: readonly OutlineRow[], { page: { headings, sections }, counted }: Judging): Judged {
  const lengths = sections.flatMap(({ paragraphs }) => paragraphs.map(wordsIn));
  const { points, detail } = structureOf({
    wordCount: counted.words,
    headings,
    paragraphs: lengths.length,
    longParagraphs: lengths.filter((length) => length > maxParagraphWords).length,
  });
  const structure = points / 9;
  const spaced = (max: number) =>
    `${detail}${cost(1 - structure, max, 'full with one for 100–350, all of them different, and none too long')}`;
  if (outline.length === 0) return { share: structure, detail: (max) => `competitors share no topic; ${spaced(max)}` };
  const covered = outline.filter(({ status }) => status === 'covered');
  const known = weightOf(covered) / weightOf(outline);
  return {
    share: (10 * known + 5 * structure) / 15,
    detail: (max) => `${covered.length} of ${outline.length} topics${cost(1 - known, (10 / 15) * max)}; ${spaced((5 / 15) * max)}`,
  };
}

export function questionsPart(asked: number, unanswered: number, sense: number): Judged {
  if (asked === 0) return { why: 'neither the results page nor a competitor asks a question' };
  const answered = 1 - unanswered / asked;
  return {
    share: sense * answered,
    detail: (max) => `${asked - unanswered} of ${asked} questions answered${chance(sense, answered * max)}`,
  };
}

const reasons = [
  ['copied', 'of a competitor'],
  ['repeated', 'said before'],
  ['listed', 'that are labels or lists'],
] as const;

export function lengthPart(range: Range, { counted: { words: length, uncounted } }: Judging, sense: number): Judged {
  if (range.max === 0) return { why: 'no competitor could be compared' };
  const left = reasons.flatMap(([reason, called]) => {
    const count = [...uncounted.values()].filter((one) => one === reason).length;
    return count > 0 ? [`${count} ${called}`] : [];
  });
  const beside = left.length > 0 ? `; sentences not counted: ${left.join(', ')}` : '';
  const fits = within(length, { ...range, below: range.min / 2, above: range.max });
  return {
    share: sense * fits,
    detail: (max) => `${length} words, ${Math.round(range.min)}–${Math.round(range.max)} usual${beside}${chance(sense, fits * max)}`,
  };
}

export function placementPart(
  keyword: string,
  { page: { page, body }, counted }: Judging,
  language: string,
  density: Density,
): Judged & { places?: Placement } {
  const wanted = new Set(terms(keyword, language));
  if (wanted.size === 0) return { why: 'the keyword has nothing but small words' };
  const share = (where: string) => coverage(wanted, new Set(terms(where, language)));
  const h1 = page.h1 ?? body.blocks.find(({ kind, level }) => kind === 'heading' && level === 1)?.text ?? '';
  const opening = [...counted.sentences].flatMap(({ words }) => words).slice(0, openingWords).join(' '); // prettier-ignore
  const meta = page.metaDescription ?? '';
  const found = { title: share(page.title), h1: share(h1), opening: share(opening), url: share(pathOf(page.url)), meta: share(meta) };
  const [titleFits, metaFits] = [
    Number(isWithin(page.title.length, metaTitleLength)),
    Number(isWithin(meta.length, metaDescriptionLength)),
  ];
  const places: Placement = {
    title: 3 * found.title + titleFits / 2,
    h1: 2 * found.h1,
    opening: 2 * found.opening,
    url: found.url,
    metaDescription: found.meta + metaFits / 2,
    unstuffed: unstuffed(density.own, density.usual),
  };
  const points = earnedIn(places);
  return {
    share: (points / 10) * places.unstuffed,
    places,
    detail: (max) => {
      const place = (name: string, held: number, worth: number) => `${name} ${percent(held)}${cost(1 - held, (worth / 10) * max)}`;
      const length = (name: string, text: string, fits: number, [from, to]: readonly [number, number]) =>
        `${name} ${text.length} characters${cost((1 - fits) / 20, max, `full from ${from} to ${to}`)}`;
      const enough = `full up to ${percent1(fullDensity(density.usual))}: ${allowedUses(density, 0)} times here`;
      return [
        `of the keyword: ${[
          place('title', found.title, 3),
          place('H1', found.h1, 2),
          place('first 100 words', found.opening, 2),
          place('URL', found.url, 1),
          place('meta description', found.meta, 1),
        ].join(', ')}`,
        `${length('title', page.title, titleFits, metaTitleLength)}, ${length('meta description', meta, metaFits, metaDescriptionLength)}`,
        `density ${percent1(density.own)}${cost((points / 10) * (1 - places.unstuffed), max, enough)}`,
      ].join('; ');
    },
  };
}

function percent1(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** What its places earn before density takes its share, of ten. */
export function earnedIn({ title, h1, opening, url, metaDescription }: Omit<Placement, 'unstuffed'>): number {
  return title + h1 + opening + url + metaDescription;
}

/** The keyword's share of all words: here, and the upper quartile of competitors. */
export interface Density {
  own: number;
  usual: number;
  /** Words of the page, and of the keyword. */
  words: number;
  length: number;
}

export function densityOf(keyword: string, language: string, page: ReadPage, competitors: readonly ReadPage[]): Density {
  const stems = terms(keyword, language);
  const length = countWords(keyword);
  const wordsOf = ({ sentences }: ReadPage) => wordsIn(sentences);
  const of = (one: ReadPage) => {
    const mentions = mentionsOf(stems, one.sentences.flatMap(({ stems: said }) => [...said.flat(), sentenceEnd])); // prettier-ignore
    return (length * mentions) / Math.max(1, wordsOf(one));
  };
  return { own: of(page), usual: rangeOf(competitors.map(of)).max, words: wordsOf(page), length };
}

/** As often as placement allows the keyword at this length. */
export function allowedUses({ usual, words, length }: Density, leastWords: number): number {
  return Math.floor((fullDensity(usual) * Math.max(words, leastWords)) / Math.max(1, length));
}

/** The URL's words: hyphens, underscores and codes for characters aside. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  const path = `${hostname} ${pathname}`.replace(/[-_/.+]/g, ' ');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function readabilityPart({ page, counted }: Judging, language: string, order: { sense: number; sentences: number | null }): Judged {
  const counting = [...counted.sentences].map(({ text }) => text);
  const { share, detail, enough } = readabilityOf(counting.join('\n\n'), language, counting.length);
  const spoken = page.sentences.flatMap((one) =>
    counted.sentences.has(one) || counted.uncounted.get(one) === 'repeated' ? [one.text] : [],
  );
  const variety = varietyOf({ sentences: spoken, repeated: readSentences(spoken).repeated });
  const flow = aboveChance(order.sentences);
  const said = [
    { factor: share, text: detail, enough },
    { factor: order.sense, text: order.sense < 1 ? 'the words stand as by chance' : '' },
    { factor: flow, text: flowTold(order.sentences), enough: order.sentences === null ? undefined : 'full from 3' },
    { factor: variety.share, text: variety.detail },
  ];
  return {
    share: said.reduce((left, { factor }) => left * factor, 1),
    detail(max) {
      let left = max;
      const told = said.map(({ factor, text, enough: full }) => {
        const lost = cost(1 - factor, left, full);
        left *= factor;
        return text === '' ? '' : `${text}${lost}`;
      });
      return told.filter(Boolean).join('; ');
    },
  };
}

function flowTold(order: number | null): string {
  return order === null
    ? 'too few sentences to tell their order'
    : `neighbouring sentences fit together better than at random by ${order.toFixed(1)} standard deviations`;
}

/** How much longer or shorter than a competitor this page is compared as: at the nearest usual length. */
export function comparedLength({ counted }: Judging, range: Range): number {
  return Math.max(1, Math.min(Math.max(counted.words, range.min), range.max));
}

export function mediaPart(own: Judging, competitors: readonly Judging[], length: number, siteUrl: string | null): Judged {
  const { body } = own.page;
  const { empty, missingAlt, unsafe } = checkLinks({ body, sources: [], siteUrl, internal: [] });
  const faults = empty.length + missingAlt.length + unsafe.length;
  const links = amountOf(linksIn, own, competitors, length);
  const theirs = competitors.map(({ page }) => page);
  const media = amountOf((judging) => mediaIn(judging, judging === own ? theirs : []), own, competitors, length);
  const parts = [links, media].filter((part) => part.wanted > 0);
  const hasAny = body.links.length + body.images.length > 0;
  if (parts.length === 0 && !hasAny) return { why: 'neither the page nor most competitors have links, images or tables' };
  const described = hasAny && faults === 0 ? 1 : 0;
  const points = parts.reduce((sum, { share }) => sum + 2 * share, described);
  const all = 2 * parts.length + 1;
  return {
    share: points / all,
    detail: (max) =>
      `${amountTold('different pages linked to in sentences that count, each once', links, (2 / all) * max)}; ${amountTold('images and tables', media, (2 / all) * max)}; ${empty.length} links without words, ${unsafe.length} unsafe, ${missingAlt.length} images without a description${cost((1 - described) / all, max, hasAny ? undefined : 'full with any link or image')}`,
  };
}

export function evidencePart(own: Judging, competitors: readonly Judging[], length: number, language: string, sense: number): Judged {
  const amount = amountOf((judging) => evidenceIn(judging, language), own, competitors, length);
  if (amount.wanted === 0) return { why: 'most competitors give no figure and no quotation' };
  const share = Math.min(1, amount.found / amount.wanted);
  return {
    share: sense * share,
    detail: (max) => `${amountTold('sentences with a figure or a quotation', { ...amount, share }, max)}${chance(sense, share * max)}`,
  };
}

interface Amount {
  found: number;
  /** As many as the median competitor has at the same length; 0 where most have none. */
  wanted: number;
  /** More costs points. */
  max: number;
  share: number;
}

function amountOf(count: (judging: Judging) => number, own: Judging, competitors: readonly Judging[], length: number): Amount {
  const rates = competitors.map((other) => count(other) / Math.max(1, other.counted.words));
  const wanted = median(rates) * length;
  const max = 2 * Math.max(0, ...rates) * Math.max(length, own.counted.words);
  const found = count(own);
  return { found, wanted, max, share: wanted === 0 ? 0 : within(found, { min: wanted, max, below: wanted, above: max }) };
}

function amountTold(name: string, { found, wanted, max, share }: Amount, worth: number): string {
  if (wanted === 0) return `${found} ${name}`;
  const enough = found > wanted ? `at most ${Math.floor(max)}` : undefined;
  return `${found} ${name}, ${wanted < 10 ? wanted.toFixed(1) : Math.round(wanted)} usual${cost(1 - share, worth, enough)}`;
}
