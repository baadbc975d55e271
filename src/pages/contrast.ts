/** What a style attribute says of colours, told only where nothing else can change it: both are there, and opaque. */
export interface StyledColours {
  /** Of text to its ground, 1 to 21 (WCAG 2.2, contrast ratio). */
  ratio: number;
  /** Whether the attribute itself says that its letters are no large ones. */
  isSmall: boolean;
}

/** Large letters: 18.66 px where they are bold. */
const largePx = 18.66;
const unsettled = /url\(|gradient|opacity|filter|blend|var\(|background-(?:image|clip)/i;
const declaration = /(?:^|;)\s*(color|background|background-color|font-size)\s*:\s*([^;!]{1,60})/gi;

export function coloursIn(style: string): StyledColours | null {
  if (!style.includes('background') || style.length > 1000 || unsettled.test(style)) return null;
  const said = new Map(Array.from(style.matchAll(declaration), ([, name, value]) => [name!.toLowerCase(), value!.trim().toLowerCase()]));
  const ground = colourOf(said.get('background-color') ?? said.get('background') ?? '');
  const text = colourOf(said.get('color') ?? '');
  if (ground === null || text === null) return null;
  const px = /^([\d.]+)px$/.exec(said.get('font-size') ?? '')?.[1];
  return { ratio: ratioOf(text, ground), isSmall: px !== undefined && Number(px) < largePx };
}

type Colour = readonly [red: number, green: number, blue: number];

const names = new Map(
  Object.entries({
    white: 'ffffff',
    black: '000000',
    silver: 'c0c0c0',
    gray: '808080',
    grey: '808080',
    red: 'ff0000',
    maroon: '800000',
    yellow: 'ffff00',
    olive: '808000',
    lime: '00ff00',
    green: '008000',
    aqua: '00ffff',
    cyan: '00ffff',
    teal: '008080',
    blue: '0000ff',
    navy: '000080',
    fuchsia: 'ff00ff',
    magenta: 'ff00ff',
    purple: '800080',
    orange: 'ffa500',
    lightgray: 'd3d3d3',
    lightgrey: 'd3d3d3',
  }),
);

function colourOf(value: string): Colour | null {
  const hex = names.get(value) ?? /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const whole = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16)) as unknown as Colour;
  }
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null;
}

function ratioOf(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const share = Math.min(value, 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
