import { countWords } from '../../language/tokens.ts';
import { locales } from './locales.ts';
import { hasMainVerb, opensWithBareVerb } from '../../language/verbs.ts';

/**
 * Whether a sentence can stand in another text: `alone`, only right after the sentence before it in its source (`after`), only under the name
 * it explains ("A pool of clients connected to one origin.": `entry`), or not at all (`never`).
 */
export type Standing = 'alone' | 'after' | 'entry' | 'never';

const minWords = 3;
const maxWords = 55;

const ended = /[.!…。！।۔][”“"'’‘»«」』)]*$/u;
/** "The main types are:." announced what is not there. */
const brokenOff = /[:;,]\s*[.!…]$/u;
const endedInBrackets = /^\(.*[.!…]\)$/u;
const signature = /^[\w.$]+\([^)\s]*[,[]/;
const codeNoise = /=>|[{}]|;\s*$|\(\)\s*\{|===|::|\?:|<\/?\w|\w<\w|\$\(|&&|\|\||\bPromise<|^\s*(?:import|const|let|var|function|return)\s/;
const quotation = /["“„«][^"”“»]*["”“»]/g;

/** Words that point at something this text will not show: a figure, a listing, another page, the part above. */
const pointsElsewhere = new RegExp(
  [
    String.raw`^(?:see|refer to|read|check out|visit|explore|learn more|click|consult|watch|download|subscribe|sign up|share this|back to|go to|continue reading)\b`,
    String.raw`^for (?:more|further|additional|full|complete)\b`,
    String.raw`\((?:see|cf\.?|as in) [^)]*\)`,
    String.raw`\b(?:above|below|here)[.,;:)]*$`,
    String.raw`\b(?:shown|described|listed|mentioned|discussed|given|outlined|explained|documented|defined|seen|noted|pictured) (?:above|below|here|earlier|later|previously)\b`,
    String.raw`\b(?:see|as) (?:above|below|also|the (?:section|chapter|page|documentation|table|figure))\b`,
    String.raw`\b(?:above|below|following|preceding|this|these|our|previous|next) (?:code |api |usage )?(?:examples?|tables?|figures?|sections?|snippets?|diagrams?|chapters?|pages?|articles?|tutorials?|posts?|guides?|document|documentation|listings?|screenshots?|readme|manual|blog|infobox|appendix)\b`,
    String.raw`\bthe (?:code |api |usage )?(?:examples?|tables?|figures?|snippets?|diagrams?|listings?|screenshots?|infobox|image|photo|map|chart) (?:above|below|shows?|demonstrates?|illustrates?|lists?|gives?)\b`,
    String.raw`\bthe above\b|\bas (?:discussed|described|mentioned|noted|shown|explained|seen|outlined|stated) (?:in|above|earlier|before|previously)\b`,
    String.raw`\bas follows\b|\bthe following\b(?! (?:day|night|morning|evening|week|weekend|month|year|season|decade|century|summer|winter|spring|autumn|fall)\b)`,
    String.raw`\b(?:figures?|fig\.|tables?|listing|chapter|appendix|eq\.) \d`,
    String.raw`\b(?:see|click|tap) (?:here|this|the link)\b`,
    String.raw`\b(?:cookies? policy|privacy policy|all rights reserved|copyright ©|newsletter|last updated|table of contents)\b`,
    String.raw`\bdefault:`,
    String.raw`^(?:note that )?(?:in|on|throughout) this (?:page|guide|section|article|post)\b`,
  ].join('|'),
  'i',
);

const firstPerson =
  /\b(?:[Ww]e|[Oo]urs?|[Ll]et's|us|my|My|[Ww]e'(?:ll|re|ve)|I'(?:m|ll|ve|d)|I(?= (?:am|was|have|had|think|will|would|can|could|do|did|don't|know|believe|want|wanted|use|used|found|recommend|like|love|hope)\b))\b/;

/** Openers that lean on the sentence before. */
const leansByOpener = new RegExp(
  '^(?:' +
    'however|therefore|thus|hence|moreover|furthermore|additionally|also|then|instead|otherwise|nevertheless|nonetheless|consequently|similarly|likewise|' +
    'accordingly|besides|still|yet|so|but|and|or|nor|because of|afterwards?|later|earlier|meanwhile|subsequently|next|finally|first(?:ly)?,|second(?:ly)?,|third(?:ly)?,|' +
    'lastly|again|conversely|rather|indeed|specifically|alternatively|another|others?|such|here|there,|further|even so|elsewhere|once (?:there|done|again|complete)|' +
    'in (?:addition|contrast|turn|fact|particular|response|return|short|other words|that|such|both|either|each|all|most|some) ?(?:cases?|situations?)?|' +
    'as (?:a result|a consequence|such|well|noted|mentioned)|for (?:example|instance|that|both|each of)|on the (?:other hand|contrary|one hand)|by contrast|by doing so|' +
    'at (?:that|the same) (?:time|point)|that said|after (?:that|which|doing)|to do so|to that end|at which|until then|since then|from there|with that|' +
    'it|its|itself|they|their|them|he|she|his|her|him|this|that|these|those|both|neither|either|one of|some of (?:them|the)|most of (?:them|the)|many of (?:them|the)|all of (?:them|the)|none of|' +
    'the (?:former|latter|other|others|second|third|same|two|three|four|rest|remaining|next|last|first|resulting|above|below|new|said)|a (?:second|third|further|similar|related)|two others?|several others?|many others?|' +
    'more(?: recently| specifically| importantly| narrowly)|similar|equally|unlike (?:this|that|these|it)|like (?:this|that|these|it)|without (?:this|that|it|them)|yes|no,' +
    ')(?![\\p{L}\\p{N}_-])',
  'iu',
);
const standsDespiteOpener =
  /^(?:it (?:is|was|can be|may be|might be) (?:possible|important|recommended|worth|common|essential|necessary|likely|estimated|believed|said|known|best|better|good|advisable|customary|unclear)\b|both \S+(?: \S+){0,3} and\b|either \S+(?: \S+){0,4} or\b|neither \S+(?: \S+){0,4} nor\b|those (?:who|of|that|with)\b|once (?!there|done|again|complete)|such as\b|the first \S+ (?:to|of|in)\b|the (?:two|three|four) (?:main|primary|basic|major|types|kinds)\b|(?:still|yet|later|next|rather|further|so|or|no|and|but)-)/i;
const leansInside =
  /\bthat (?:same|day|night|morning|afternoon|evening|week|month|year|season|time|period|point|moment|summer|winter|spring|autumn|fall|era|decade)\b|\bthe (?:same|next|following) (?:day|night|morning|week|month|year|season)\b|\b(?:this|these|the former|the latter|aforementioned|the following|do so|does so|did so|doing so|as well as this|likewise|thereby|therein|thereof|thereafter)\b|\bthose\b(?! (?:who|of|that|which|with|in|from|for|to|on|at|by|used|made|found|listed|needed|required|without)\b)/i;
const introducedPronoun =
  /^(?:(?:in|on|at|by|after|before|during|from|since|with|for|under|as of|until|upon|through|following|despite|like|throughout|between|among)\b|\d)[^,;]{0,60}[,;]? (?:he|she|it|they|his|her|hers|its|their|him|them)\b/i;
const earlyPronoun = /^(?:\S+ ){1,3}(?:he|she|they|him|them|his|her|their)\b/;
const personal = /\b(?:he|she|his|her|him|hers|himself|herself)\b/;
/** "If it never rises", "To bring it back", "Pour it off", "Two percent is …", "At 65 percent …", "an expensive one", "A coarse grind makes it sour": what is meant was named before. */
const leansByEllipsis = new RegExp(
  [
    String.raw`^(?:If|When|While|Once|As|Because|Since|After|Before|Unless|Until|Although|Though|Whenever|Where) (?:it|they|he|she|this|that|these|those)\b`,
    String.raw`^(?:To|By|Without) \p{L}+ (?:it|them|this|that|these|those|so)\b`,
    String.raw`^(?:Then |Now |Next |Never |Always |Don't |Do not )?\p{Lu}?\p{L}+ (?:it|them)\b(?! (?:is|was|are|were|has|had|can|may|will)\b)`,
    String.raw`^(?:\p{Lu}\p{L}+|\d[\d.,]*) (?:percent|per cent|%|degrees|of them|is the (?:usual|normal|right|best))(?![\p{L}])(?! of\b)`,
    String.raw`^(?:At|With|Above|Below|Beyond|Under|Over|By|From) (?:\p{L}+|\d[\d.,]*) ?(?:percent|per cent|%|degrees|°C|°F)(?! of\b)`,
    String.raw`^(?:Take care|Be careful|Try again|Repeat)\b`,
    String.raw`^[^,;]*\b(?:an?|any|the|another|no) (?:\p{L}+ )?ones?[.,;]`,
    String.raw`^[^,;:]*\b(?:makes?|made|renders?|rendered|turns?|turned|keeps?|kept|leaves?|left) it (?!(?:\p{L}+ ){1,3}(?:to|for|that)\b)`,
    String.raw`^\p{Lu}\p{L}+ (?:(?!\b(?:and|or|that|which|as|until|when|if)\b)[^,;:]){0,60} (?:into|onto|over|with|of|from|under|around) (?:it|them)[.,;:]`,
  ].join('|'),
  'u',
);
const conclusion = /\b(?:therefore|thus|hence|consequently|accordingly|nevertheless|nonetheless|otherwise)\b/;
/** A conclusion whose ground is not in the sentence itself. */
const concludes =
  /^[^,;:]*?(?<!\b(?:and|so|but|if|as|because|when|which)\b[^,;:]*)\b(?:therefore|thus|hence|consequently|accordingly|nevertheless|nonetheless|otherwise)\b/;
const earlyAlso =
  /^(?:\S+ ){1,5}(?:also(?! (?:known|called|named|spelled|spelt|written|referred|abbreviated|styled|titled|nicknamed)\b)|too(?=[,.;]| (?:is|are|was|were|has|have|had|can|may|will|must|should|would|does|do|did)\b)|instead|however|therefore|then|thus|nevertheless|another|similarly|otherwise|likewise)(?![\p{L}\p{N}_])/iu;

/** Judges one sentence. English is looked at closely, the languages of `locales` at their openers; for others the form alone decides. `names` are lower-case words that may open a sentence. */
export function standingOf(sentence: string, language: string, names: ReadonlySet<string>): Standing {
  if (countWords(sentence) < minWords || brokenOff.test(sentence) || !(ended.test(sentence) || endedInBrackets.test(sentence)))
    return 'never';
  if (startsSmall(sentence, names) || !isQuotable(sentence, language)) return 'never';
  if (language !== 'en') return locales[language]?.leans.test(sentence) ? 'after' : 'alone';
  const told = sentence.replace(quotation, '"…"');
  if (opensWithBareVerb(told)) return 'never';
  const leaning = leans(told);
  if (!hasMainVerb(told)) return /^(?:An?|The) /.test(told) && !leaning ? 'entry' : 'never';
  return leaning ? 'after' : 'alone';
}

/** Whether a sentence or an item of a list is prose that speaks of its subject: no code, no pointer to what is not shown, not told by its author. */
export function isQuotable(text: string, language: string): boolean {
  if (countWords(text) > maxWords || codeNoise.test(text) || signature.test(text) || symbolShare(text) > 0.12 || !isBalanced(text))
    return false;
  const told = text.replace(quotation, '"…"');
  if (language !== 'en') return !locales[language]?.unfit.test(told);
  return !(pointsElsewhere.test(told) || firstPerson.test(told));
}

/** Judges the sentence that announces a list, which is quoted with it. */
export function announcementStanding(sentence: string, language: string): Standing {
  const told = sentence.replace(/\b(?:(?:as|the) follow(?:s|ing)|below)\b/gi, '').replace(/\s*:$/, '.');
  if (countWords(told) < 2 || !isQuotable(told, language) || startsSmall(told, new Set())) return 'never';
  return (language === 'en' ? leans(told) : locales[language]?.leans.test(told)) ? 'after' : 'alone';
}

function leans(sentence: string): boolean {
  if (leansByOpener.test(sentence.replace(/^["“'(]+/, '')) && !standsDespiteOpener.test(sentence)) return true;
  if (leansByEllipsis.test(sentence) || (conclusion.test(sentence) && concludes.test(sentence))) return true;
  if (leansInside.test(sentence) || earlyAlso.test(sentence) || introducedPronoun.test(sentence) || earlyPronoun.test(sentence))
    return true;
  return hasUnnamedPerson(sentence);
}

/** "…, which he left": a personal pronoun before anyone is named has its name in an earlier sentence. */
function hasUnnamedPerson(sentence: string): boolean {
  const pronoun = personal.exec(sentence);
  if (!pronoun) return false;
  const before = sentence.slice(0, pronoun.index);
  return (
    !/\p{Lu}\p{L}+.*\p{Lu}\p{L}+/u.test(before) &&
    !/^\p{Lu}\p{L}+(?:'s)?\s+(?!\p{Ll}+ing)/u.test(before.replace(/^(?:The|A|An|In|On|At|By|As|While|When|After|Before|Although)\b/, ''))
  );
}

/** A sentence opens with a small letter only where a name is written so ("undici", "mockAgent.close()"); else its head was cut off. */
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
  return count('(') === count(')') && count('[') === count(']') && count('"') % 2 === 0 && count('«') === count('»') && quotes;
}
