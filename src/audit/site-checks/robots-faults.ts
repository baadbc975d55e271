/** Names that some crawler knows. */
const known = new Set(
  `user-agent allow disallow sitemap crawl-delay host clean-param request-rate visit-time content-signal content-usage
  cache-delay`.split(/\s+/),
);
const maxFaults = 20;

interface RobotsLine {
  text: string;
  /** In lower case; undefined where there is none. */
  name: string | undefined;
  /** Whether it is a rule that no User-agent line stands above. */
  isLost: boolean;
}

function linesOf(text: string): RobotsLine[] {
  let isNamed = false;
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  return lines.map((whole) => {
    const said = whole.split('#', 1)[0]!.trim();
    const name = /^([a-z-]+)\s*:/i.exec(said)?.[1]!.toLowerCase();
    isNamed ||= name === 'user-agent';
    return { text: said, name, isLost: (name === 'allow' || name === 'disallow') && !isNamed };
  });
}

const isFault = ({ text, name, isLost }: RobotsLine) => text !== '' && (name === undefined || !known.has(name) || isLost);

/** Lines of a robots.txt that no crawler understands, and rules that belong to none (RFC 9309, 2.2). `isRule`: a rule was plainly meant. */
export function robotsFaults(text: string): { line: number; text: string; isRule: boolean }[] {
  if (isPage(text)) return [{ line: 1, text: 'an HTML page in place of rules', isRule: false }];
  const faults = linesOf(text).flatMap((one, at) => {
    const said = one.isLost ? `${one.text}: no User-agent above it` : one.text;
    return isFault(one) ? [{ line: at + 1, text: said, isRule: meantBy(one) !== null }] : [];
  });
  return faults.slice(0, maxFaults);
}

/** A robots.txt with its mistyped rules as they were meant; null where there are none. */
export function mendedRobots(text: string): string | null {
  if (isPage(text)) return null;
  const lines = linesOf(text);
  const slips = lines.filter((one) => isFault(one) && meantBy(one) !== null);
  if (slips.length === 0) return null;
  const mended = lines.map((one) => (slips.includes(one) ? meantBy(one)! : one.text));
  const isHeaded = !slips.some(({ isLost }) => isLost) || mended.some((line, at) => /^user-agent:/i.test(line) && line !== lines[at]!.text);
  return [...(isHeaded ? [] : ['User-agent: *']), ...mended].join('\n');
}

function isPage(text: string): boolean {
  return /^\s*(?:<!doctype|<html)/i.test(text);
}

const slips: readonly (readonly [RegExp, string])[] = [
  [/^(?:dis+a+l+o+w+(?:s|ed)?|dia?s+al+ow|disal+[aou]w|dsal+ow)$/i, 'Disallow'],
  [/^a+l+o+w+(?:s|ed)?$/i, 'Allow'],
  [/^us+er[-_ ]?ag+[ea]nts?$/i, 'User-agent'],
];

/** A mistyped name, or a colon left out. */
function meantBy({ text, isLost }: RobotsLine): string | null {
  if (isLost) return text;
  const [, name = '', value = ''] = /^(\w+(?:[-_ ]agents?)?)\s*[:=;\s]\s*([/*\w]\S*)$/i.exec(text) ?? [];
  const meant = slips.find(([slip]) => slip.test(name))?.[1];
  return meant === undefined ? null : `${meant}: ${value}`;
}
