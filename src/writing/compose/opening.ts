import { stopwordsOf } from '../../language/lexicon.ts';
import { terms, words } from '../../language/tokens.ts';
import type { Candidate } from '../sources/candidates.ts';
import { introduces, questionOf } from '../sources/headings.ts';
import { locales } from '../sources/locales.ts';
import { isNameLine, refersBack } from '../sources/standing.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { take, type Paragraph, type Told } from './flow.ts';
import { inParagraphs, sharedBy, type SourceSection } from './sections.ts';

/** A sentence on its main word defines a subject if that is this much of it: Python's Unicode by what Unicode is. */
const minDefined = 0.35;
const introductionShare = 0.12;
const minIntroductionWords = 40;
const maxIntroductionWords = 110;

interface Opening {
  introduction: Candidate[][];
  /** What follows where no heading stands above, for an article that is short of words. */
  rest: Paragraph[];
}

/** The opening: from the sentence on that says what the keyword is, or that opens the document most about it. */
export function openArticle(targetWordCount: number, sections: readonly SourceSection[], topic: Topic, told: Told): Opening {
  const budget = Math.min(maxIntroductionWords, Math.max(minIntroductionWords, introductionShare * targetWordCount));
  const starts = sections.flatMap((section) =>
    section.paragraphs.flatMap((paragraph, at) =>
      paragraph.flatMap((unit, from) => {
        if (!opens(unit, at, from, section, topic) || told.fresh([unit]).length === 0) return [];
        const below = isNameLine(unit.text) ? belowName(section, sections) : section.paragraphs.slice(at + 1);
        // Where a manual page says what it is about, its name need not.
        if (isNameLine(unit.text) && below[0]?.[0] && opensAlone(below[0][0], topic)) return [];
        return {
          section,
          from: [paragraph.slice(from), ...below],
          worth: worthOfOpening(unit, at + from, section, topic),
        };
      }),
    ),
  );
  const best = starts.toSorted((a, b) => b.worth - a.worth)[0];
  if (!best) return { introduction: [], rest: [] };
  const taken = take(best.from, budget, told);
  const used = new Set(taken.flat());
  const rest = best.section.path === null ? best.from.map((paragraph) => paragraph.filter((unit) => !used.has(unit))) : [];
  return { introduction: inParagraphs(taken), rest: rest.filter(({ length }) => length > 0) };
}

/** What stands below the name of a manual page. */
function belowName({ documentId, passages }: SourceSection, sections: readonly SourceSection[]): readonly Paragraph[] {
  const own = sections.filter((one) => one.documentId === documentId && one.passages[0]!.source.position > passages[0]!.source.position);
  return own.toSorted((a, b) => a.passages[0]!.source.position - b.passages[0]!.source.position)[0]?.paragraphs ?? [];
}

function opensAlone(unit: Candidate, topic: Topic): boolean {
  return unit.standing === 'alone' && !isConditional(unit.text) && sharedBy([unit], topic) > 0.5;
}

/** What opens a section, opens a paragraph and names the keyword, or says what it is. */
function opens(unit: Candidate, at: number, from: number, { path, passages }: SourceSection, topic: Topic): boolean {
  if (unit.standing !== 'alone' || unit.list !== null) return false;
  const isFirst = path === null && passages[0]!.source.position === 0;
  return (from === 0 && (isFirst || at === 0 || sharedBy([unit], topic) > 0.5)) || definition(unit, topic) > 0;
}

function worthOfOpening(unit: Candidate, at: number, { path, passages, relevance }: SourceSection, topic: Topic): number {
  const { title, source, context, subject } = passages[0]!;
  const named = [...title].filter((term) => topic.keyword.has(term)).length / Math.max(1, title.size);
  const titled = keywordShare(topic, (term) => title.has(term));
  // What the title names, the sentence need not.
  const told = keywordShare(topic, (term) => unit.terms.includes(term) || title.has(term)) * Math.min(1, 2 * sharedBy([unit], topic));
  const isFirst = path === null && source.position === 0 && at === 0;
  const early = 1 / (1 + source.position / 4) - 0.3 * Math.min(2, at);
  const introducing = introduces(path, source.documentTitle)
    ? Math.max(
        subject,
        keywordShare(topic, (term) => context.has(term)),
      )
    : 0;
  const defining = isNameLine(unit.text) ? 1 : definition(unit, topic);
  return (
    told +
    titled * named +
    0.5 * relevance +
    defining +
    introducing +
    (isFirst ? (sharedBy([unit], topic) > 0.6 ? 0.8 + 0.7 * named : 0.6) : 0) +
    early -
    (isConditional(unit.text) ? 1.2 : questionOf(path) !== null ? 0.6 : 0)
  );
}

/** A condition, a step or a note is no introduction. */
function isConditional(text: string): boolean {
  return /^(?:Note|Some|Most|Sadly|Clearly|Of course|Unfortunately|Firstly|Secondly|Not that|By|What follows|It is possible|Please|Be|Make sure|Only|Now that|If|When|To|Once|While|After|Before|Because|Since|Until|Although|Following|Wenn|Falls|Um|Nachdem|Während|Sobald|Bevor|Obwohl|Si|Lorsque|Pour|Après|Quand|Avant|Une fois|Se|Als|Cuando|Para|Quando|Per|Om|Nadat)[\s,]/.test(
    text,
  );
}

/** What a keyword of several words is about: the "unicode" in "python unicode", the "paquet" in "paquet source". */
export function headOf(phrase: readonly string[], { language }: Topic): string | undefined {
  return /^(?:fr|es|it|pt)$/.test(language) ? phrase[0] : phrase.at(-1);
}

const apposition =
  /,? (?:also|often|sometimes|formerly|commonly|known|called|short|or|auch|oft|oder|genannt|kurz|aussi|souvent|ou|dite?|appelée?|también|llamad[oa]|anche|dett[oa]|ook|ofwel|também)\s.*$/u;
const article = /^(?:the|an?|der|die|das|eine?|le|la|les|une?|el|los|las|il|lo|gli|i|o|os|as|uma?|de|het|een)$/;

/** Whether a sentence says what the keyword is: its subject names it, or best is it, and its verb defines. 0 if not. */
function definition({ text }: Candidate, topic: Topic): number {
  if (refersBack(text, topic.language)) return 0;
  // "Regular expressions (called REs) are", "Mass and Cass, also known as Methadone Mile, is", "The Secure Shell (SSH) is".
  const subjects = [text.replace(/\([^)]*\)/g, ''), text].flatMap((told) => locales[topic.language]?.defines.exec(told)?.[1] ?? []);
  const worths = [...subjects, ...subjects.map((subject) => subject.replace(apposition, ''))].map((named) => {
    const own = terms(named, topic.language);
    const [first = ''] = words(named.toLowerCase());
    const isSubject = article.test(first) || !stopwordsOf(topic.language).has(first);
    const share = keywordShare(topic, (term) => own.includes(term));
    const isDefined =
      isSubject && own.length <= topic.keyword.size + 2 && share > (headOf(own, topic) === headOf(topic.phrase, topic) ? minDefined : 0.6);
    if (!isDefined) return 0;
    // "A connection pool", "a pool", "a mock pool".
    if (own.some((term) => !topic.keyword.has(term) && /\p{L}/u.test(term))) return 0.5;
    return share > 0.99 ? 2.6 : 1.9;
  });
  return Math.max(0, ...worths);
}
