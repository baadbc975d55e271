import { readdirSync, readFileSync } from 'node:fs';
import { unescapeMarkdown } from '../../../src/markdown/render.ts';
import type { Composition, ComposeRequest, SourcePassage } from '../../../src/writing/compose/compose.ts';
import { readDocument } from '../../../src/documents/reading.ts';
import { bm25 } from '../../../src/language/retrieval.ts';
import { terms, tidy } from '../../../src/language/tokens.ts';

const manuals = new URL('../../../node_modules/undici/docs/docs/', import.meta.url);

export function request(keyword: string, more: Partial<ComposeRequest> = {}): ComposeRequest {
  return { keyword, articleType: 'guide', targetWordCount: 800, includeFaq: true, ...more };
}

/** The passages of Markdown documents, by title. */
export async function passagesOf(documents: Record<string, string>, kind: 'markdown' | 'html' = 'markdown'): Promise<SourcePassage[]> {
  const all: SourcePassage[] = [];
  for (const [documentId, content] of Object.entries(documents)) {
    const { title, language, passages } = await readDocument({ kind, content });
    for (const [position, { kind: sort, heading, text }] of passages.entries()) {
      all.push({
        id: `${documentId}#${position}`,
        documentId,
        documentTitle: title ?? documentId,
        url: `https://docs.example/${documentId}`,
        heading,
        kind: sort,
        text,
        position,
        score: 0,
        language,
      });
    }
  }
  return all;
}

export function manualPassages(): Promise<SourcePassage[]> {
  const files = (readdirSync(manuals, { recursive: true }) as string[]).filter((file) => file.endsWith('.md')).toSorted();
  return passagesOf(Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, manuals), 'utf8')])));
}

/** The best 200 passages by BM25, as the product's retrieval would return them. */
export function retrieve(all: readonly SourcePassage[], query: string): SourcePassage[] {
  const scores = bm25(
    new Set(terms(query, 'en')),
    all.map(({ documentTitle, heading, text }) => terms(`${documentTitle} ${heading ?? ''} ${text}`, 'en')),
  );
  const scored = all.map((passage, index) => ({ ...passage, score: scores[index]! }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 200);
}

/** The article's paragraphs as plain text and its code as it stands, without headings, fences, marks and the list of sources. */
export function bodyOf({ markdown }: Composition): string[] {
  const body = markdown.slice(0, markdown.lastIndexOf('\n## '));
  return body.split(fenced).flatMap((part, index) => (index % 2 === 1 ? [tidy(part)] : proseOf(part)));
}

const fenced = /^`{3,}\n([^]*?)\n`{3,}$/m;

function proseOf(part: string): string[] {
  return part
    .split('\n\n')
    .filter((block) => block.trim() && !block.trim().startsWith('## '))
    .map((block) => {
      const bare = block
        .trim()
        .replace(/^(?:- |\d+\. )/gm, '')
        .replace(/ \[\d+\]$/, '');
      const plain = bare.split(/((?<!\\)`[^`]+`)/).map((piece, index) => (index % 2 === 1 ? piece : unescapeMarkdown(piece)));
      return tidy(plain.join(''));
    });
}

/** The paragraphs that must not depend on anything before; one right after a list may. */
export function openersOf({ markdown }: Composition): string[] {
  const blocks = markdown.slice(0, markdown.lastIndexOf('\n## ')).replace(new RegExp(fenced, 'gm'), '- code').split('\n\n');
  return blocks.filter((block, index) => !/^(?:## |- |\d+\. )/.test(block) && !/^(?:- |\d+\. )/.test(blocks[index - 1] ?? '')).map(tidy);
}

export function headingsOf({ markdown }: Composition): string[] {
  return [...markdown.matchAll(/^## (.+)$/gm)].map((match) => unescapeMarkdown(match[1]!));
}
