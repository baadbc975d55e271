import { drawArt, picture } from './art.ts';
import { paletteOf, type BrandColours, type Palette } from './colour.ts';
import { loadFaces, type Face, type Faces } from './fonts.ts';
import { fitLine, fitLines } from './lines.ts';
import { isRightToLeft, setText, type Glyph } from './setting.ts';

export interface FeaturedImage {
  title: string;
  /** Shown above the title; also picks the shapes. */
  keyword: string;
  /** Shown below the title; null leaves it out. */
  brand: string | null;
  colours: BrandColours;
  /** A language tag such as `de`. */
  language: string;
}

const { width, height } = picture;
const margin = 72;
const measure = width - 2 * margin;
/** Large letters are set closer together than running text. */
const tracking = -0.02;
const leading = 1.14;
const titleSizes = [
  { size: 92, lines: 2 },
  { size: 84, lines: 3 },
  { size: 76, lines: 3 },
  { size: 66, lines: 4 },
  { size: 60, lines: 4 },
  { size: 52, lines: 4 },
  { size: 44, lines: 4 },
];
const small = 28;
/** Shapes in the full accent begin to the right of this. */
const smallMeasure = 800;
const mark = 44;

/**
 * Draws a card of 1200 × 630 pixels as PNG: the title, the keyword above it and the brand below, over shapes picked by the keyword.
 * The same input gives the same bytes. Holds the event loop for some 10 ms. Throws `invalid_input` if a colour is not hexadecimal.
 */
export async function drawFeaturedImage(image: FeaturedImage): Promise<Buffer> {
  const [{ Resvg }, faces] = await Promise.all([import('@resvg/resvg-js'), loadFaces()]);
  const { svg, fontFiles } = composeCard(image, faces);
  const card = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter' } });
  return card.render().asPng();
}

/** The card as SVG, and the font files in use: it refers to nothing external except their families. */
export function composeCard(image: FeaturedImage, faces: Faces): { svg: string; fontFiles: string[] } {
  const { title, keyword, brand, colours, language } = image;
  const palette = paletteOf(colours);
  const [heading, above] = headingOf(title, keyword, faces);
  const text = heading.map((glyph) => glyph.text).join('');
  const isMirrored = isRightToLeft(text, language);
  const below = brand === null ? [] : setWhole(brand, faces.small);
  const art = drawArt(palette, keyword);
  const eyebrow = fitLine(above, smallMeasure, small);
  const drawn = [
    isMirrored ? `<g transform="translate(${width} 0) scale(-1 1)">${art}</g>` : art,
    drawEyebrow(eyebrow, palette, isMirrored),
    drawTitle(heading, palette, { isMirrored, middle: below.length > 0 ? 322 : 352 }),
    drawBrand(below, palette, isMirrored),
  ].join('');
  const used = new Set([...heading, ...eyebrow, ...below].map(({ face }) => face.path));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${palette.backgrounds[0]}"/>${drawn}</svg>`;
  return { svg, fontFiles: [...used] };
}

/** The large text and the small text above it. If no font has the title's letters, the keyword is large instead, and nothing is small. */
function headingOf(title: string, keyword: string, faces: Faces): [Glyph[], Glyph[]] {
  const large = setWhole(title, faces.title);
  if (large.length === 0) return [setWhole(keyword, faces.title), []];
  const isSame = title.trim().toLowerCase() === keyword.trim().toLowerCase();
  return [large, isSame ? [] : setWhole(keyword, faces.small)];
}

function setWhole(text: string, faces: readonly Face[]): Glyph[] {
  const { glyphs, isWhole } = setText(text, faces);
  return isWhole ? glyphs : [];
}

function drawEyebrow(glyphs: readonly Glyph[], palette: Palette, isMirrored: boolean): string {
  const bar = `<rect x="${isMirrored ? width - margin - 56 : margin}" y="${margin}" width="56" height="8" rx="4" fill="${palette.accent}"/>`;
  return bar + drawLine(glyphs, { y: margin + 56, size: small, fill: palette.muted, isMirrored });
}

/** The title, centred on `middle`, between the keyword and the brand. */
function drawTitle(glyphs: readonly Glyph[], palette: Palette, { isMirrored, middle }: { isMirrored: boolean; middle: number }): string {
  const isJoined = glyphs.some(({ face }) => face.family !== 'Inter');
  const spacing = isJoined ? 0 : tracking;
  const { lines, size } = fitLines(glyphs, { width: measure, sizes: titleSizes, tracking: spacing });
  const step = size * leading;
  // A baseline is about 0.36 em below the middle of its capitals.
  const first = middle - ((lines.length - 1) * step) / 2 + 0.36 * size;
  return lines
    .map((line, index) => drawLine(line, { y: first + index * step, size, fill: palette.ink, isMirrored, spacing: spacing * size }))
    .join('');
}

/** The brand beside a mark with its initial. */
function drawBrand(glyphs: readonly Glyph[], palette: Palette, isMirrored: boolean): string {
  const initial = glyphs.find(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (!initial) return '';
  const y = height - margin - mark;
  const x = isMirrored ? width - margin - mark : margin;
  const upper = { ...initial, text: initial.text.toUpperCase() };
  const letter = upper.text.length === 1 && initial.face.advanceOf(upper.text.codePointAt(0)!) !== undefined ? upper : initial;
  const name = fitLine(glyphs, smallMeasure - 64, small);
  return [
    `<rect x="${x}" y="${y}" width="${mark}" height="${mark}" rx="11" fill="${palette.accent}"/>`,
    `<text x="${x + mark / 2}" y="${y + 31}" font-size="24" text-anchor="middle" fill="${palette.onAccent}">${span([letter], 700)}</text>`,
    drawLine(name, { y: y + 32, size: small, fill: palette.ink, isMirrored, indent: mark + 18 }),
  ].join('');
}

interface LineStyle {
  /** The baseline. */
  y: number;
  size: number;
  fill: string;
  isMirrored: boolean;
  /** Pixels between letters. */
  spacing?: number;
  indent?: number;
}

function drawLine(glyphs: readonly Glyph[], { y, size, fill, isMirrored, spacing = 0, indent = 0 }: LineStyle): string {
  if (glyphs.length === 0) return '';
  const runs: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (runs.at(-1)?.[0]!.face === glyph.face) runs.at(-1)!.push(glyph);
    else runs.push([glyph]);
  }
  const spans = runs.map((run) => span(run)).join('');
  const x = isMirrored ? width - margin - indent : margin + indent;
  // The renderer lays out every line left to right; an isolate keeps mixed-direction words and digits in place.
  const content = isMirrored ? `\u2067${spans}\u2069` : spans;
  const letterSpacing = spacing === 0 ? '' : ` letter-spacing="${spacing.toFixed(2)}"`;
  return `<text x="${x}" y="${y.toFixed(1)}" font-size="${size}"${letterSpacing} text-anchor="${isMirrored ? 'end' : 'start'}" fill="${fill}" xml:space="preserve" font-family="Inter">${content}</text>`;
}

function span(run: readonly Glyph[], weight = run[0]!.face.weight): string {
  const text = run.map((glyph) => glyph.text).join('');
  return `<tspan font-family="${run[0]!.face.family}" font-weight="${weight}">${escapeXml(text)}</tspan>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
