import { DuplicateFilter, nearDuplicate } from '../../language/near-duplicates.ts';
import { satisfies, type Quantity } from '../../language/quantities.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import type { Token } from '../../language/word-forms.ts';
import { headingSeparator } from '../../documents/passages.ts';
import { Told } from '../compose/flow.ts';
import { arrangeSections, fillSections } from '../compose/planning.ts';
import { Citations, renderBody } from '../compose/render.ts';
import { commonHeadings, sectionsOf, type Naming, type Section } from '../compose/sections.ts';
import { plansUnder } from '../compose/wanted.ts';
import { figuresOf } from '../claims/figures.ts';
import { isNameLike, Known } from '../claims/names.ts';
import { profileOf, profilesOf } from '../claims/profile.ts';
import type { NumberedEvidence } from '../claims/written.ts';
import type { PageScore } from '../optimize/shapes.ts';
import { readSources, type Candidate, type SourceReading } from '../sources/candidates.ts';
import { cleanHeading, spellingsIn } from '../sources/headings.ts';
import { firstNumber, type ReadPage } from './page.ts';
import type { SuggestInput } from './shapes.ts';

/** A section made of passages, for a question or topic that the page lacks. */
export interface NewSection {
  wanted: Wanted;
  heading: string;
  markdown: string;
}

/** What the page lacks. */
export interface Wanted {
  heading: string;
  kind: 'question' | 'topic';
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
export function newSections(input: SuggestInput, page: ReadPage, level: number): NewSections {
  const { language } = input;
  const all = wantedIn(input.score, language);
  const wanted = all.slice(0, maxSections);
  const citations = new Citations(firstNumber(input.page.markdown));
  const said = new DuplicateFilter();
  for (const { text } of page.text.sentences) said.isRepeat(text, nearDuplicate);
  const known = {
    language,
    vocabulary: new Vocabulary(input, page),
    taken: new Set(page.text.body.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => normalise(text))),
  };
  const sections: NewSection[] = [];
  const left = new Map(all.map(({ heading }, at) => [heading, at < maxSections ? notSpoken : tooMany]));
  for (const { section, one } of filledSections(input, wanted)) {
    const paragraphs = section.paragraphs.map((units) => freshOf(units, said)).filter((units) => units.length > 0);
    const fresh = { ...section, paragraphs };
    const heading = headingFor(one, fresh, known);
    if (heading === null) left.set(one.heading, 'It names what neither the page nor a passage has, or the page has this heading.');
    if (heading === null || wordsOf(fresh) < minWords) continue;
    known.taken.add(normalise(heading));
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

function filledSections({ keyword, language, passages }: SuggestInput, wanted: readonly Wanted[]): { section: Section; one: Wanted }[] {
  const outline = wanted.map(({ heading }) => heading);
  const words = wanted.length * sectionWords;
  const request = { keyword, language, articleType: 'guide' as const, targetWordCount: words, outline, includeFaq: false, trusted: true };
  const reading = readSources(request, passages);
  const plans = fillSections(plansUnder(outline, sectionsOf(reading), reading), words, words, new Told());
  const sections = arrangeSections(plans, namingOf(reading, keyword));
  return sections.flatMap((section) => {
    const one = wanted.find(({ heading }) => heading === section.heading);
    return one ? [{ section, one }] : [];
  });
}

/** Questions first, because a page answers one where its topic's heading would do; what two competitors have before what one has. */
function wantedIn({ missingQuestions, outlineDiff }: PageScore, language: string): Wanted[] {
  const questions = missingQuestions.map(({ question }): Wanted => ({ heading: question, kind: 'question' }));
  const topics = outlineDiff
    .filter(({ status }) => status === 'missing')
    .toSorted((one, other) => other.in.length - one.in.length)
    .map(({ heading }): Wanted => ({ heading, kind: 'topic' }));
  const seen = new Set<string>();
  return [...questions, ...topics].filter(({ heading }) => {
    const key = terms(heading, language).toSorted().join(' ');
    return key !== '' && !seen.has(key) && seen.add(key);
  });
}

function namingOf({ topic, passages }: SourceReading, keyword: string): Naming {
  return { topic, keyword, title: '', spellings: spellingsIn(passages.map(({ source }) => source.text)), common: commonHeadings(passages) };
}

/** A paragraph up to the first sentence that the page has, so that nothing leans on what is left out. */
function freshOf(units: readonly Candidate[], said: DuplicateFilter): Candidate[] {
  const isSaid = ({ isCode, lines }: Candidate) =>
    !isCode && lines.some((line) => countWords(line) > maxLabel && said.isRepeat(line, nearDuplicate));
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

/** The question; of a topic the passages' own heading where it has all of its words, else the topic. Null where it cannot be said. */
function headingFor(
  { heading, kind }: Wanted,
  { paragraphs }: Section,
  { vocabulary, taken, language }: { vocabulary: Vocabulary; taken: ReadonlySet<string>; language: string },
): string | null {
  const own = cleanHeading(paragraphs[0]?.[0]?.source.heading?.split(headingSeparator).at(-1) ?? '');
  const held = new Set(terms(own ?? '', language));
  const name = kind === 'topic' && own !== null && terms(heading, language).every((term) => held.has(term)) ? own : heading;
  return taken.has(normalise(name)) || vocabulary.isStrange(name) ? null : name;
}
