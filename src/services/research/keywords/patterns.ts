import type { Project } from '../../../../schema/projects.ts';
import { namesMany, patternsOn, type Pattern } from '../../../keywords/expansion.ts';
import { sentences } from '../../../language/sentences.ts';
import { saidTerms, terms } from '../../../language/tokens.ts';
import type { DocumentSubject, KnowledgeBase } from '../../knowledge/index.ts';

/** A question on something, and where it was named. */
export interface Asked {
  keyword: string;
  subject: string;
  from: DocumentSubject | null;
}

/** What is asked on: a seed, or the subject of a document. */
type Thing = Omit<Asked, 'subject'>;

interface Needs {
  questionsOnly: boolean;
  knowledge: Pick<KnowledgeBase, 'retrieve'>;
  turn(): Promise<void>;
}

/** Things that are looked up, and passages that are read on each. */
const maxThings = 80;
const maxPassages = 12;

/** A document on two things is asked about neither. */
const both = / (?:and|und|et|y|en|&) /u;

/** Questions on things that the documents answer: what it is where they say so, and how it is used where they speak of its use. */
export async function questionsOnThings(
  { knowledge, turn, questionsOnly }: Needs,
  { id: projectId }: Pick<Project, 'id'>,
  things: readonly Thing[],
  language: string,
): Promise<Asked[][]> {
  const all: Asked[][] = [];
  for (const { keyword, from } of things.filter(({ keyword: thing, from: subject }) => !subject || !both.test(thing)).slice(0, maxThings)) {
    const bare = from?.field?.bare ?? keyword;
    const passages = await knowledge.retrieve({ query: bare, language, projectId, limit: maxPassages });
    const said = passages.flatMap(({ text }) => sentences(text, language));
    const asked = answered(bare, said, language);
    // People type "gimp layer masks" rather than "what are layer masks in gimp".
    const questions = from?.field && !questionsOnly ? asked.filter(({ asks }) => asks !== 'what') : asked;
    all.push(questions.map(({ question }) => ({ keyword: withField(question, from), subject: keyword, from })));
    await turn();
  }
  return all;
}

/** Of the questions on a thing, those that sentences answer. */
function answered(thing: string, said: readonly string[], language: string): Pattern[] {
  const wanted = terms(thing, language);
  const about = said.filter((sentence) => {
    const held = new Set(saidTerms(sentence, language));
    return wanted.every((term) => held.has(term));
  });
  const article = language === 'en' ? articleOf(thing, about) : '';
  if (article === null) return [];
  const speaks: Record<Pattern['asks'], () => boolean> = {
    what: () => language !== 'en' || (!ofScreen.test(thing) && about.some((sentence) => defines(sentence, wanted))),
    use: () => about.some((sentence) => isUse(sentence, thing, language)),
    how: () => true,
  };
  const asked = patternsOn(thing, language).filter(({ asks }) => speaks[asks]());
  const questions = asked.map(({ asks, question }) => ({ asks, question: question.replace(thing, () => `${article}${thing}`) }));
  // How it is used says more than what it is.
  return questions.toReversed();
}

/** Where something is done, or is a thing of its own, is said with it. */
function withField(question: string, from: DocumentSubject | null): string {
  return from?.field ? `${question} ${from.field.within}` : question;
}

/** The article that sentences have before a thing: "a layer mask" of several, "the crop tool", but "parallax". Null where they do not tell. */
function articleOf(thing: string, about: readonly string[]): string | null {
  if (namesMany(thing, 'en') || !plain.test(thing)) return '';
  const [isKind, named] = [kinds.test(thing), `["“\`]?${literally(thing)}${ending}`];
  const said = (before: string) => about.flatMap((sentence) => Array.from(sentence.matchAll(new RegExp(`${before}${named}`, 'giu')), ([text]) => text.split(' ')[0]!.toLowerCase())); // prettier-ignore
  const [some, bare] = [said(isKind ? '(?<!\\p{L})the ' : '(?<!\\p{L})an? '), isKind ? [] : said(alone)];
  return some.length > bare.length ? `${some[0]} ` : bare.length > 0 ? '' : null;
}

/** What has other characters is a name of its own: "r.sun". */
const plain = /^[\p{L} -]+$/u;
/** Said with the article of a single one, whatever it is of. */
const kinds = /(?:tool|filter|plug-in|effect|projection)$/;
/** Before a thing without an article. */
const alone = '(?:^|[.,;:(] ?|(?<!\\p{L})(?:about|and|as|by|for|from|in|is|of|on|or|than|use|using|with) )';
/** Behind a thing; but "a GIMP image" is no GIMP. */
const ending =
  '(?=["”`]?(?:[.,;:!?)]|$| (?:an?|and|are|as|at|because|but|by|can|for|from|has|have|if|in|is|it|may|means?|must|of|on|or|refers?|should|so|than|that|the|to|was|when|where|which|while|will|with|you)(?!\\p{L})))';

/** Parts of a screen: nobody asks what they are. */
const ofScreen = /(?:^| )(?:dialogs?|windows?|tabs?|panels?|menus?|views?|pages?|screens?|toolbars?|box|section|table|bars?)$/;
const copula = /^(?:is|are|lets?|allows?|enables?|provides?|consists?|means?|refers?|describes?|gives?|contains?)$/;

/** Whether a sentence begins with a thing and says what it is or does. */
function defines(sentence: string, wanted: readonly string[]): boolean {
  const words = sentence.split(' ').slice(0, wanted.length + 5);
  const at = words.findIndex(
    (word, place) => place > 0 && (copula.test(word) || (/^an?$/i.test(words[0]!) && place === wanted.length + 1 && word.endsWith('s'))),
  );
  const held = new Set(saidTerms(words.slice(0, at).join(' '), 'en'));
  return at > 0 && wanted.every((term) => held.has(term));
}

const uses: Readonly<Record<string, RegExp>> = {
  de: /\b(?:be)?nutz|verwend|einsetz|gebrauch/i,
  fr: /\butilis|\bse sert|\bservir/i,
  es: /\bus(?:a|o|e)|\butiliz/i,
  it: /\bus(?:a|o|i)|\butilizz/i,
  pt: /\bus(?:a|o|e)|\butiliz/i,
  nl: /gebruik/i,
};

/** Whether a sentence about a thing speaks of its use. */
function isUse(sentence: string, thing: string, language: string): boolean {
  if (language !== 'en') return uses[language]?.test(sentence) ?? false;
  const behind = plain.test(thing) ? ending : '(?!\\p{L})';
  return new RegExp(`\\bus(?:e|es|ed|ing) (?:\\S+ ){0,2}["“]?${literally(thing)}${behind}`, 'iu').test(sentence);
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
