import { countWords } from '../../language/tokens.ts';
import { locales } from './locales.ts';
import { hasMainVerb, opensWithBareVerb } from '../../language/verbs.ts';

/**
 * How a sentence can be used in another text: `alone`; only right `after` the sentence before it in its source; as an `entry`, only under the name
 * it explains ("A pool of clients connected to one origin."); or `never`.
 */
export type Standing = 'alone' | 'after' | 'entry' | 'never';

const minWords = 3;
const maxWords = 55;

const ended = /[.!…。！।۔][”“"'’‘»«」』)]*$/u;
/** "The main types are:." announces something that is missing. */
const brokenOff = /[:;,]\s*[.!…]$/u;
const signature = /^[\w.$]+\([^)\s]*[,[]/;
const codeNoise = /=>|[{}]|<\/?\w/;
const quotation = /["“„«][^"”“»]*["”“»]/g;

/** Words that refer to something the article does not show: a figure, a listing, another page, the part above. */
const pointsElsewhere = new RegExp(
  [
    String.raw`^(?:see|learn more|for more)\b`,
    String.raw`\(see [^)]*\)`,
    String.raw`\bdefault:`,
    String.raw`\b(?:above|below|here)[.,;:)]*$`,
    String.raw`\b(?:shown|described|listed|given) (?:above|below|here)\b`,
    String.raw`\bthis (?:sections?|guides?|document)\b`,
    String.raw`\bthe following\b(?! (?:day|week|month|year|season)\b)`,
    String.raw`\b(?:figures?|tables?) \d`,
  ].join('|'),
  'i',
);

const firstPerson = /\b(?:[Ww]e|[Oo]urs?|us|my|My|I(?= (?:am|was|have|had|think|will|would|can|could|do|did|know|use|used)\b))\b/;

/** Openers that depend on the sentence before. */
const leansByOpener = new RegExp(
  '^(?:' +
    'however|therefore|thus|hence|instead|here|additionally|also|nonetheless|consequently|but|because of|later|meanwhile|another|others?|further|elsewhere|' +
    'in (?:addition|contrast|response|that|such|both|either) ?|as (?:a result|such)|for (?:example|that|both)|on the (?:other hand|contrary)|at (?:that|the same) (?:time|point)|' +
    'it|its|they|their|he|she|his|her|that|both|one of|some of (?:them|the)|most of (?:them|the)|' +
    'the (?:former|latter|other|others|second|third|same|two|three|four|remaining|next|last|first|resulting|new)|a (?:second|third|further|similar)' +
    ')(?![\\p{L}\\p{N}_-])',
  'iu',
);
const standsDespiteOpener = /^(?:it (?:is|was) (?:possible|important|estimated|unclear)\b|both \S+(?: \S+){0,3} and\b)/i;
const leansInside =
  /\bthat (?:same|day|week|month|year|season|time|point|summer|winter)\b|\bthe (?:same|next) (?:day|week|month|year|season)\b|\b(?:this|these|the former|the latter|the following|likewise|thereafter)\b|\bthose\b(?! (?:who|of|that|which|with|in|at)\b)/i;
const introducedPronoun = /^(?:in|on|at|by|after|before|during|despite)\b[^,;]{0,60}[,;]? (?:he|she|it|they|his|her|its|their)\b/i;
const earlyPronoun = /^(?:\S+ ){1,3}(?:he|she|they|him|them|his|her|their)\b/;
const personal = /\b(?:he|she|his|her|him|himself|herself)\b/;
/** "If it never rises", "To bring it back", "Two percent is …", "At 65 percent …", "A coarse grind makes it sour": these leave out what was named before. */
const leansByEllipsis = new RegExp(
  [
    String.raw`^To \p{L}+ (?:it|them|this|that)\b`,
    String.raw`^\p{L}+ (?:it|them)\b`,
    String.raw`^\p{Lu}\p{L}+ percent\b`,
    String.raw`^At \d[\d.,]* ?percent\b`,
    String.raw`^[^,;]*\ban? (?:\p{L}+ )?ones?[.,;]`,
    String.raw`^[^,;:]*\bmakes? it (?!(?:\p{L}+ ){1,3}(?:to|for|that)\b)`,
  ].join('|'),
  'u',
);
/** A conclusion whose reason is not in the sentence itself. */
const concludes = /^[^,;:]*\btherefore\b/;
const earlyAlso =
  /^(?:\S+ ){1,5}(?:also(?! (?:known|called)\b)|too(?=[,.;]| (?:is|are|was|were)\b)|instead|however|then|another)(?![\p{L}\p{N}_])/iu;

/** Judges a sentence: in English closely, in the languages of `locales` by its opener, in others by its form alone. `names` are lower-case words that may open a sentence. */
export function standingOf(sentence: string, language: string, names: ReadonlySet<string>): Standing {
  if (countWords(sentence) < minWords || brokenOff.test(sentence) || !ended.test(sentence)) return 'never';
  if (startsSmall(sentence, names) || !isQuotable(sentence, language)) return 'never';
  if (language !== 'en') return locales[language]?.leans.test(sentence) ? 'after' : 'alone';
  const told = sentence.replace(quotation, '"…"');
  if (opensWithBareVerb(told)) return 'never';
  const leaning = leans(told);
  if (!hasMainVerb(told)) return /^(?:An?|The) /.test(told) && !leaning ? 'entry' : 'never';
  return leaning ? 'after' : 'alone';
}

/** Whether a sentence or list item is prose about its subject: no code, no reference to something not shown, not in the first person. */
export function isQuotable(text: string, language: string): boolean {
  if (countWords(text) > maxWords || codeNoise.test(text) || signature.test(text) || symbolShare(text) > 0.12 || !isBalanced(text))
    return false;
  const told = text.replace(quotation, '"…"');
  if (language !== 'en') return !locales[language]?.unfit.test(told);
  return !(pointsElsewhere.test(told) || firstPerson.test(told));
}

/** Judges the sentence that announces a list, which is quoted with it. */
export function announcementStanding(sentence: string, language: string): Standing {
  const told = sentence.replace(/\b(?:(?:as|the) follow(?:s|ing)|below)\b/gi, '');
  if (countWords(told) < 2 || !isQuotable(told, language) || startsSmall(told, new Set())) return 'never';
  return (language === 'en' ? leans(told) : locales[language]?.leans.test(told)) ? 'after' : 'alone';
}

function leans(sentence: string): boolean {
  if (leansByOpener.test(sentence) && !standsDespiteOpener.test(sentence)) return true;
  if (leansByEllipsis.test(sentence) || concludes.test(sentence)) return true;
  if (leansInside.test(sentence) || earlyAlso.test(sentence) || introducedPronoun.test(sentence) || earlyPronoun.test(sentence))
    return true;
  return hasUnnamedPerson(sentence);
}

/** Whether a personal pronoun comes before any name ("…, which he left"), so that the name is in an earlier sentence. */
function hasUnnamedPerson(sentence: string): boolean {
  const pronoun = personal.exec(sentence);
  if (!pronoun) return false;
  const before = sentence.slice(0, pronoun.index);
  return (
    !/\p{Lu}\p{L}+.*\p{Lu}\p{L}+/u.test(before) &&
    !/^\p{Lu}\p{L}+(?:'s)?\s+/u.test(before.replace(/^(?:The|A|An|In|On|At|By|As|While|When|After|Before|Although)\b/, ''))
  );
}

/** Whether a sentence's beginning was cut off: it opens with a lower-case letter, but not with a name spelled so ("undici", "mockAgent.close()"). */
function startsSmall(sentence: string, names: ReadonlySet<string>): boolean {
  const first = /^["“'(]?([^\s,;:]+)/.exec(sentence)?.[1] ?? '';
  if (!/^\p{Ll}/u.test(first)) return !/^["“„'’‘‚(«»¡「『]?[\p{L}\p{N}$#@]/u.test(sentence);
  return !names.has(first) && !/^\p{Ll}+\p{Lu}|\w\.\w|^\w+\(/u.test(first);
}

function symbolShare(sentence: string): number {
  const symbols = sentence.match(/[^\p{L}\p{N}\p{M}\s.,;:!?'’‘‚"“”„«»()–—¿¡،؛؟、。「」『』-]/gu)?.length ?? 0;
  return symbols / sentence.length;
}

function isBalanced(sentence: string): boolean {
  const count = (character: string) => sentence.split(character).length - 1;
  // „so“ in German, „zo” in Dutch, “so” in English.
  const quotes = count('„') > 0 ? count('„') === count('“') + count('”') : count('“') === count('”');
  return count('(') === count(')') && count('[') === count(']') && count('"') % 2 === 0 && quotes;
}
