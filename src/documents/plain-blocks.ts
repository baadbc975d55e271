import { codeBlock, withoutReferenceMarks, type Block, type Extraction } from './blocks.ts';
import { countWords, tidy } from '../language/tokens.ts';

const itemMark = /^\s*(?:[-*•‣–]|(\d{1,3})[.)])\s+/;
/** A paragraph of one line, at most this long, is a heading if it lacks a full stop and longer text follows. */
const maxHeadingWords = 10;

/** A fence as in Markdown, up to the next one. */
const fence = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)^\1[ \t]*$/m;
const indented = /^(?:(?: {4}|\t)[^\n]*\n?)+$/;
const sentence = /^\s*\p{Lu}.*[.!?…]["”’)]*\s*$/su;

/**
 * Plain text → paragraphs (separated by blank lines), list items, headings on lines of their own, and code between fences or, after a colon,
 * indented. An opening heading becomes the title of a text without one.
 */
export function readPlain(content: string, hasTitle: boolean): Extraction {
  const blocks: Block[] = [];
  // What a fence captures stands at every third place.
  for (const [index, part] of content.replace(/\r\n?/g, '\n').split(fence).entries()) {
    if (index % 3 === 0) blocks.push(...readUnfenced(part));
    if (index % 3 === 2) blocks.push(...codeBlock(part));
  }
  const opening = !hasTitle && blocks[0]?.kind === 'heading' ? blocks.shift()! : null;
  return { title: opening?.text ?? null, blocks };
}

function readUnfenced(content: string): Block[] {
  const paragraphs = content.split(/\n[ \t]*\n+/);
  const blocks: Block[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const last = blocks.at(-1);
    const isCode = indented.test(paragraph) && !sentence.test(paragraph) && (last?.kind === 'code' || last?.text.endsWith(':'));
    blocks.push(...(isCode ? codeBlock(paragraph) : blocksOf(paragraph, paragraphs[index + 1])));
  }
  return blocks;
}

function blocksOf(paragraph: string, next: string | undefined): Block[] {
  const lines = paragraph.split('\n').filter((line) => line.trim().length > 0);
  if (lines.length === 1 && next !== undefined && isHeading(lines[0]!, next)) return [{ kind: 'heading', level: 2, text: tidy(lines[0]!) }];
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const text = tidy(withoutReferenceMarks(line.replace(itemMark, '')));
    if (!text) continue;
    const mark = itemMark.exec(line);
    if (mark) blocks.push({ kind: 'item', text, number: mark[1] === undefined ? undefined : Number(mark[1]) });
    else if (last) last.text += ` ${text}`;
    else blocks.push({ kind: 'paragraph', text });
  }
  return blocks;
}

function isHeading(line: string, next: string): boolean {
  const length = countWords(line);
  return length > 0 && length <= maxHeadingWords && !/[.!?:;,。…"”]\s*$/.test(line) && !itemMark.test(line) && countWords(next) > length;
}
