import { isQuestion, questionHow } from '../../keywords/expansion.ts';
import { isOfScreen, taskOf } from '../../keywords/tasks.ts';
import { stopwordsOf } from '../../language/lexicon.ts';
import { singularName } from '../../language/plurals.ts';
import { keywordOf } from '../../language/title-keyword.ts';
import { countWords, knownTerms, normalise, terms } from '../../language/tokens.ts';
import { withoutNumber } from '../../writing/sources/headings.ts';
import type { Field } from './field.ts';

/** What somebody searches for, as a title or a heading names it. */
export interface Named {
  keyword: string;
  /** Whether it is a thing, or something that is done or asked. */
  isThing: boolean;
  /** Where the documents' own name was added: the keyword without it, and the words that say it behind a question. */
  field: { bare: string; within: string } | null;
}

/** A name of more words is a sentence. */
const maxNameTerms = 2;
const maxTerms = 6;
/** Longer nobody types. */
const maxWords = 12;

/** Headings that say what a part is for, not what it is about, in the languages of many manuals. */
const form = new RegExp(
  String.raw`^(?:${[
    'introduction|intro|overview|preface|foreword|about(?: this .*)?|summary|conclusions?|abstract|background|basics|general|getting started|quick ?start|first steps',
    'notes?|remarks?|see also|references?|further reading|bibliography|links|resources|related .*|glossary|index|appendi(?:x|ces)|(?:table of )?contents|navigation|footnotes|credits|acknowledge?ments|authors?|contributors?|contributing|(?:.* )?(?:copyright|licen[sc]e)|legal|disclaimer|contact|support|feedback|downloads?',
    '(?:(?:common|general|basic|advanced|other|additional|more|key|tool|dialog|filter) )?(?:features|concepts|topics|guidelines|information|directives|terminology|configurations|tasks|principles|remarks|modifiers(?: .*)?|commands|functions|tools|options|settings|options)|(?:start|activat)(?:e|ing) (?:the )?(?:\\S+ )?(?:tool|dialog|filter|command)|(?:other|additional|further|more|miscellaneous) .*|.* in general|(?:default|initial) .*|(?:list|table) of .*|directions for use|(?:putting|tying|bringing|holding) it .*|wrapping up|setting up|tips (?:&|and) .*|working with others|getting (?:help|ready)(?: .*)?|concepts|terminology|where to .*',
    'parameters|arguments|flags|synopsis|name|description|details|usage|syntax|examples?|discussion|files|(?:environment|configuration)(?: .*)?|settings|defaults?|exit status|return values?|errors|diagnostics|bugs|caveats|limitations|known (?:issues|problems)|history|standards|conforming to|compatibility|requirements|prerequisites|installation|install|setup|features|methods|properties|events|types|constants|classes|functions|commands|subcommands|variables|miscellaneous|misc|other|more|next steps|faqs?|frequently asked questions|questions|tips|warnings?|troubleshooting',
    "change ?log|changes(?: .*)?|release (?:notes?|history)|what[’']s new(?: .*)?|news|version(?: .*)?|(?:.* )?(?:manual|handbook|faq|q&a)|notes and .*|history of changes|upgrad(?:e|ing)(?: .*)?|migration|deprecat(?:ed|ions?)|todo|part .{1,4}|chapter .{1,4}|section .{1,4}",
    '(?:weitere|andere|sonstige|allgemeine) \\S+|liste .*|einleitung|einführung|überblick|übersicht|vorwort|zusammenfassung|fazit|grundlagen|allgemeines|hinweise?|anmerkungen?|siehe auch|quellen|literatur|verweise|weiterführendes|glossar|anhang|inhalt(?:sverzeichnis)?|impressum|kontakt|lizenz|optionen|parameter|beispiele?|beschreibung|verwendung|voraussetzungen|neuerungen|änderungen|häufige fragen',
    'présentation|aperçu|avant-propos|résumé|conclusion|généralités|remarques?|voir aussi|références|bibliographie|glossaire|annexes?|sommaire|exemples?|nouveautés',
    'introducción|resumen|conclusión|prólogo|generalidades|notas|véase también|referencias|bibliografía|glosario|apéndices?|índice|contenido|opciones|ejemplos?|novedades',
  ].join('|')})$`,
  'iu',
);
const version = /(?:^|\s)v?\d+\.\d+|^v\d|20\d\d-\d\d/iu;
const parting = /\s*(?::\s|\s[-–—|·]\s)\s*/u;
const aside = /\s*[([][^()[\]]{0,80}[)\]]/gu;
const trailing = /[\s.:;,!…–—¶-]+$/u;

/** Whether a heading's words say what a part is for, not what it is about. */
export function isOfForm(heading: string): boolean {
  return form.test(heading.replace(trailing, '')) || version.test(heading);
}

/** "Import / Export" is about both. */
const either = /(?<=\p{L}{3}) \/ (?=\p{L}{3})/gu;
const ands: Readonly<Record<string, string>> = { en: 'and', de: 'und', fr: 'et', es: 'y', it: 'e', pt: 'e', nl: 'en' };

/** What a title or heading names; null where it names nothing that somebody searches for. */
export function named(written: string, sentences: readonly string[], language: string): Pick<Named, 'keyword' | 'isThing'> | null {
  const bare = withoutBook(written)
    .replace(trailing, '')
    .replaceAll(either, ` ${ands[language] ?? '/'} `);
  const asked = questionIn(written, language);
  if (asked !== null) return { keyword: asked, isThing: false };
  const [, wish] = (language === 'en' && wished.exec(bare)) || [];
  const parts = (wish ?? bare).replaceAll(aside, '').split(parting);
  const done = parts.map((part) => questionHow(part, language) ?? taskOf(part, language)).find((one) => one !== null);
  const thing = done === undefined && wish === undefined ? keywordOf(bare, sentences, language)?.replace(trailing, '') : undefined;
  const keyword = done ?? (thing === undefined ? null : withKind(thing.replace(ofScreen, ''), sentences, language));
  const said = keyword === null ? [] : terms(keyword, language);
  if (keyword === null || said.length === 0 || said.length > maxTerms || countWords(keyword) > maxWords) return null;
  const isNone =
    isOfForm(keyword) ||
    isEmpty(keyword) ||
    (language === 'en' && (told.test(keyword) || lacksVerb.test(keyword))) ||
    !/^[\p{L}\p{N}].*\p{L}{3}|^\p{L}{3}/u.test(keyword);
  return isNone ? null : { keyword, isThing: done === undefined };
}

/** Somebody speaks, and says what is to be done: "My boss wants me to read the log". */
const wished = /^(?:i|we|my|our)(?!\p{L}).*?\s(?:me|us|want|need|have|wish|like) to (.+)$/iu;
/** Somebody tells a story: that is not what it is about. */
const told = /^(?:i|we)(?:['’]\p{L}+)? |^(?:my|our) .* (?:me|us)(?!\p{L})/u;

/** What is shown in a window is looked for, not the window. */
const ofScreen = /(?<=..) (?:dialogs?(?: box)?|windows?|tabs?|menus?|panels?|views?|feature)$/u;
const kinds = 'tool|filter|command|plug-in|effect|projection';
const minOfKind = 2;

/** A lone word that a text says with its kind, as it says both: of "Crop" the "crop tool". */
function withKind(thing: string, sentences: readonly string[], language: string): string {
  if (language !== 'en' || !/^\p{L}+$/u.test(thing)) return thing;
  const both = new RegExp(`(?<!\\p{L})${thing}["”]? (${kinds})(?!\\p{L})`, 'giu');
  const found = sentences.flatMap((sentence) => Array.from(sentence.matchAll(both), ([, kind]) => kind!.toLowerCase()));
  return found.length < minOfKind ? thing : `${thing} ${found[0]}`;
}

const book = /(?:^| )(?:manual|handbook|guide|reference|documentation|docs|faq|help)$/iu;

/** A title without its number, and without the name of the book that it is a chapter of. */
export function withoutBook(title: string): string {
  const parts = withoutNumber(title).split(parting);
  const own = parts.filter((part) => !book.test(part));
  return own.length === parts.length || own.length === 0 ? withoutNumber(title) : withoutNumber(own.join(': '));
}

const mark = /[?？؟]+\s*$/u;
/** Says nothing without what stands before it, or forbids. */
const unsaid =
  /^(?:do(?: not|n['’]t) .*|when (?!to |is |are |do |does |did |should |can |will |\(?not\)? ).*|which one|what (?:is|are|does) (?:this|it|that|these)|what (?:it|they)|what to expect)(?!\p{L})/u;
/** Of these alone nothing is named: "what could go wrong". */
const empty = knownTerms('go goes gone wrong right happen work know need want start begin stop end help mean get make see expect change could might may should would will next first', 'en'); // prettier-ignore

function isEmpty(keyword: string): boolean {
  return terms(keyword, 'en').every((term) => empty().has(term));
}

/** "Why Java?" asks in a heading only. */
const lacksVerb =
  /^why (?!(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|must|might|may|not|use|using|choose|learn|bother|your|my|you|i|it|there)(?!\p{L})|(?:is|are|was|were|do|does|did|ca|could|should|would|wo|has|have)n['’]t |cannot )/u;
const passive = /^(how|where) (.+) (is|are) (\p{L}+(?:ed|en))$/u;
const second = /(?<=[?？؟])\s.*$/u;
/** Written as one word they are nouns. */
const joined = /(?<=^how to )(set|log|back|clean|sign)(up|in) /u;
const works = /^how (?!(?:can|could|did|do|does|is|are|should|to|will) )(.+?) (work|works|function|functions)$/u;

const personal = /^how (?:do|can|could|should|would|might) (?:i|we|you|one) /u;

/** "How do I hide my files" is typed as "how to hide files". */
function typed(question: string): string {
  return personal.test(question) ? question.replace(personal, 'how to ').replaceAll(/ (?:my|our|your)(?= )/gu, '') : question;
}

/** The question that a title or heading asks, as it is typed; null where it asks nothing. */
export function questionIn(written: string, language: string): string | null {
  const bare = withoutNumber(written);
  const text = bare.split(parting).findLast((part) => isQuestion(part, language)) ?? bare;
  // "WHERE clause" is a word of a language, and asks nothing.
  if (!isQuestion(text, language) || /^\p{Lu}{2,}\s.*\p{Ll}/u.test(text)) return null;
  // Of two questions in a heading the first is meant.
  const keyword = normalise(text.replace(second, '').replace(mark, ''));
  if (unsaid.test(keyword) || isEmpty(keyword) || (language === 'en' && (told.test(keyword) || lacksVerb.test(keyword)))) return null;
  return language === 'en' ? typed(keyword).replace(joined, '$1 $2 ').replace(passive, '$1 $3 $2 $4').replace(works, (_, thing: string, verb: string) => `how ${verb.endsWith('s') ? 'does' : 'do'} ${thing} ${verb.replace(/s$/, '')}`) : keyword; // prettier-ignore
}

/** "Who can log in" is followed by no other "in". */
const endsOpen = / (?:in|on|with|for|to|of|from|at)$/u;

/**
 * With the name that the documents share, where the document says it and the keyword does not: "how to crop an image" of a manual is "… in gimp". Null for
 * a thing of a single word in a document that does not say it, among others that do: nobody knows which is meant.
 */
export function inField(one: Pick<Named, 'keyword' | 'isThing'>, field: Field | null, documentId: string, language: string): Named | null {
  const { keyword, isThing } = one;
  const isFull = endsOpen.test(keyword) || countWords(keyword) > maxWords || /["“”«»]/u.test(keyword);
  if (!field || keyword.includes(field.name) || isFull) return { ...one, field: null };
  if (!field.documentIds.has(documentId)) return isThing && terms(keyword, language).length < 2 ? null : { ...one, field: null };
  const whole = isThing ? (field.isBefore ? `${field.name} ${keyword}` : `${keyword} ${field.name}`) : `${keyword} ${field.within}`;
  return { keyword: whole, isThing, field: { bare: keyword, within: field.within } };
}

/** What a section stands in, and how that begins. */
interface Within {
  name: Pick<Named, 'keyword' | 'isThing'> | null;
  opening: readonly string[];
  field: Field | null;
  language: string;
}

/** What a section is to be found for. A heading that only makes sense within its document is said with the document's name. */
export function sectionNamed(heading: string, within: Within): Pick<Named, 'keyword' | 'isThing'> | null {
  const { name, field, language } = within;
  const own = named(heading, [], language);
  if (own === null || endsInSign.test(own.keyword)) return null;
  const said = terms(own.keyword, language);
  const context = name?.isThing ? terms(name.keyword, language) : [];
  const isPlaceable = context.length > 0 && context.length <= maxNameTerms && !context.some((term) => said.includes(term));
  if (own.isThing && (!isPlaceable || field)) return said.length > 1 ? own : null;
  if (own.isThing) return { ...own, keyword: `${language === 'en' ? singularName(name!.keyword) : name!.keyword} ${own.keyword}` };
  const [, does, object] = ofOne.exec(own.keyword) ?? [];
  if (nothing.test(object ?? '')) return null;
  if (said.length < 2) {
    if (context.length === 0 || / (?:it|them|this)$| it /u.test(own.keyword)) return null;
    return field && countWords(own.keyword) > bareWords ? own : { ...own, keyword: `${own.keyword} ${name!.keyword}` };
  }
  const before = object === undefined || !isPlaceable ? null : modifierOf(name!.keyword, within);
  const placed = { ...own, keyword: `${does} ${before} ${object}` };
  if (before !== null && countWords(`${placed.keyword} ${field?.within ?? ''}`) <= maxPlacedWords) return placed;
  return field || !anything.test(object ?? '') ? own : null;
}

/** "Resolving ~" says nothing to who does not know what the sign stands for. */
const endsInSign = /(?:^|\s)[^\p{L}\p{N}\s]+$/u;
/** What is done with a lone thing without an article: "how to enter charges". */
const ofOne = /^(how to (?:\p{L}+ and )?\p{L}+(?: (?:up|out|off|in))?) (\p{L}+)$/u;
/** More than that is too much beside the names of the document and of the field. */
const maxPlacedWords = 8;
/** "How to distinguish" has no object. */
const bareWords = 3;
/** Says nothing, and what may be anything. */
const nothing = /^(?:changes|results?|things?|work)$/;
const anything = /^(?:accounts?|contents?|data|elements?|entr(?:y|ies)|files?|information|items?|lists?|objects?|options?|settings?|texts?|values?)$/; // prettier-ignore

/** The name of a document as it stands before another noun at its beginning: "a credit card bill", "the capital gains tax". */
function modifierOf(name: string, { opening, field, language }: Within): string | null {
  if (language !== 'en' || !/^[\p{L} -]+(?<!ing)$/u.test(name) || isOfScreen(name) || name === field?.name) return null;
  const isNoun = (word: string) => !stopwordsOf(language).has(word.toLowerCase()) && !/(?:ed|ing|ly)$/.test(word);
  const standsBefore = (written: string) => {
    const uses = new RegExp(`(?<!\\p{L})${written} (\\p{L}{3,})`, 'giu');
    return opening.some((sentence) => Array.from(sentence.matchAll(uses)).some(([, word]) => isNoun(word!)));
  };
  return [singularName(name), name].find(standsBefore) ?? null;
}
