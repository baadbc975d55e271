import { renderSources } from '../compose/render.ts';
import type { CitedSource } from '../sources/shapes.ts';
import { faqSection, parseBlocks, parseBody, readBody, textLines, type Body, type BodyBlock, type Cell } from '../../markdown/body.ts';
import { sentences } from '../../language/sentences.ts';
import { tidy } from '../../language/tokens.ts';
import type { Evidence } from './evidence.ts';
import { headingMarks, marksIn, type Mark } from './marks.ts';
import { Numbering } from './numbering.ts';
import { withoutApparatus } from './apparatus.ts';

export interface CitedSentence {
  /** The visible text, without citation marks. */
  text: string;
  /** The heading above it; `introductionSection` before the first, `faqSection` in an answer. */
  section: string;
  kind: BodyBlock['kind'];
  /** The numbers of the evidence it rests on, without dropped ones. */
  citations: number[];
  /** The inline code in its block. */
  code?: readonly string[];
  /** Text that a short sentence relies on: the headings of a cell's row and column, an answer's question. */
  context?: string;
  /** True for the heading of a row or column, where a bare number only counts rows or columns. */
  isLabel?: boolean;
}

export interface DroppedCitation {
  number: number;
  /** The sentence that cited it. */
  sentence: string;
}

export interface Grounded {
  /** The body with document numbers, and the list of sources as the composer writes it. */
  markdown: string;
  /** The answers without their marks. */
  faq: { question: string; answer: string }[];
  sources: CitedSource[];
  sentences: CitedSentence[];
  dropped: DroppedCitation[];
  /** The parsed body without the list of sources and without citation marks. */
  body: Body;
}

export interface Groundable {
  markdown: string;
  faq?: readonly { question: string; answer: string }[];
  evidence: Evidence;
  /** ISO 639-1. */
  language: string;
}

// While the text is parsed, each mark is a single private-use character, so that the parsers can tell code, links and sentences apart.
const firstTag = 0xf0000;
const lastTag = 0xffffd;
const tags = /[\u{F0000}-\u{FFFFD}]/gu;
const closing = /(?<![.!?…。])([.!?…。]+["”»’')\]]*)\s*((?:[\u{F0000}-\u{FFFFD}]\s*)+)/gu;

/**
 * Resolves a writer's citations: numbers without evidence are dropped and listed, the others become document numbers in order of
 * appearance, and our list of sources replaces the writer's. A sentence without a mark takes the citations of the next cited one in its
 * paragraph or list (in a list, else of the previous one). Grounding the result again, with the documents as evidence, changes nothing.
 */
export async function ground({ markdown, faq = [], evidence, language }: Groundable): Promise<Grounded> {
  const source = await withoutApparatus(markdown.replace(/\r\n?/g, '\n').replace(tags, ''));
  const numbering = new Numbering(evidence);
  const ranges = textLines(await parseBlocks(source));
  const { text, tagged, marks } = rewrite(source, ranges, { mark: (mark) => markOf(mark, numbering), ofHeading: () => '' });
  const body = readBody(await parseBody(tagged));
  const read = taggedSentences(body.blocks, marks, language);
  const answers = faq.map(({ question, answer }) => readAnswer(question, answer, language));
  const spoken = [read, ...answers.map((answer) => answer.sentences)];
  const cited: CitedSentence[] = [];
  for (const [stretch, index] of spoken.flatMap((one) => one.map((_, at) => [one, at] as const))) {
    const { text: sentence, section, kind, code, context, isLabel } = stretch[index]!;
    const known = inherited(stretch, index).filter((number) => evidence.has(number));
    for (const number of known) numbering.quote(number, sentence, section);
    cited.push({
      text: sentence,
      section,
      kind,
      citations: known,
      ...(code && { code }),
      ...(context && { context }),
      ...(isLabel && { isLabel }),
    });
  }
  const sources = numbering.sources();
  const parts = [text.replace(/^(?:[ \t]*\n)+/, '').trimEnd(), sources.length > 0 ? renderSources(sources, language) : ''].filter(Boolean);
  return {
    markdown: parts.length > 0 ? `${parts.join('\n\n')}\n` : '',
    faq: answers.map(({ question, answer }) => ({ question, answer })),
    sources,
    sentences: cited,
    dropped: droppedIn(spoken.flat(), evidence),
    body: untagged(body),
  };
}

/** What is put for a citation, as it is written, and for those at the end of a heading. */
export interface Put {
  mark(mark: Mark, written: string): string;
  ofHeading(written: string): string;
}

/** A text as it stands, the writer's own list of sources included, with its citations. */
export interface CitedText {
  /** With what `put` says for its citations. */
  markdown: string;
  /** `isOwn`: it has a mark itself. */
  sentences: (CitedSentence & { isOwn: boolean })[];
  dropped: DroppedCitation[];
  /** Without citation marks. */
  body: Body;
}

/** Reads a text of which nothing is left out, unlike `ground`. */
export async function readCited({ markdown, evidence, language }: Omit<Groundable, 'faq'>, put: Put): Promise<CitedText> {
  const source = markdown.replace(/\r\n?/g, '\n').replace(tags, '');
  const { text, tagged, marks } = rewrite(source, textLines(await parseBlocks(source)), put);
  const body = readBody(await parseBody(tagged));
  const read = taggedSentences(body.blocks, marks, language);
  const sentencesOfIt = read.map(({ group: _, cell: __, ...sentence }, index) => ({
    ...sentence,
    citations: inherited(read, index).filter((number) => evidence.has(number)),
    isOwn: sentence.citations.length > 0,
  }));
  return { markdown: text, sentences: sentencesOfIt, dropped: droppedIn(read, evidence), body: untagged(body) };
}

/** The text with what is put for its marks, and the same text with a tag for each. */
function rewrite(markdown: string, ranges: ReturnType<typeof textLines>, put: Put): { text: string; tagged: string; marks: Mark[] } {
  const lines = markdown.split('\n');
  const marks: Mark[] = [];
  const text: string[] = [];
  const tagged: string[] = [];
  let done = 0;
  const apart = ranges.filter(({ from }, index) => index === 0 || from >= ranges[index - 1]!.to);
  for (const { kind, from, to } of apart) {
    text.push(...lines.slice(done, from));
    tagged.push(...lines.slice(done, from));
    const segment = lines.slice(from, to).join('\n');
    done = to;
    if (kind === 'heading') {
      const bare = segment.replace(headingMarks, (written) => put.ofHeading(written)).replace(wouldDefine, '$1\\:');
      text.push(bare);
      tagged.push(bare);
      continue;
    }
    const found = marksIn(segment).slice(0, lastTag - firstTag - marks.length);
    const opening = marks.push(...found) - found.length;
    text.push(replaceMarks(segment, found, (mark) => put.mark(mark, segment.slice(mark.start, mark.end))));
    tagged.push(replaceMarks(segment, found, (_mark, position) => String.fromCodePoint(firstTag + opening + position)));
  }
  text.push(...lines.slice(done));
  tagged.push(...lines.slice(done));
  return { text: text.join('\n'), tagged: tagged.join('\n'), marks };
}

function markOf({ numbers }: Mark, numbering: Numbering): string {
  const documents = new Set(numbers.flatMap((number) => numbering.numberOf(number) ?? []));
  return [...documents].map((number) => `[${number}]`).join('');
}

/** Replaces or removes marks without changing the Markdown structure: no heading, list, code or definition may result. */
function replaceMarks(text: string, marks: readonly Mark[], replacement: (mark: Mark, index: number) => string): string {
  let out = '';
  let done = 0;
  for (const [index, mark] of marks.entries()) {
    const before = text.slice(done, mark.start);
    const put = replacement(mark, index);
    const opensLine = /(?:^|\n)[\s>*+\-\d.)]*$/.test(text.slice(Math.max(0, mark.start - 40), mark.start));
    done = mark.end;
    if (put) out += before + put;
    else if (mark.nested && !opensLine) out += `${before} `;
    else if (!opensLine) {
      const kept = before.replace(/[ \t]+$/, '');
      // Two runs of backticks or dashes must not become one.
      const joins = kept !== '' && kept.at(-1) === text[done] && /[^\p{L}\p{N}\s]/u.test(text[done]!);
      out += joins ? `${kept} ` : kept;
    } else if (/^[ \t]*\p{L}/u.test(text.slice(done))) {
      out += before;
      done += /^[ \t]*/.exec(text.slice(done))![0].length;
    } else out += before + (text.trim() === text.slice(mark.start, mark.end) ? '' : '…');
  }
  return (out + text.slice(done)).replace(wouldDefine, '$1\\:');
}

/** "[1]:" at the beginning of a line defines a link. */
const wouldDefine = /^([ \t>*+\-\d.)]*\[\d{1,3}\]):/gm;

type TaggedSentence = CitedSentence & { group: number; cell?: Cell };

function taggedSentences(blocks: readonly BodyBlock[], marks: readonly Mark[], language: string): TaggedSentence[] {
  const found: TaggedSentence[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') continue;
    // The sentence that introduces a list takes the list's citations.
    const announces = block.kind === 'paragraph' && /:\s*$/.test(block.text.replace(tags, '')) && blocks[index + 1]?.kind === 'item';
    const group = announces ? blocks[index + 1]!.group : block.group;
    for (const sentence of sentences(block.text.replace(closing, '$2$1 '), language)) {
      const text = tidy(sentence.replace(tags, '')).replace(/ ([.,;!?])/g, '$1');
      const citations = new Set([...sentence.matchAll(tags)].flatMap(([tag]) => marks[tag.codePointAt(0)! - firstTag]?.numbers ?? []));
      const { section, kind, code, cell } = block;
      const isLabel = cell && (cell.isHeader || cell.column === 0);
      if (text) found.push({ text, section, kind, citations: [...citations], group, code, cell, context: contextOf(block), isLabel });
      else for (const number of citations) found.at(-1)?.citations.push(number);
    }
  }
  return found;
}

function contextOf({ cell }: BodyBlock): string | undefined {
  return cell && tidy(cell.headings.replace(tags, ''));
}

/** A sentence's citations: its own, or else its neighbours'. */
function inherited(read: readonly TaggedSentence[], index: number): number[] {
  const sentence = read[index]!;
  if (sentence.citations.length > 0) return sentence.citations;
  const cites = (other: TaggedSentence) => other.group === sentence.group && other.citations.length > 0;
  if (sentence.cell) {
    const { row, isHeader } = sentence.cell;
    const table = read.slice(Math.max(0, index - 60), index + 60).filter(cites);
    const own = isHeader ? table : table.filter(({ cell }) => cell?.row === row);
    if (own.length > 0) return [...new Set(own.flatMap(({ citations }) => citations))];
  }
  const next = read.slice(index + 1, index + 60).find(cites);
  const before = sentence.kind === 'paragraph' ? undefined : read.slice(Math.max(0, index - 60), index).findLast(cites);
  return (next ?? before)?.citations ?? [];
}

function readAnswer(question: string, answer: string, language: string): { question: string; answer: string; sentences: TaggedSentence[] } {
  const marks = marksIn(answer);
  const blocks: BodyBlock[] = [
    {
      kind: 'paragraph',
      level: 0,
      text: replaceMarks(answer, marks, (_mark, index) => String.fromCodePoint(firstTag + index)),
      section: faqSection,
      group: 0,
    },
  ];
  return {
    question: tidy(question),
    answer: replaceMarks(answer, marks, () => '').trim(),
    sentences: taggedSentences(blocks, marks, language).map((sentence) => ({ ...sentence, context: tidy(question) })),
  };
}

function droppedIn(all: readonly CitedSentence[], evidence: Evidence): DroppedCitation[] {
  const seen = new Map<string, DroppedCitation>();
  for (const { text, citations } of all) {
    for (const number of citations) if (!evidence.has(number)) seen.set(`${number} ${text}`, { number, sentence: text });
  }
  return [...seen.values()];
}

function untagged({ blocks, links, images, html }: Body): Body {
  const plain = (text: string) => tidy(text.replace(tags, '')).replace(/ ([.,;!?])/g, '$1');
  const bare = blocks.map((block) => ({ ...block, text: plain(block.text), section: plain(block.section) }));
  return {
    blocks: bare.filter(({ text }) => text !== ''),
    links: links.map((link) => ({ ...link, text: plain(link.text) })),
    images,
    html,
  };
}
