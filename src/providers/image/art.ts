import { createHash } from 'node:crypto';
import type { Palette } from './colour.ts';

/** In pixels: the size social networks want for a card. */
export const picture = { width: 1200, height: 630 };

/** Draws shapes as SVG. `chance` returns numbers from 0 to below 1, the same ones for the same seed. */
type Art = (palette: Palette, chance: () => number) => string;

const { width, height } = picture;

/** The areas where text never comes, so shapes may use the full accent. Elsewhere they use background tones on which text stays readable. */
const isFree = (x: number, y: number) => x > 940 && (y < 130 || y > 530);

/** Concentric discs in a corner. */
const discs: Art = ({ backgrounds: [, faint, soft, clear], accent }, chance) => {
  const x = width - 20 - Math.round(chance() * 80);
  const radii = [470, 350, 232];
  const tones = [faint, soft, clear];
  return `${radii.map((radius, index) => circle(x, height, radius, tones[index]!)).join('')}${circle(x, height, 92, accent)}`;
};

/** Dots that grow towards the corner. */
const dots: Art = ({ backgrounds: [, , soft, clear], accent }, chance) => {
  const step = 34;
  const marked = Math.floor(chance() * 3);
  let drawn = '';
  for (let row = 0; row < 19; row++) {
    for (let column = 0; column < 18; column++) {
      const [x, y] = [width - 26 - column * step, height - 26 - row * step];
      const radius = 10 - 0.62 * Math.hypot(column, row * 0.8);
      if (radius < 1.2) continue;
      const isMarked = isFree(x, y) && y > height / 2 && (column + 2 * row) % 5 === marked;
      drawn += circle(x, y, Number(radius.toFixed(1)), isMarked ? accent : row + column < 6 ? clear : soft);
    }
  }
  return drawn;
};

/** Tiles of quarter discs, turned at random. */
const tiles: Art = ({ backgrounds: [, faint, soft, clear], accent }, chance) => {
  const side = 105;
  let drawn = '';
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 3; column++) {
      const [x, y] = [width - (column + 1) * side, row * side];
      const fill = isFree(x, y + side / 2) && chance() < 0.7 ? accent : [faint, soft, clear][Math.floor(chance() * 3)]!;
      if (chance() < 0.25 + column * 0.2) continue;
      drawn += quarter(x, y, side, Math.floor(chance() * 4), fill);
    }
  }
  return drawn;
};

const bands: Art = ({ backgrounds: [, faint, soft, clear], accent }, chance) => {
  const lean = 250 + Math.round(chance() * 90);
  const band = (x: number, breadth: number, fill: string) =>
    `<path d="M${x + lean} 0H${x + lean + breadth}L${x + breadth} ${height}H${x}z" fill="${fill}"/>`;
  const corner = `<path d="M${width} ${height - 96}V${height}H${width - Math.round((96 * lean) / height)}z" fill="${accent}"/>`;
  return `${band(560, 170, faint)}${band(730, 170, soft)}${band(900, 600, clear)}${corner}`;
};

const waves: Art = ({ backgrounds: [, faint, soft, clear], accent }, chance) => {
  const wave = (base: number, swing: number, fill: string) => {
    const [first, second] = [base - swing * (0.6 + chance()), base + swing * (0.4 + chance())].map(Math.round);
    return `<path d="M0 ${base + 40}C300 ${first} 520 ${second} 780 ${base - 30}S1080 ${base - 150} 1200 ${base - 170}V${height}H0z" fill="${fill}"/>`;
  };
  return `${wave(500, 90, faint)}${wave(560, 80, soft)}${wave(620, 60, clear)}${circle(1104, 84, 34, accent)}`;
};

const squares: Art = ({ backgrounds: [, faint, soft, clear], accent }, chance) => {
  const side = 70;
  let drawn = '';
  for (let column = 0; column < 8; column++) {
    for (let row = 0; row < 9; row++) {
      const [x, y] = [width - (column + 1) * side, row * side];
      if (chance() > 0.62 - column * 0.09) continue;
      const isMarked = isFree(x, y === 0 ? 0 : y + side - 1) && (y === 0 || y >= 560) && chance() < 0.5;
      drawn += `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${isMarked ? accent : [faint, soft, clear][Math.floor(chance() * 3)]!}"/>`;
    }
  }
  return drawn;
};

const arts = [discs, dots, tiles, bands, waves, squares];

/** Shapes in the colours of a palette, picked by `seed` alone. */
export function drawArt(palette: Palette, seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const chance = numbersFrom(bytes.readUInt32BE(4));
  return arts[bytes[1]! % arts.length]!(palette, chance);
}

/** Mulberry32, a small generator by T. Ettinger (public domain); not for secrets. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** A quarter disc that fills a square, centred on one of its corners. */
function quarter(x: number, y: number, side: number, corner: number, fill: string): string {
  const turned = `rotate(${corner * 90} ${x + side / 2} ${y + side / 2})`;
  return `<path d="M${x} ${y}h${side}a${side} ${side} 0 0 1 -${side} ${side}z" fill="${fill}" transform="${turned}"/>`;
}
