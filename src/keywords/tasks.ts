import { withoutAccents } from '../language/tokens.ts';

/** Verbs that are no nouns: what begins with one tells what to do. */
const verbs = listed(
  'add adjust align allow anchor apply arrange assign attach avoid build calculate choose combine compare compile compose configure connect convert ' +
    'correct create customise customize debug declare define delete deploy detach detect disable discard disconnect draw duplicate edit embed enable ' +
    'encrypt enhance ensure enlarge enter erase examine exclude export extend extract fetch find fix generate get handle hide identify import improve ' +
    'include increase insert install integrate invoke keep launch learn locate maintain make manage manipulate merge migrate modify move obtain ' +
    'open optimise optimize organise organize override prepare prevent protect provide publish pull read rearrange rebuild reconcile recover redo ' +
    'reduce refine remove rename reorder repair replace resize resolve restore resume retrieve revert rewrite run save select send separate set ' +
    'share show simplify solve specify split start stop store submit take track transform troubleshoot undo uninstall unlock unmount update ' +
    'upgrade upload use verify view write',
);
/** Of these, those that are nouns or adjectives before another noun too ("merge strategies"), and more: they tell what to do before an article only. */
const nouns = listed(
  'align anchor build compile copy crop debug display download draw duplicate fetch flip handle keep launch link load merge open paint print pull read ' +
    'reset rewrite rotate run scale scan select separate set share show sort start stop store switch take test track transform undo update upgrade use view write',
);
/** Words in -ing that name or describe something before a noun: "opening balance", "working directory". */
const named = listed(
  'accounting advertising anything banking billing bookkeeping ceiling clothing dangling during encoding engineering evening ' +
    'everything existing floating following hinting housing incoming interesting kerning leading lighting mailing marketing matching meaning missing ' +
    'morning nothing ongoing operating outgoing outstanding padding parting pending pricing recurring remaining rendering scripting something ' +
    'spelling spring string thing timing trailing training troubleshooting underlying upcoming vignetting warning working',
);
const determiner =
  /^(?:an?|the|your|my|our|its|this|these|all|any|each|every|several|two|multiple|new|with|without|for|from|in|into|on|onto|to|up|out|off|by|as|between|under|around|through|\p{L}+ly)$/u;
/** A part of a screen is named after what it is for, whatever the verb: "debugging view". */
const ofScreen =
  /(?:^| )(?:tool|dialog|menu|view|window|tab|button|screen|panel|mode|bar|editor|manager|assistant|wizard|viewer|browser|sheet)$/;
export function isOfScreen(name: string): boolean {
  return ofScreen.test(name);
}

/** "Teaching is a skill" tells, and is not done. */
const isVerb = /^(?:is|are|was|were|can|could|should|must|may|might|will|would|has|have|does|do)$/;
/** After these nothing is left that is done. */
const noObject = /^(?:up|out|off|on|it|them|this|things?|help|started|ready|others?|more|all|together|and|with|over)$/;
/** What is named after what it does: "matching strategy", "cropping tool". */
const compound =
  /^(?:tools?|paths?|strateg(?:y|ies)|languages?|polic(?:y|ies)|menus?|dialogs?|intents?|modes?|prox(?:y|ies)|colors?|pairs?|systems?|lists?|tables?|rules?|orders?|process(?:es)?|protocols?|options?|settings?|functions?|effects?|times?|speed|filters?|engines?|points?|areas?|lines?|keys?|methods?|formats?|blocks?|software|accounts?|periods?|costs?|plans?|rates?|prices?|machines?|techniques?|basics|guides?|tips|thoughts|opportunit(?:y|ies)|devices?|directory|directories|globe|screens?|views?|windows?|tabs?|buttons?|types?|styles?|standards?|year|average|balances?|stock|transform|schedules?|plug-?in|algorithm|module)$/;

/**
 * What a heading says to do, as the end of a question on how: "Removing Unwanted Objects" and "Remove Unwanted Objects" → "remove unwanted objects".
 * Null where it names a thing, or in a language where its beginning does not tell.
 */
export function taskOf(heading: string, language: string): string | null {
  const words = heading
    .toLowerCase()
    .replace(/(?<=..ing)\/(?=\p{L}+ing )/u, ' and ')
    .split(' ');
  const [first = ''] = words;
  if (language === 'de' || language === 'nl')
    return endsInVerb(heading, language) ? words.join(' ').replace(/^(?:de[nrm]|die|das|eine?n?|het)\s/, '') : null;
  if (language !== 'en') return words.length > 1 && infinitives.get(language)?.(withoutAccents(first)) ? words.join(' ') : null;
  const isGerund = /..ing$/.test(first) && /[aeiouy]/.test(first.slice(0, -3));
  const bases = words.map((word, at) => (isGerund && (at === 0 || isJoined(words, at)) ? baseOf(word) : word));
  const said = bases.filter((word) => !/^(?:your|my|our)$/.test(word));
  const object = said.slice(1).filter((word, at) => !noObject.test(word) && !(joins.test(said[at]!) && isGerund));
  if (object.length === 0 || first === 'understanding' || !(isGerund ? isDone(words, bases[0]!) : isTold(words))) return null;
  return said.join(' ');
}

const joins = /^(?:and|or|&)$/;

/** "Bounce and warning messages" has one gerund, "rewriting history and maintaining patches" two. */
function isJoined(words: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [words[at - 1], words[at]];
  return joins.test(before) && /..ing$/.test(word) && (at === 2 || verbs.has(baseOf(word)));
}

function isDone([first = '', second = '', ...others]: readonly string[], base: string): boolean {
  if (isVerb.test(second)) return false;
  if (determiner.test(second) || (joins.test(second) && (others[0] ?? '').endsWith('ing'))) return true;
  const head = headOf([second, ...others]);
  if (named.has(first) || joins.test(second) || second === 'of' || isOfScreen(head)) return false;
  return verbs.has(base) || !compound.test(head);
}

/** The noun that words are about: that before a preposition. */
function headOf(words: readonly string[]): string {
  const at = words.findIndex((word) => /^(?:of|in|on|with|for|from|to|by|at|as|into|using)$/.test(word));
  return (at > 0 ? words[at - 1] : words.at(-1)) ?? '';
}

function isTold([first = '', second = '', ...others]: readonly string[]): boolean {
  if (determiner.test(second) || others.includes('as')) return verbs.has(first) || nouns.has(first);
  return verbs.has(first) && !nouns.has(first) && !joins.test(second) && !compound.test(headOf([second, ...others]));
}

/** The verb of a word in -ing. */
export function baseOf(gerund: string): string {
  const stem = gerund.replace(/ing$/, '');
  const special = irregular.get(stem);
  if (special !== undefined) return special;
  if (/([bdgmnprt])\1$/.test(stem) || /(?:[^aeiou][aeiou]|[^aeiou]u[aeiou])ll$/.test(stem)) return single(stem);
  return silent.test(stem) ? `${stem}e` : stem;
}

/** Before -ing a consonant after a short vowel is written twice. */
function single(stem: string): string {
  return /^(?:add|err|install|call|fill|sell|spell|tell|roll|pull|poll|kill|scroll|enroll|bill|drill|mill|spill|fall|recall|reinstall|uninstall|smell)$/.test(
    stem,
  )
    ? stem
    : stem.slice(0, -1);
}

const irregular = new Map([
  ['ly', 'lie'],
  ['ty', 'tie'],
  ['unty', 'untie'],
  ['sync', 'sync'],
  ['focus', 'focus'],
  ['creat', 'create'],
  ['recreat', 'recreate'],
  ['past', 'paste'],
  ['tast', 'taste'],
  ['wast', 'waste'],
  ['hing', 'hinge'],
  ['cach', 'cache'],
  ['rout', 'route'],
]);
/** Stems that lost an e: of one syllable with a short ending, or with an ending that needs one. */
const silent = new RegExp(
  [
    '^[^aeiou]*(?:qu)?[aeiouy][bcdfgklmnprstvz]$',
    '[vuz]$|[^s]c$|[aeioul]s$|[nr]s$|[wp]s$|(?:[bcdfgkptz]|st)l$|[dr]g$|(?:ch|r)ang$|leng$|[aeiou]g$',
    '(?:^|[^aeo])at$|(?:^|[^o])ut$|[^eo]ot$|(?:del|compl|comp)et$|(?:wr|inv|un|c)it$',
    '[^aeo]id$|[^eo]ad$|[^o]od$|ud$|[^e]am$|im$|um$|[^o]ok$|[^ea]ak$|ik$|ib$|[^ao]il$|[^ae]al$|ul$|yl$|yp$|[^e]ap$|ip$|[^l]op$',
    '[^aeo]ir$|ur$|(?:pl|st|gn|sc|b)or$|(?:p|cl|sh|squ|sp)ar$|[^aeo]in$|un$',
  ].join('|'),
);

/** German and Dutch say last what is done: "Objekte entfernen"; or first, as a noun: "Konfigurieren des Netzwerks". */
function endsInVerb(heading: string, language: string): boolean {
  if (language === 'nl') return /^\p{Lu}.*\s\p{Ll}+en$/u.test(heading) && !/^(?:de|het|een)?\s*\p{L}+e\s\p{L}+$/iu.test(heading);
  return (
    /\p{Lu}.*\s\p{Ll}+(?:en|ern|eln)$/u.test(heading) ||
    /^(?:\p{L}+ und )?\p{Lu}\p{Ll}+e(?:l|r)?n (?:des|der|eine[sr]|von|vo[nm]) /u.test(heading)
  );
}

/** Whether a word without accents is an infinitive that a heading begins with. */
const infinitives = new Map<string, (word: string) => boolean>([
  [
    'fr',
    (word) =>
      /(?:[^i]|fi|copi|bli|tri)er$|^(?:ajouter|mettre|prendre|rendre|faire|construire|ecrire|lire|reduire|produire|traduire|inscrire|comprendre|apprendre|vendre|resoudre|joindre|suivre|definir|choisir|ouvrir|fournir|remplir|obtenir|convertir|agrandir|reunir|finir)$/.test(
        word,
      ) && !/^(?:hiver|mer|fer|laser|poster|amer|cher|hier)$/.test(word),
  ],
  [
    'es',
    (word) =>
      /...(?:ar|er|ir)$/.test(word) &&
      !/^(?:lugar|mujer|taller|azucar|alquiler|hogar|dolar|pilar|primer|tercer|alfiler|caracter|similar|circular|hangar|bazar|altar|collar|telar|lunar|solar)$/.test(
        word,
      ),
  ],
  [
    'pt',
    (word) =>
      /...(?:ar|er|ir)$/.test(word) &&
      !/^(?:lugar|mulher|colher|acucar|primeir|dolar|celular|familiar|similar|circular|qualquer|carater|altar|colar|pilar|solar)$/.test(
        word,
      ),
  ],
  [
    'it',
    (word) =>
      /...(?:are|ere|ire)$/.test(word) &&
      !/^(?:mare|genere|potere|carattere|dovere|piacere|quartiere|cameriere|barriere|lettere|opere|camere|bandiere|cantiere|cellulare|mestiere|infermiere|sapere|cratere|altare)$/.test(
        word,
      ),
  ],
]);

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
