import type { Block, Extraction } from './blocks.ts';
import { readHtml } from './html-blocks.ts';
import { detectLanguage } from './language.ts';
import { readMarkdown } from './markdown-blocks.ts';
import { fingerprint } from './near-duplicates.ts';
import { cutPassages, type CutPassage } from './passages.ts';
import { readPlain } from './plain-blocks.ts';
import { countWords, tidy } from './tokens.ts';

export type DocumentKind = 'text' | 'markdown' | 'html';

export interface DocumentSource {
  kind: DocumentKind;
  content: string;
  /** Overrules the title found in the document. */
  title?: string;
  /** Where it came from; only helps to resolve, never fetched. */
  url?: string;
}

export interface ReadDocument {
  title: string | null;
  /** ISO 639-1; `und` where it cannot be told. */
  language: string;
  /** Clean plain text with its headings; paragraphs are separated by blank lines. */
  text: string;
  /** Words of the prose, headings not counted. */
  wordCount: number;
  passages: CutPassage[];
  /** Of the text: equal for documents that say the same in the same words. */
  fingerprint: string;
}

/** Reads a document on this thread; `readDocument` is for callers who have other work waiting. */
export async function readHere(source: DocumentSource): Promise<ReadDocument> {
  const { title, blocks } = await extract(source);
  const prose = blocks.filter((block) => block.kind !== 'heading').map((block) => block.text);
  const language = await detectLanguage(prose.join('\n'));
  const passages = cutPassages(blocks, language);
  const text = textOf(blocks);
  return {
    title: tidy(source.title ?? title ?? '') || null,
    language,
    text,
    wordCount: prose.reduce((sum, block) => sum + countWords(block), 0),
    passages,
    fingerprint: fingerprint(text),
  };
}

function extract({ kind, content, url, title }: DocumentSource): Promise<Extraction> | Extraction {
  if (kind === 'html') return readHtml(content, url);
  if (kind === 'markdown') return readMarkdown(content);
  return readPlain(content, title !== undefined);
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
