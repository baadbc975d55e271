import { plainOf } from '../../markdown/outline.ts';
import { normalise, tidy } from '../../language/tokens.ts';

/** What a part of an article may contain. */
export interface Frame {
  /** The heading that will be put above it; null for the introduction, which may have no headings at all. */
  heading: string | null;
  /** The level of that heading; headings within it are deeper. */
  level: number;
  /** Headings of other sections: text after one of them is dropped. */
  others: readonly string[];
  /** URLs that may be linked to, each once. */
  links: readonly string[];
  /** URLs of links and images that may stand in it as often as they like. */
  kept?: readonly string[];
}

const thoughts = /<(think|thinking|thought|reasoning|reflection|scratchpad)>[^]*?(?:<\/\1>|$)/gi;
/** Some servers omit the opening tag of the thoughts. */
const endOfThoughts = /^[^]*<\/(?:think|thinking|thought|reasoning)>/i;
/** "Sure!", "Here is the section:" and the like, in the languages that models tend to use. */
const agreeing = String.raw`(?:sure|certainly|of course|absolutely|okay|ok|great|gerne|bien sûr|claro|certo)`;
const showing = String.raw`(?:here|below|hier|voici|aqu[ií]|ecco|oto|i(?:['’]ve| have))(?!\p{L})[^\n[\]]{0,100}?(?:section|introduction|draft|version|paragraph|markdown|abschnitt|einleitung|entwurf|sección|introducción|borrador|sezione|introduzione|bozza|seção|introdução|rozdział|wstęp)[^\n[\]]{0,80}[:!]`;
const leadIn = new RegExp(`^(?:${agreeing}[,.!]{0,3}|(?:${agreeing}[,.!]{0,3} {1,3})?${showing})$`, 'iu');
const outro =
  /^(?:let me know|i hope|feel free|would you like|if you(?:['’]d| would)? (?:like|want|need)|\(?note(?: to (?:the )?editor)?:|\(?word count|\(?\d+ words\)?$)[^[\]]{0,400}$/iu;
const code = /(^ {0,3}```[^]*?(?:^ {0,3}```[ \t]*$|(?![^]))|`[^`\n]+`)/m;
const scripts = /<(script|style|iframe|object|template)\b[^]*?<\/\1\s*>/gi;
const comment = /<!--[^]*?(?:-->|$)/g;
const tag = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,1000})?\/?>/gi;
const link =
  /(!?)\[((?:[^[\]\n]|\[[^[\]\n]{0,200}\]){0,500})\]\(\s*<?([^()\s<>]{0,2000}(?:\([^()\s]{0,500}\)[^()\s<>]{0,500})?)>?(?:\s+["'(][^\n]{0,300}?["')])?\s*\)/g;
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,200}@[^\s<>]{1,200})>/gi;
const definition = /^ {0,3}\[[^\]\n]{1,300}\]:[ \t]*\S[^\n]*$/gm;
const wordyMark =
  /[[(【](?:passages?|sources?|quellen?)\s*(\d{1,3}(?:\s*(?:,|;|and|&)\s*\d{1,3})*)[\])】]|【(\d{1,3})(?:†[^】\n]{0,60})?】/gi;
const mark = /\[(\^?\d{1,3}(?:(?:[,;] ?|[-–])\^?\d{1,3})*)\](?!\()/g;
/** `[3–9]` cites seven passages; a wider span cites only its two ends. */
const maxSpan = 20;
const rule = /^ {0,3}(?:=+|(?:[-*_][ \t]*){3,})$/gm;
const lastEnd = /[.!?…。！？]["”»’')\]]*(?=\s|$)/g;

/** Removing one thing may expose another to remove. */
const maxRounds = 8;

/** A model's Markdown with only what belongs under its heading: no thoughts, small talk, HTML, other links or misplaced headings. */
export function cleanStretch(raw: string, frame: Frame, isCut = false): string {
  let text = cleanedOnce(raw, frame, isCut);
  for (let round = 1; round < maxRounds; round++) {
    const next = cleanedOnce(text, frame, false);
    if (next === text) break;
    text = next;
  }
  return text;
}

function cleanedOnce(raw: string, frame: Frame, isCut: boolean): string {
  const spoken = withoutTalk(withoutFence(withoutThoughts(raw.replace(/\r\n?/g, '\n').toWellFormed())));
  const used = new Set<string>();
  const tidied = outsideCode(spoken, (text) => linked(withoutHtml(text), frame, used).replace(definition, '').replace(rule, ''));
  const whole = isCut ? upToLastSentence(tidied) : tidied;
  return underHeading(whole, frame)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A heading, title or the like as one line of plain text. */
export function plainLine(raw: string): string {
  const text = withoutThoughts(raw).replace(scripts, '').replace(comment, '').replace(tag, '');
  const plain = plainOf(tidy(text.replace(/\[\^?\d[\d,;\s]*\]/g, '')).replace(/^#+\s*/, ''));
  return plain.replace(/^(["“'])(.*)["”']$/, '$2').trim();
}

function withoutThoughts(text: string): string {
  return text.replace(thoughts, '').replace(endOfThoughts, '').trim();
}

/** Removes a fence around the whole text, but not one around code in it. */
function withoutFence(text: string): string {
  const [, ticks, inner] = /^(`{3,})[ \t]*(?:markdown|md|text)?[ \t]*\n([^]*?)\n?\1[ \t]*$/i.exec(text) ?? [];
  return ticks === undefined || inner!.includes(ticks) ? text : inner!.trim();
}

function withoutTalk(text: string): string {
  const [, opening = '', rest = ''] = /^([^\n]*)\n+([^]+)$/.exec(text) ?? [];
  const blocks = (leadIn.test(opening.trim()) ? rest.trim() : text).split(/\n\s*\n/);
  while (blocks.length > 1 && outro.test(blocks.at(-1)!.trim())) blocks.pop();
  return withoutFence(blocks.join('\n\n').trim());
}

function outsideCode(text: string, change: (text: string) => string): string {
  return text
    .split(new RegExp(code, 'gm'))
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

function withoutHtml(text: string): string {
  return text
    .replace(scripts, '')
    .replace(comment, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(tag, '')
    .replace(autolink, '');
}

/** Rewrites citations as `[1, 2]`, drops images, and reduces links that are not allowed to their text. */
function linked(text: string, { links, kept = [] }: Frame, used: Set<string>): string {
  const marked = text.replace(
    wordyMark,
    (_, list: string | undefined, one: string | undefined) => `[${(list ?? one)!.replace(/\s*(?:;|and|&|,)\s*/gi, ', ')}]`,
  );
  return marked
    .replace(mark, (_, list: string) => `[${numbersOf(list).join(', ')}]`)
    .replace(link, (whole, image: string, words: string, url: string) => {
      if (kept.includes(url)) return whole;
      if (image) return '';
      if (/^\^?\d{1,3}$/.test(words)) return `[${words}]`;
      if (!links.includes(url) || used.has(url)) return words;
      used.add(url);
      return `[${words}](${url})`;
    });
}

function numbersOf(list: string): number[] {
  const parts = list.replaceAll('^', '').split(/[,;] ?/);
  return parts.flatMap((part) => {
    const [from, to = from] = part.split(/[-–]/).map(Number) as [number, number?];
    if (to <= from || to - from > maxSpan) return [...new Set([from, to])];
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}

function upToLastSentence(text: string): string {
  const end = [...text.matchAll(lastEnd)].at(-1);
  return end ? text.slice(0, end.index + end[0].length) : '';
}

function underHeading(text: string, { heading, level, others }: Frame): string {
  const own = heading === null ? undefined : normalise(heading);
  const strange = new Set(others.map(normalise));
  const kept: string[] = [];
  let fence = false;
  for (const line of text.split('\n')) {
    if (/^ {0,3}```/.test(line)) fence = !fence;
    const words = fence ? undefined : /^ {0,3}#{1,6}[ \t]+(\S.*?)[ \t#]*$/.exec(line)?.[1];
    const key = words === undefined ? undefined : normalise(plainOf(words));
    if (words === undefined) kept.push(line);
    else if (key === own || !key) continue;
    // The model went on with the next section, or wrote the whole article at once.
    else if (strange.has(key) || (heading === null && kept.some((one) => one.trim()))) break;
    else if (heading !== null) kept.push(`${'#'.repeat(Math.min(4, level + 1))} ${words}`);
  }
  return kept.join('\n');
}
