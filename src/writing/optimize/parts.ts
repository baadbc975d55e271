import { aboveChance } from '../score/order.ts';
import { isWithin, metaDescriptionLength, metaTitleLength } from '../score/formula.ts';
import { checkLinks } from '../score/links.ts';
import { maxParagraphWords, mentionsOf, openingWords, readSentences, sentenceEnd } from '../score/measures.ts';
import { fullDensity, percent, readabilityOf, structureOf, unstuffed, varietyOf, within, type Share } from '../score/shares.ts';
import { countWords, terms } from '../../language/tokens.ts';
import { coverage } from '../../language/retrieval.ts';
import type { Judging } from './counting.ts';
import { evidenceIn, linksIn, mediaIn } from './found.ts';
import { median, rangeOf, type Range } from './ranges.ts';
import { wordsIn, type ReadPage } from './read-page.ts';
import type { OutlineRow, Placement } from './shapes.ts';

/** A share of a part's points, or why it cannot be judged. */
export type Judged = Share | { why: string };

export function headingsPart(outline: readonly OutlineRow[], { page: { headings, sections }, counted }: Judging): Judged {
  const lengths = sections.flatMap(({ paragraphs }) => paragraphs.map(wordsIn));
  const { points, detail } = structureOf({
    wordCount: counted.words,
    headings,
    paragraphs: lengths.length,
    longParagraphs: lengths.filter((length) => length > maxParagraphWords).length,
  });
  const structure = points / 9;
  if (outline.length === 0) return { share: structure, detail: `competitors share no topic; ${detail}` };
  const weigh = (rows: readonly OutlineRow[]) => rows.reduce((sum, row) => sum + row.in.length, 0);
  const covered = outline.filter(({ status }) => status === 'covered');
  return {
    share: (10 * (weigh(covered) / weigh(outline)) + 5 * structure) / 15,
    detail: `${covered.length} of ${outline.length} topics; ${detail}`,
  };
}

export function questionsPart(asked: number, unanswered: number, sense: number): Judged {
  if (asked === 0) return { why: 'neither the results page nor a competitor asks a question' };
  return { share: sense * (1 - unanswered / asked), detail: `${asked - unanswered} of ${asked} questions answered` };
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
  return {
    share: sense * within(length, { ...range, below: range.min / 2, above: range.max }),
    detail: `${length} words, ${Math.round(range.min)}–${Math.round(range.max)} usual${beside}`,
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
  const points = places.title + places.h1 + places.opening + places.url + places.metaDescription;
  return {
    share: (points / 10) * places.unstuffed,
    places,
    detail: `title ${percent(found.title)}, H1 ${percent(found.h1)}, first 100 words ${percent(found.opening)}, URL ${percent(found.url)}, meta description ${percent(found.meta)}; title ${page.title.length}, meta description ${meta.length} characters; density ${(100 * density.own).toFixed(1)} %`,
  };
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
  const said = [...counted.sentences].map(({ text }) => text);
  const { share, detail } = readabilityOf(said.join('\n\n'), language, said.length);
  const spoken = page.sentences.flatMap((one) =>
    counted.sentences.has(one) || counted.uncounted.get(one) === 'repeated' ? [one.text] : [],
  );
  const variety = varietyOf({ sentences: spoken, repeated: readSentences(spoken).repeated });
  const flow =
    order.sentences === null
      ? 'too few sentences to tell their order'
      : `order of sentences ${order.sentences.toFixed(1)} standard deviations above chance`;
  return { share: share * order.sense * aboveChance(order.sentences) * variety.share, detail: `${detail}; ${flow}; ${variety.detail}` };
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
  return {
    share: points / (2 * parts.length + 1),
    detail: `${told('links', links)}; ${told('images and tables', media)}; ${empty.length} links without words, ${unsafe.length} unsafe, ${missingAlt.length} images without a description`,
  };
}

export function evidencePart(own: Judging, competitors: readonly Judging[], length: number, language: string, sense: number): Judged {
  const amount = amountOf((judging) => evidenceIn(judging, language), own, competitors, length);
  if (amount.wanted === 0) return { why: 'most competitors give no figure and no quotation' };
  return { share: sense * Math.min(1, amount.found / amount.wanted), detail: told('sentences with a figure or a quotation', amount) };
}

interface Amount {
  found: number;
  /** As many as the median competitor has at the same length; 0 where most have none. */
  wanted: number;
  share: number;
}

function amountOf(count: (judging: Judging) => number, own: Judging, competitors: readonly Judging[], length: number): Amount {
  const rates = competitors.map((other) => count(other) / Math.max(1, other.counted.words));
  const wanted = median(rates) * length;
  const max = 2 * Math.max(0, ...rates) * Math.max(length, own.counted.words);
  const found = count(own);
  return { found, wanted, share: wanted === 0 ? 0 : within(found, { min: wanted, max, below: wanted, above: max }) };
}

function told(name: string, { found, wanted }: Amount): string {
  return wanted === 0 ? `${found} ${name}` : `${found} ${name}, ${wanted < 10 ? wanted.toFixed(1) : Math.round(wanted)} usual`;
}
