import { diceOf, DuplicateFilter } from '../../language/near-duplicates.ts';
import { satisfies, type Quantity } from '../../language/quantities.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import type { Token } from '../../language/word-forms.ts';
import { headingSeparator } from '../../documents/passages.ts';
import { Told, type Paragraph } from '../compose/flow.ts';
import { arrangeSections, fillSections, type Plan } from '../compose/planning.ts';
import { Citations, renderBody } from '../compose/render.ts';
import { commonHeadings, sectionsOf, type Naming, type Section } from '../compose/sections.ts';
import { plansUnder } from '../compose/wanted.ts';
import { figuresOf } from '../claims/figures.ts';
import { isNameLike, Known } from '../claims/names.ts';
import { profileOf, profilesOf } from '../claims/profile.ts';
import type { NumberedEvidence } from '../claims/written.ts';
import { readSources, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { cleanHeading, spellingsIn } from '../sources/headings.ts';
import { leans } from '../sources/standing.ts';
import type { Topic } from '../sources/topic.ts';
import { answersHeading, ownTerms, weightBy } from './answers.ts';
import { firstNumber, type ReadPage } from './page.ts';
import type { SuggestInput } from './shapes.ts';
import { wantedIn, type Wanted } from './wanted.ts';

/** A section made of passages, for a question or topic that the page lacks. */
export interface NewSection {
  wanted: Wanted;
  heading: string;
  markdown: string;
}

export interface NewSections {
  sections: NewSection[];
  evidence: NumberedEvidence[];
  left: { what: string; reason: string }[];
}

/** As many are added at once: more would be another page. */
const maxSections = 6;
const sectionWords = 130;
/** Fewer words are no section. */
const minWords = 15;

/** Sections of the passages' own sentences under the questions and topics that the page lacks, each sentence cited. What stands on the page already is left out. */
export async function newSections(input: SuggestInput, page: ReadPage, level: number): Promise<NewSections> {
  const { language } = input;
  const { wanted: all, left } = await wantedIn(input);
  const citations = new Citations(firstNumber(input.page.markdown));
  const said = new DuplicateFilter();
  for (const { text } of page.text.sentences) said.isRepeat(text);
  const known = {
    language,
    vocabulary: new Vocabulary(input, page),
    taken: new Set(page.text.body.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => normalise(text))),
  };
  const sections: NewSection[] = [];
  for (const { heading } of all) left.set(heading, notSpoken);
  for (const { section, one, opens } of filledSections(input, all)) {
    const paragraphs = section.paragraphs.map((units) => freshOf(units, said));
    const fresh = { ...section, paragraphs: paragraphs.filter(stands) };
    // What opens the section answers its heading, or nothing below it is asked for.
    if (!paragraphs[0] || !opens(paragraphs[0]) || wordsOf(fresh) < minWords) continue;
    if (sections.length === maxSections) {
      left.set(one.heading, tooMany);
      continue;
    }
    const heading = headingFor(one, fresh, known);
    if (heading === null) {
      left.set(one.heading, 'It names what neither the page nor a passage has, or the page has this heading.');
      continue;
    }
    known.taken.add(normalise(heading));
    for (const line of fresh.paragraphs.flat().flatMap(({ lines }) => lines)) said.isRepeat(line);
    left.delete(one.heading);
    const markdown = renderBody({ introduction: [], sections: [{ ...fresh, heading }] }, citations).replace(/^##/, '#'.repeat(level));
    sections.push({ wanted: one, heading, markdown });
  }
  const evidence = citations.all().map(({ number, documentId, title, url, sentences }) => {
    return { number, documentId, title, url, passages: sentences.map(({ text }) => text) };
  });
  return { sections, evidence, left: Array.from(left, ([what, reason]) => ({ what, reason })) };
}

const notSpoken = 'No passage speaks to it, or only with what the page says already.';
const tooMany = 'Others came first; optimize the page again.';

interface Filled {
  section: Section;
  one: Wanted;
  /** Whether a paragraph can open the section: it answers the heading, and leans on nothing before it. */
  opens: (paragraph: Paragraph) => boolean;
}

function filledSections({ keyword, language, page, passages }: SuggestInput, wanted: readonly Wanted[]): Filled[] {
  const outline = wanted.map(({ heading }) => heading);
  const words = wanted.length * sectionWords;
  const request = { keyword, language, articleType: 'guide' as const, targetWordCount: words, outline, includeFaq: false, trusted: true };
  const reading = readSources(request, passages);
  const common = [keyword, page.title, page.h1 ?? ''];
  const opening = openingIn(reading.topic);
  const openings = new Map(outline.map((heading) => [heading, opening(ownTerms(heading, common, language))]));
  const answering = plansUnder(outline, sectionsOf(reading), reading).flatMap((plan) => runOf(plan, openings.get(plan.heading!)!) ?? []);
  const plans = fillSections(answering, words, answering.length * sectionWords, new Told());
  const sections = arrangeSections(plans, namingOf(reading, keyword));
  return sections.flatMap((section) => {
    const one = wanted.find(({ heading }) => heading === section.heading);
    return one ? [{ section, one, opens: openings.get(one.heading)! }] : [];
  });
}

/** In sentences. What comes later in a paragraph, or in a list, is no answer to the heading above it. */
const openingUnits = 2;

function openingIn({ language, rarity, phrase }: Topic): (own: readonly string[]) => Filled['opens'] {
  const weightOf = weightBy(rarity);
  return (own) => (paragraph) => {
    if (!stands(paragraph)) return false;
    const { text, source } = paragraph[0]!;
    // "Note: the latter form …".
    if (text.endsWith(':') || leans(text.replace(/^\p{L}+: /u, ''), language)) return false;
    const opening = paragraph.slice(0, openingUnits).map((unit) => (unit.list === null ? unit.terms : []));
    return answersHeading({ own, keyword: phrase }, { heading: source.heading, opening }, language, weightOf);
  };
}

/** Whether it means something without what stands before it: under a heading that is not its own, "It" is nothing. */
function stands(paragraph: Paragraph): boolean {
  return paragraph[0]?.standing === 'alone';
}

/** One source's text from where it answers the heading, so that a section is one train of thought; null where none does. */
function runOf(plan: Plan, opens: Filled['opens']): Plan | null {
  const [run] = plan.sections.flatMap((section) => {
    const start = section.paragraphs.findIndex(opens);
    return start < 0 ? [] : [{ ...section, paragraphs: section.paragraphs.slice(start) }];
  });
  return run ? { ...plan, sections: [run] } : null;
}

function namingOf({ topic, passages }: SourceReading, keyword: string): Naming {
  return { topic, keyword, title: '', spellings: spellingsIn(passages.map(({ source }) => source.text)), common: commonHeadings(passages) };
}

/** A paragraph up to the first sentence that the page has, so that nothing leans on what is left out. */
function freshOf(units: readonly Candidate[], said: DuplicateFilter): Candidate[] {
  const isSaid = ({ isCode, lines }: Candidate) => !isCode && lines.some((line) => countWords(line) > maxLabel && said.has(line));
  const end = units.findIndex(isSaid);
  const fresh = end < 0 ? [...units] : units.slice(0, end);
  while (fresh.at(-1)?.text.endsWith(':')) fresh.pop();
  return fresh;
}

/** In words. Of so few, many things are said. */
const maxLabel = 3;

function wordsOf({ paragraphs }: Section): number {
  return paragraphs.flat().reduce((sum, { wordCount }) => sum + wordCount, 0);
}

/** What headings may name. */
class Vocabulary {
  readonly #known: Known;
  readonly #quantities: readonly Quantity[];
  /** Words that somebody writes small, so that they are no names. */
  readonly #common: ReadonlySet<string>;
  readonly #language: string;

  constructor({ passages, competitors, language }: SuggestInput, page: ReadPage) {
    const texts = [...page.evidence.passages, ...passages.map(({ text }) => text)];
    const profiles = texts.flatMap((text) => profilesOf(text, language));
    this.#known = new Known(profiles);
    this.#quantities = profiles.flatMap(({ quantities }) => quantities);
    this.#common = new Set(
      [...texts, ...competitors.map(({ markdown }) => markdown)].flatMap((text) => text.match(/(?<!\p{L})\p{Ll}+/gu) ?? []),
    );
    this.#language = language;
  }

  /** Whether a heading names or counts what neither the page nor a passage has. In title case every word could be a name. */
  isStrange(heading: string): boolean {
    const profile = profileOf(heading, this.#language);
    const isName = (token: Token) => isNameLike(token) && !this.#known.has(token) && !this.#common.has(token.text.toLowerCase());
    const figures = figuresOf(profile).filter(({ quantity }) => !this.#quantities.some((given) => satisfies(quantity, given)));
    return figures.length > 0 || profile.tokens.some(isName);
  }
}

/** Of the words of both: a heading that names much more is on something narrower. */
const sameTopic = 0.6;

/** The question; of a topic the passages' own heading where it has all of its words, else the topic. Null where it cannot be said. */
function headingFor(
  { heading, kind }: Wanted,
  { paragraphs }: Section,
  { vocabulary, taken, language }: { vocabulary: Vocabulary; taken: ReadonlySet<string>; language: string },
): string | null {
  const own = cleanHeading(paragraphs[0]?.[0]?.source.heading?.split(headingSeparator).at(-1) ?? '');
  const [held, named] = [new Set(terms(own ?? '', language)), new Set(terms(heading, language))];
  const isSame = [...named].every((term) => held.has(term)) && diceOf(named, held) >= sameTopic;
  const name = kind === 'topic' && own !== null && isSame ? own : heading;
  return taken.has(normalise(name)) || vocabulary.isStrange(name) ? null : name;
}
