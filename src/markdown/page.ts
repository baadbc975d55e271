import type { Block } from '../documents/blocks.ts';
import { checkedText, decodeText } from '../documents/decode.ts';
import { readParts, readWhole } from '../documents/html-page.ts';
import { bytesOf, extract, loadFor, maxTextLength, type DocumentSource } from '../documents/reading.ts';
import { References } from '../documents/references.ts';
import { unwrittenLine } from '../documents/unwritten.ts';
import { Unreadable } from '../documents/unreadable.ts';
import { detectLanguage } from '../language/language.ts';
import { countWords } from '../language/tokens.ts';
import { escapeInline, escapeMarkdown } from './escape.ts';
import { markdownOf } from './from-html.ts';

/** A page as whoever rewrites it needs it. */
export interface MarkdownPage {
  /** Its `<title>`, else its first heading, else empty. */
  title: string;
  /** What it is called, without the site's name; null where nothing says. */
  name: string | null;
  h1: string | null;
  metaDescription: string | null;
  /** ISO 639-1; `und` if unknown. */
  language: string;
  /** The main text with its headings, links, images, tables and code, without the title. Headings begin at level 2. */
  markdown: string;
  /** Words of its prose. */
  wordCount: number;
  /** The text was longer. */
  isCut: boolean;
  /** What stands on the page and cannot be written in Markdown. */
  notRead: readonly string[];
}

/** In characters: a longer text is a book. */
export const maxMarkdown = 300_000;

export const loadForMarkdown = loadFor;

/** A document as Markdown. `url`: where it was found. Throws `Unreadable`. */
export async function readAsMarkdown(source: DocumentSource, url: string): Promise<MarkdownPage> {
  const { blocks, ...page } = await found(source, url);
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item').map(({ text }) => text);
  return {
    ...page,
    ...cut(page.markdown),
    language: await detectLanguage(prose.join('\n'), source.language),
    wordCount: prose.reduce((sum, text) => sum + countWords(text), 0),
  };
}

type Found = Omit<MarkdownPage, 'language' | 'wordCount' | 'isCut'> & { blocks: readonly Block[] };

function found(source: DocumentSource, url: string): Promise<Found> {
  if (source.kind === 'html') return ofHtml(source, url);
  if (source.kind === 'pdf') return ofPdf(source);
  return source.kind === 'docx' ? ofDocx(source, url) : ofDocument(source);
}

async function ofHtml({ content, charset }: DocumentSource, url: string): Promise<Found> {
  const text = typeof content === 'string' ? checkedText(content) : await decodeText(content, charset);
  const references = new References(url);
  const { title, named, pageTitle, heading, description, head, main } = await readParts(text, references);
  const known = { references, url, titles: new Set([title ?? named, heading].flatMap((one) => one || [])) };
  const said = new Set(main.blocks.map((block) => block.text));
  const parts = head.blocks.some((block) => said.has(block.text)) ? [main] : [head, main];
  const blocks = parts.flatMap((part) => part.blocks).map((block) => ({ ...block, text: references.without(block.text) }));
  return {
    title: pageTitle || heading || named || '',
    name: title ?? named,
    h1: heading || null,
    metaDescription: description,
    markdown: parts.flatMap(({ element }) => (element ? markdownOf(element, known) || [] : [])).join('\n\n'),
    notRead: parts.flatMap(({ element }) => (element ? references.unwrittenIn(element) : [])),
    blocks,
  };
}

/** The paragraph that Word puts around a cell's words: by it, a table would be taken for the layout of a page. */
const lonely = /(<t[dh][^>]*>)<p>((?:(?!<\/?p>)[^])*)<\/p>(?=<\/t[dh]>)/g;

async function ofDocx({ content }: DocumentSource, url: string): Promise<Found> {
  const { htmlOfDocx } = await import('../documents/docx-blocks.ts');
  const references = new References(url);
  const html = (await htmlOfDocx(bytesOf(content))).replace(lonely, '$1$2');
  const { title, blocks, element } = await readWhole(html, references);
  const markdown = markdownOf(element, { references, url, titles: new Set(title === null ? [] : [title]) });
  const plain = blocks.map((block) => ({ ...block, text: references.without(block.text) }));
  return { ...titled(title), markdown, notRead: references.unwrittenIn(element), blocks: plain };
}

const titled = (title: string | null) => ({ title: title ?? '', name: title, h1: title, metaDescription: null });

async function ofDocument(source: DocumentSource): Promise<Found> {
  const { title, blocks } = await extract(source);
  const plain = { ...titled(title), notRead: [], blocks };
  if (source.kind !== 'markdown') return { ...plain, markdown: markdownOfBlocks(blocks) };
  const text = typeof source.content === 'string' ? source.content : await decodeText(source.content, source.charset);
  return { ...plain, markdown: withoutFront(text, title) };
}

/** Whether there are pictures and tables is not looked for. */
async function ofPdf({ content }: DocumentSource): Promise<Found> {
  const { readPdf } = await import('../documents/pdf-text.ts');
  const links = new Set<string>();
  const { title, blocks } = await readPdf(bytesOf(content), links);
  const notRead = ['pictures and tables, if the PDF has any', ...(links.size > 0 ? [unwrittenLine('links', [...links])] : [])];
  return { ...titled(title), notRead, blocks, markdown: markdownOfBlocks(blocks) };
}

const frontMatter = /^\uFEFF?(?:---|\+\+\+)[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\r?\n|$)/;

function withoutFront(markdown: string, title: string | null): string {
  const body = markdown.replace(frontMatter, '').replace(/\r\n?/g, '\n').trim();
  const opening = /^#[ \t]+(.+?)[ \t]*#*\n+/.exec(body);
  return opening && title !== null && body.slice(0, opening[0].length).includes(title) ? body.slice(opening[0].length) : body;
}

/** What has no markup of its own: lines of a PDF, or plain text. */
function markdownOfBlocks(blocks: readonly Block[]): string {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const up = Math.min(...levels) - 2;
  return blocks
    .map((block, index) => {
      const isInList = block.kind === 'item' && blocks[index - 1]?.kind === 'item';
      return (index === 0 ? '' : isInList ? '\n' : '\n\n') + lineOf(block, up);
    })
    .join('');
}

function lineOf(block: Block, up: number): string {
  if (block.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``;
  if (block.kind === 'heading') return `${'#'.repeat(Math.min(6, Math.max(2, block.level - up)))} ${escapeMarkdown(block.text)}`;
  const text = escapedText(block.text);
  return block.kind === 'item' ? `${block.number === undefined ? '-' : `${block.number}.`} ${text}` : text;
}

/** Code between backticks stays as it is. */
function escapedText(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : escapeInline(part))).join('');
}

/** Ends it behind a paragraph. */
function cut(markdown: string): Pick<MarkdownPage, 'markdown' | 'isCut'> {
  if (markdown.length > maxTextLength) throw new Unreadable('The page has more text than can be read.', 'Give a shorter page.');
  if (markdown.length <= maxMarkdown) return { markdown, isCut: false };
  const end = markdown.lastIndexOf('\n\n', maxMarkdown);
  return { markdown: markdown.slice(0, end > 0 ? end : maxMarkdown), isCut: true };
}
