import type { Block, Extraction } from './blocks.ts';
import { checkedText, decodeText } from './decode.ts';
import { readHtml } from './html-page.ts';
import { detectLanguage, loadDetector } from '../language/language.ts';
import { readMarkdown } from './markdown-blocks.ts';
import { fingerprint } from '../language/near-duplicates.ts';
import { cutPassages, type CutPassage } from './passages.ts';
import { readPlain } from './plain-blocks.ts';
import { sketchOf } from './sketch.ts';
import { countWords, tidy } from '../language/tokens.ts';
import { Unreadable } from './unreadable.ts';

export type DocumentKind = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

export interface DocumentSource {
  kind: DocumentKind;
  /** Text, or the bytes of a file. */
  content: string | Uint8Array;
  /** The declared encoding of text given as bytes. */
  charset?: string;
  /** Overrules the title found in the document. */
  title?: string;
  /** ISO 639-1: what it is probably written in. */
  language?: string;
}

export interface ReadDocument {
  title: string | null;
  /** ISO 639-1; `und` if unknown. */
  language: string;
  /** Clean plain text with its headings and code; paragraphs are separated by blank lines. */
  text: string;
  /** Words of the prose; headings and code are not counted. */
  wordCount: number;
  passages: CutPassage[];
  /** Equal for documents with the same text. */
  fingerprint: string;
  /** Documents with nearly the same text share at least one of these numbers. */
  sketch: number[];
}

/** What is told of a document of which only the beginning is wanted. */
export type DocumentBeginning = Pick<ReadDocument, 'title' | 'language' | 'wordCount' | 'passages' | 'fingerprint'>;

/** In characters; about 800,000 words, more than the longest novels. */
export const maxTextLength = 5_000_000;

/** What each kind of document is read with. */
const libraries: Record<DocumentKind, () => Promise<unknown>> = {
  text: async () => {},
  markdown: () => import('markdown-it'),
  html: () => Promise.all([import('linkedom'), import('defuddle')]),
  pdf: () => Promise.all([import('./pdf-text.ts'), import('unpdf')]),
  docx: () => Promise.all([import('./docx-blocks.ts'), import('mammoth')]),
};

/** Loads what reading needs. In a new process that takes as long as reading many a document. */
export async function loadFor(kind: DocumentKind): Promise<void> {
  await Promise.all([libraries[kind](), loadDetector()]);
}

/**
 * Extracts, cleans and cuts a document. The result has no hidden text, scripts, images, front matter, comments or lists of links.
 * Throws `Unreadable`.
 */
export async function readDocument(source: DocumentSource): Promise<ReadDocument> {
  const { title, blocks } = await extract(source);
  const text = textOf(blocks);
  if (text.length > maxTextLength) throw tooLong();
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item').map((block) => block.text);
  const language = await detectLanguage(prose.join('\n'), source.language);
  const passages = cutPassages(blocks, language);
  return {
    title: tidy(source.title ?? title ?? '') || null,
    language,
    text,
    wordCount: prose.reduce((sum, block) => sum + countWords(block), 0),
    passages,
    fingerprint: fingerprint(text),
    sketch: sketchOf(text),
  };
}

/** The same, with so many passages of prose at most: to hand over all of a book takes its time. */
export async function readBeginning(source: DocumentSource, maxProse: number): Promise<DocumentBeginning> {
  const { title, language, wordCount, passages, fingerprint: print } = await readDocument(source);
  let prose = 0;
  const end = passages.findIndex(({ kind }) => kind === 'prose' && ++prose > maxProse);
  return { title, language, wordCount, passages: end < 0 ? passages : passages.slice(0, end), fingerprint: print };
}

export async function extract(source: DocumentSource): Promise<Extraction> {
  const { kind, content, charset, title } = source;
  if (kind === 'pdf') return (await import('./pdf-text.ts')).readPdf(bytesOf(content));
  if (kind === 'docx') return (await import('./docx-blocks.ts')).readDocx(bytesOf(content));
  const text = typeof content === 'string' ? checkedText(content) : await decodeText(content, charset);
  if (kind === 'html') return readHtml(text);
  if (text.length > maxTextLength) throw tooLong();
  if (kind === 'markdown') return readMarkdown(text);
  return readPlain(text, title !== undefined);
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
}

function tooLong(): Unreadable {
  return new Unreadable(`The document has more than ${maxTextLength.toLocaleString('en')} characters of text.`, 'Cut it into parts.');
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block, index) => {
      if (index === 0) return block.text;
      const inList = block.kind === 'item' && blocks[index - 1]!.kind === 'item';
      return (inList ? '\n' : '\n\n') + block.text;
    })
    .join('')
    .trim();
}
