import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';

/** Colours in hexadecimal notation, `#rgb` or `#rrggbb`. */
export interface BrandColours {
  background: string;
  /** For text; moved towards black or white if it is unreadable on the background. */
  foreground: string;
  /** For marks and shapes. */
  accent: string;
}

/** The colours of one picture. `ink` and `muted` have a contrast of at least 4.5 to every background, `onAccent` to `accent` (WCAG 2.2, 1.4.3). */
export interface Palette {
  /** The background, and tones of it for shapes behind text. */
  backgrounds: readonly [string, string, string, string];
  ink: string;
  muted: string;
  /** For shapes away from text. */
  accent: string;
  onAccent: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const [black, softBlack, white] = ['#000000', '#0b0d12', '#ffffff'];
const legible = 4.5;
/** The contrast a colour gets if it must be moved and its background allows it (WCAG 2.2, 1.4.6). */
const easilyLegible = 7;
/** Below this contrast an accent cannot be seen on its background. */
const visible = 1.8;

const defaults: readonly BrandColours[] = [
  { background: '#0f172a', foreground: '#f8fafc', accent: '#38bdf8' },
  { background: '#0b2b26', foreground: '#f3f7ef', accent: '#f2b84b' },
  { background: '#fbf6ec', foreground: '#1f2328', accent: '#e4572e' },
  { background: '#f4f3ff', foreground: '#1e1b4b', accent: '#6d5ef7' },
  { background: '#2a1238', foreground: '#fdf4ff', accent: '#ff7ac6' },
  { background: '#16181d', foreground: '#f5f5f4', accent: '#a3e635' },
  { background: '#eaf4fb', foreground: '#0b2540', accent: '#0077cc' },
  { background: '#6b2a1e', foreground: '#fff5ec', accent: '#ffc27a' },
];

/**
 * Completes a brand's colours. A brand with only an accent gets a dark background of the same hue; one with none gets a set picked by
 * `seed`. Throws `invalid_input` if a colour is not hexadecimal.
 */
export function coloursFrom(brand: Partial<BrandColours> | null, seed: string): BrandColours {
  const picked = defaults[createHash('sha256').update(seed).digest()[0]! % defaults.length]!;
  const { background, foreground, accent } = brand ?? {};
  if (!background && !foreground && !accent) return picked;
  const backdrop = background ?? (foreground ? furthestFrom(foreground) : mix(softBlack, accent!, 0.22));
  return { background: backdrop, foreground: foreground ?? furthestFrom(backdrop), accent: accent ?? foreground ?? furthestFrom(backdrop) };
}

/** The colours of a picture. Throws `invalid_input` if a colour is not hexadecimal. */
export function paletteOf({ background, foreground, accent: wanted }: BrandColours): Palette {
  const base = mix(background, background, 0);
  const ink = contrast(foreground, base) >= legible ? foreground : apart(foreground, base, easilyLegible);
  const accent = apart(wanted, base, visible);
  const tone = (share: number) => {
    const tinted = mix(base, accent, share);
    // A tone that moves away from the ink only gains contrast.
    return contrast(ink, tinted) >= legible ? tinted : mix(base, luminance(ink) > luminance(base) ? black : white, share);
  };
  const backgrounds = [base, tone(0.07), tone(0.13), tone(0.2)] as const;
  const isLegible = (colour: string) => backgrounds.every((one) => contrast(colour, one) >= legible);
  const muted = [0.35, 0.25, 0.15].map((share) => mix(ink, base, share)).find(isLegible) ?? ink;
  return { backgrounds, ink, muted, accent, onAccent: apart(base, accent, legible) };
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** `colour`, or the nearest colour towards black or white whose contrast to `background` is at least `ratio`. */
function apart(colour: string, background: string, ratio: number): string {
  const end = furthestFrom(background);
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(colour, end, share);
    if (contrast(moved, background) >= ratio) return moved;
  }
  return end;
}

/** Black or white, whichever contrasts more: always at least 4.5. A soft black is used if it reaches that too. */
function furthestFrom(colour: string): string {
  if (contrast(white, colour) >= contrast(black, colour)) return white;
  return contrast(softBlack, colour) >= legible ? softBlack : black;
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mix(from: string, to: string, share: number): string {
  const [start, end] = [rgbOf(from), rgbOf(to)];
  const mixed = start.map((value, channel) => Math.round(value + (end[channel]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function rgbOf(colour: string): Rgb {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(colour) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  if (digits === undefined) {
    throw new AppError('invalid_input', `${JSON.stringify(colour.slice(0, 40))} is not a colour in hexadecimal notation.`, {
      hint: 'Write it as #1a73e8 or #fff.',
    });
  }
  const number = Number.parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
