/** The rest of a longer inline style is ignored. */
const maxStyle = 4000;
const showsNothing =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)/i;

/** Too far out for any window. Offsets nearer than this may be the slides of a carousel, which come into view. */
const farAway = /^-(?:\d{4,}|999)(?:\.\d+)?px$|^-(?:\d{3,}|99)(?:\.\d+)?r?em$/;
const offScreenSides = ['left', 'right', 'top', 'bottom'];

/**
 * Whether an inline style hides an element and everything in it: not displayed, moved off the screen, or clipped to nothing.
 * Style sheets are not read: what `.answer { display: none }` hides usually opens on a click, and is content.
 */
export function isUnseen(style: string): boolean {
  if (style === '') return false;
  if (showsNothing.test(style)) return true;
  const own = declarationsIn(style);
  return isOffScreen(own) || isCutAway(own);
}

/**
 * Whether an inline style gives text the colour of its background, or a transparent one. Descendants may have colours of their own.
 * A picture or gradient in the background, or a shadow, makes the text readable.
 */
export function isInkless(style: string): boolean {
  if (!/color/i.test(style)) return false;
  const own = declarationsIn(style);
  const background = own.get('background') ?? '';
  const isPainted = [background, own.get('background-image') ?? ''].some((value) => /url\(|gradient\(/.test(value));
  const isShadowed = (own.get('text-shadow') ?? 'none') !== 'none';
  const isMask = [...own].some(([name, value]) => name.endsWith('background-clip') && value.includes('text'));
  const ink = colourIn(own.get('color') ?? '');
  if (ink === undefined || isPainted || isShadowed || isMask || own.has('-webkit-text-fill-color')) return false;
  return ink === 'transparent' || ink === colourIn(own.get('background-color') ?? background);
}

/** Whether an inline style gives an element colours of its own, which override inherited ones. */
export function hasOwnColours(style: string): boolean {
  return /color|background/i.test(style) && [...declarationsIn(style).keys()].some((name) => /^(?:color|background)/.test(name));
}

/** Property → value, in lower case; the last declaration wins. */
function declarationsIn(style: string): Map<string, string> {
  const found = new Map<string, string>();
  const plain = style.slice(0, maxStyle).replace(/\/\*[^*]*\*\//g, ' ');
  for (const declaration of plain.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/!\s*important/, '');
    if (colon > 0) found.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return found;
}

function isOffScreen(own: ReadonlyMap<string, string>): boolean {
  if (farAway.test(own.get('text-indent') ?? '')) return true;
  return isTakenOut(own) && offScreenSides.some((side) => farAway.test(own.get(side) ?? ''));
}

/** True if `clip` or its successor, `clip-path`, leaves nothing visible. */
function isCutAway(own: ReadonlyMap<string, string>): boolean {
  const edges = /^rect\(([^()]*)\)$/.exec(own.get('clip') ?? '')?.[1]?.match(/[^\s,]+/g) ?? [];
  const isNothing =
    edges.length === 4 && edges.every((edge) => /^\d/.test(edge) && Number.parseFloat(edge) === Number.parseFloat(edges[0]!));
  return (
    (isNothing && isTakenOut(own)) || /^(?:inset\((?:[5-9]\d|100)(?:\.\d+)?%\)|circle\(0(?:px|%)?[\s)])/.test(own.get('clip-path') ?? '')
  );
}

/** True if taken out of the text flow: only then do offsets and `clip` apply. */
function isTakenOut(own: ReadonlyMap<string, string>): boolean {
  return /^(?:absolute|fixed)$/.test(own.get('position') ?? '');
}

/** The names commonly used to hide text. */
const namedColours: Readonly<Record<string, string>> = {
  white: '255,255,255',
  black: '0,0,0',
  red: '255,0,0',
  lime: '0,255,0',
  blue: '0,0,255',
  yellow: '255,255,0',
  gray: '128,128,128',
  grey: '128,128,128',
  silver: '192,192,192',
  whitesmoke: '245,245,245',
  snow: '255,250,250',
  ivory: '255,255,240',
};

/** The first colour in a value as "255,255,255", or `transparent`; undefined if none is recognised. */
function colourIn(value: string): string | undefined {
  for (const [written, hex, channels] of value.matchAll(/#([\da-f]+)|(?:rgb|hsl)a?\(([^()]*)\)|[a-z]+/g)) {
    const colour = hex ? ofHex(hex) : channels === undefined ? ofName(written) : ofChannels(written, channels);
    if (colour !== undefined) return colour;
  }
  return undefined;
}

function ofName(name: string): string | undefined {
  return name === 'transparent' ? name : Object.hasOwn(namedColours, name) ? namedColours[name] : undefined;
}

function ofHex(hex: string): string | undefined {
  const whole = hex.length <= 4 ? Array.from(hex, (digit) => digit + digit).join('') : hex;
  if (whole.length !== 6 && whole.length !== 8) return undefined;
  const [red, green, blue, alpha = 255] = whole.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return alpha === 0 ? 'transparent' : `${red},${green},${blue}`;
}

function ofChannels(written: string, channels: string): string | undefined {
  const [one, two, three, alpha] = channels.match(/[^\s,/]+/g) ?? [];
  if (three === undefined) return undefined;
  if (alpha !== undefined && Number.parseFloat(alpha) === 0) return 'transparent';
  return `${written.startsWith('hsl') ? 'hsl ' : ''}${[one, two, three].join()}`;
}
