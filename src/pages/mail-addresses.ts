import { parse } from 'tldts';
import { Addresses } from './addresses.ts';
import { region } from './regions.ts';
import { Walk } from './walk.ts';

/** A mail address that a page shows, in lower case. */
export interface ShownAddress {
  email: string;
  /** In a `mailto:` link, plainly in the text, or spelt for people: "name [at] site.com". */
  shown: 'link' | 'text' | 'spelt';
}

/** Of a page's text, in characters: more is no page that says whom to write to. */
const maxText = 100_000;
const maxAddresses = 50;

const local = String.raw`[\p{L}\d](?:[\p{L}\d._+-]{0,62}[\p{L}\d])?`;
const label = String.raw`[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?`;
const plainAddress = new RegExp(String.raw`(?<![\p{L}\d._+-])(${local})@(${label}(?:\.${label}){1,4})(?![\p{L}\d@-])`, 'gu');
const at = String.raw`\s?[\[({]\s?(?:at|ät|@|arroba|chez)\s?[\])}]\s?`;
const dot = String.raw`(?:\.|\s?[\[({]\s?(?:dot|punkt|point|punto|\.)\s?[\])}]\s?)`;
/** Only with brackets around the word: "meet us at example.com" is no address. */
const speltAddress = new RegExp(String.raw`(?<![\p{L}\d._+-])(${local})${at}(${label}(?:${dot}${label}){1,4})(?![\p{L}\d@-])`, 'giu');
const speltDot = new RegExp(dot, 'giu');

/** The mail addresses that a page shows, each once, those of links first. What is hidden, in comments or in scripts is not shown. */
export async function readMailAddresses(html: string, url: string, turn: () => Promise<void>): Promise<ShownAddress[]> {
  const walk = new Walk(html);
  const addresses = new Addresses(url);
  const found = new Map<string, ShownAddress>();
  const add = (email: string | null, shown: ShownAddress['shown']) => {
    if (email !== null && !found.has(email) && found.size < maxAddresses) found.set(email, { email, shown });
  };
  walk.on('a area', ({ attributes, flags }) => {
    const href = attributes.href?.trim();
    if (href !== undefined && /^mailto:/i.test(href) && (flags & region.hidden) === 0) add(linked(href, addresses), 'link');
  });
  // Their text is none of the page's.
  walk.on('script style title', () => walk.gatherRaw(0, () => {}));
  const steps = walk.run();
  while (!steps.next().done) await turn();
  const text = walk.text.all.slice(0, maxText);
  for (const [, name, host] of text.matchAll(plainAddress)) add(checked(`${name}@${host}`), 'text');
  await turn();
  for (const [, name, host] of text.matchAll(speltAddress)) add(checked(`${name}@${host!.replaceAll(speltDot, '.')}`), 'spelt');
  return [...found.values()];
}

/** The first whom a `mailto:` link writes to. */
function linked(href: string, addresses: Addresses): string | null {
  const to = addresses.resolve(href.slice(0, 500))?.pathname.split(',', 1)[0] ?? '';
  try {
    return checked(decodeURIComponent(to).trim());
  } catch {
    return null;
  }
}

const whole = new RegExp(`^${local}@${label}(?:\\.${label}){1,4}$`, 'u');

/** In lower case; null for what mail cannot reach: no such suffix, or a name of a picture. */
function checked(written: string): string | null {
  const email = written.toLowerCase();
  if (email.length > 254 || !whole.test(email) || email.includes('..')) return null;
  const { isIcann, domain } = parse(email.slice(email.lastIndexOf('@') + 1));
  return isIcann === true && domain !== null ? email : null;
}
