import type { ArticleClaim, Edits } from '../../../schema/claims.ts';
import { marksIn } from './marks.ts';
import { replaceSection } from '../../markdown/sections.ts';

/** The parts of a draft that claims stand in. */
export interface Editable {
  title: string;
  metaTitle?: string;
  metaDescription?: string;
  markdown: string;
  faq?: { question: string; answer: string }[];
}

/** Why an edit cannot be made; `index` is its place in the list. */
export interface EditFault {
  index: number;
  field: 'claim' | 'section';
  code: 'unknown_claim' | 'unknown_section' | 'repeated_section' | 'required' | 'not_found';
  detail: string;
}

/**
 * Replaces sentences, named by their claims' ids, and sections, named by their headings, one edit after the other. `claims` are those told for
 * this text. If an edit cannot be made, the text is not to be used.
 */
export async function withEdits<Draft extends Editable>(
  draft: Draft,
  claims: readonly ArticleClaim[],
  edits: Edits,
): Promise<{ draft: Draft; faults: EditFault[] }> {
  const faults: EditFault[] = [];
  let text = draft;
  for (const [index, edit] of edits.entries()) {
    const done = await withEdit(text, claims, edit);
    if ('code' in done) faults.push({ index, ...done });
    else text = done.draft;
  }
  return { draft: text, faults };
}

async function withEdit<Draft extends Editable>(
  draft: Draft,
  claims: readonly ArticleClaim[],
  { claim: id, section, markdown }: Edits[number],
): Promise<{ draft: Draft } | Omit<EditFault, 'index'>> {
  if ((id === undefined) === (section === undefined))
    return { field: 'claim', code: 'required', detail: 'Name a claim or a section, one of them.' };
  if (section !== undefined) {
    const changed = await replaceSection(draft.markdown, section, markdown);
    if (changed.ok) return { draft: { ...draft, markdown: changed.markdown } };
    const detail = `There is no section ${JSON.stringify(section)}, but ${changed.headings.map((one) => JSON.stringify(one)).join(', ')}.`;
    return { field: 'section', code: 'unknown_section', detail };
  }
  const claim = claims.find((one) => one.id === id);
  if (!claim) return { field: 'claim', code: 'unknown_claim', detail: `No claim of this text has the id ${id}.` };
  const put = withSentence(draft, claim, markdown.trim(), placeAmong(claims, claim));
  const detail = `The sentence of ${id} cannot be found in the text: replace its section.`;
  return put ? { draft: put } : { field: 'claim', code: 'not_found', detail };
}

/** How many claims before this one have the same sentence. */
function placeAmong(claims: readonly ArticleClaim[], { id, sentence }: ArticleClaim): number {
  return claims.filter((one) => one.sentence === sentence).findIndex((one) => one.id === id);
}

function withSentence<Draft extends Editable>(draft: Draft, claim: ArticleClaim, put: string, nth: number): Draft | undefined {
  const { section, sentence } = claim;
  if (section === 'Title' && draft.title === sentence) return put === '' ? undefined : { ...draft, title: put };
  if (section === 'Meta title' && draft.metaTitle === sentence) return { ...draft, metaTitle: put || undefined };
  if (section === 'Meta description' && draft.metaDescription?.includes(sentence))
    return { ...draft, metaDescription: draft.metaDescription.replace(sentence, () => put).trim() || undefined };
  const markdown = replaceSentence(draft.markdown, sentence, put, nth);
  if (markdown !== undefined) return { ...draft, markdown };
  for (const [at, { question, answer }] of (draft.faq ?? []).entries()) {
    const changed = replaceSentence(answer, sentence, put, 0);
    if (changed === undefined) continue;
    const rest = changed.trim() === '' ? [] : [{ question, answer: changed }];
    return { ...draft, faq: draft.faq!.toSpliced(at, 1, ...rest) };
  }
  return undefined;
}

/** What a reader does not see as text, and what may stand between the letters of a sentence. */
const unread =
  /^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))|\]\((?:[^()\\\n]|\\.|\([^()\n]*\))*\)|&#?\w{1,12};|<[a-z][a-z0-9+.-]*:[^\s<>]*>/gim;
const letter = /[\p{L}\p{N}]/u;
const before = /(?:^|\n|[.!?…。！？:;|\]][)"”»’'*_\]]*[ \t]*|(?:^|\n)[ \t]*(?:[-*+>]|\d{1,9}[.)]|#{1,6})[ \t]+)[*_`"“„«([‘']*$/u;
const opening = /[*_`"“„«([‘'¿¡]+$/u;
const closing = /[*_`"”»’')\]]/;
const stop = /[.!?…。！？:;]/;
const blank = /[ \t]/;

/** Replaces the `nth` occurrence of a sentence, given as plain text, with its citations; undefined if there is none. */
function replaceSentence(markdown: string, sentence: string, put: string, nth: number): string | undefined {
  const hidden = hiddenIn(markdown);
  const { letters, at } = lettersOf(markdown, hidden);
  const wanted = foldedLetters(sentence).join('');
  if (wanted === '') return undefined;
  let seen = 0;
  for (let found = letters.indexOf(wanted); found >= 0; found = letters.indexOf(wanted, found + 1)) {
    const first = at[found]!;
    const last = at[found + wanted.length - 1]!;
    const end = endOf(markdown, hidden, last + String.fromCodePoint(markdown.codePointAt(last)!).length);
    if (end === undefined || !before.test(markdown.slice(Math.max(0, first - 200), first)) || seen++ < nth) continue;
    const from = first - (opening.exec(markdown.slice(Math.max(0, first - 20), first))?.[0].length ?? 0);
    return joined(markdown.slice(0, from), put, markdown.slice(end));
  }
  return undefined;
}

/** Where a sentence ends whose last letter stands before `last`: behind its full stop and its citations. Undefined if it goes on. */
function endOf(markdown: string, hidden: Uint8Array, last: number): number | undefined {
  const past = (from: number, what: RegExp) => {
    let to = from;
    while (to < markdown.length && (hidden[to] === 1 || what.test(markdown[to]!))) to++;
    return to;
  };
  /** Behind the citations after some blanks, if there are any. */
  const cited = (from: number) => {
    let to = from;
    while (blank.test(markdown[to] ?? '')) to++;
    return hidden[to] === 1 ? past(to, closing) : from;
  };
  const words = cited(past(last, closing));
  const stopped = past(words, stop);
  if (stopped === words) return /^[ \t]*(?:\n|\||$)/.test(markdown.slice(words, words + 200)) ? words : undefined;
  const ended = past(stopped, closing);
  const marked = cited(ended);
  const follows = (at: number) => /\s|\|/.test(markdown[at] ?? ' ');
  // After a full stop of Chinese or Japanese no blank need follow.
  return follows(marked) ? marked : follows(ended) || /[。！？]/.test(markdown[stopped - 1]!) ? ended : undefined;
}

function hiddenIn(markdown: string): Uint8Array {
  const hidden = new Uint8Array(markdown.length);
  for (const { index, 0: text } of markdown.matchAll(unread)) hidden.fill(1, index, index + text.length);
  for (const { start, end } of marksIn(markdown)) hidden.fill(1, start, end);
  return hidden;
}

function foldedLetters(text: string): string[] {
  return [...text.normalize('NFKC').toLowerCase()].filter((one) => letter.test(one));
}

/** The letters and digits of the visible text, folded, and where each stands in the Markdown. */
function lettersOf(markdown: string, hidden: Uint8Array): { letters: string; at: number[] } {
  let letters = '';
  const at: number[] = [];
  for (let index = 0; index < markdown.length;) {
    const one = String.fromCodePoint(markdown.codePointAt(index)!);
    for (const plain of hidden[index] === 1 ? [] : foldedLetters(one)) {
      letters += plain;
      for (let unit = 0; unit < plain.length; unit++) at.push(index);
    }
    index += one.length;
  }
  return { letters, at };
}

/** Takes out what an emptied line leaves: its list mark, its blank line. */
function joined(head: string, put: string, tail: string): string {
  if (put !== '') return `${head}${put}${/^[^\s|]/.test(tail) && !/[。！？]$/.test(put) ? ' ' : ''}${tail}`;
  const line = head.slice(head.lastIndexOf('\n') + 1);
  const rest = tail.split('\n', 1)[0]!;
  if (rest.trim() !== '') return `${head}${tail.replace(/^[ \t]+/, '')}`;
  if (!/^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)]|#{1,6})[ \t]+)?$/.test(line)) return head.trimEnd() + tail.slice(rest.length);
  const above = head.slice(0, head.length - line.length);
  const below = tail.slice(rest.length + 1);
  return above === '' || above.endsWith('\n\n') ? above + below.replace(/^\n+/, '') : above + below;
}
