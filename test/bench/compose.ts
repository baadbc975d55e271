import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../../schema/articles.ts';
import { createCopydesk } from '../../src/app.ts';
import { AppError } from '../../src/errors.ts';
import { nearDuplicate } from '../../src/language/near-duplicates.ts';
import { partsOfMarkdown } from '../../src/markdown/outline.ts';
import { dataFolder, readReferences, shuffledText, tinyReferences, type Reference } from './compose-articles.ts';
import { entityRecall, headingSoftRecall, nearIdenticalPairs, rouge1Recall, unsourcedCount } from './compose-measures.ts';
import { median, round } from './figures.ts';

export interface ComposeOptions {
  /** Default: those of the folder that `--data` names. */
  references?: readonly Reference[];
  targetWordCount?: number;
}

export const tiny: ComposeOptions = { references: tinyReferences(), targetWordCount: 200 };

const aims = { sourcePrecision: 0.95, rouge1Recall: 0.5 };
const worstShown = 3;

type Desk = Awaited<ReturnType<typeof createCopydesk>>;

/** One article against the one that people wrote. */
interface Row {
  title: string;
  refused: string | null;
  words: number;
  quoted: number;
  fromRightArticle: number;
  rouge1Recall: number;
  rouge1RecallStemmed: number;
  headingSoftRecall: number;
  entityRecall: number;
  unsourced: number;
  nearIdenticalPairs: number;
  cpuMs: number;
  wallMs: number;
}

/**
 * Writes an article on every title of a folder from all of its articles together, each of these a single paragraph of shuffled sentences, and
 * compares it with the article of that title. Summary and headings are never among the sources. `--data <folder>`.
 */
export async function run(options: ComposeOptions = {}, argv: readonly string[] = []): Promise<object> {
  const { targetWordCount = 800 } = options;
  const folder = dataFolder(argv, process.env);
  const references = options.references ?? (folder === null ? null : readReferences(folder));
  if (references === null) return { skipped: 'Name a folder of articles: npm run bench -- compose --data <folder>.' };
  const titled = await measure(references, targetWordCount, true);
  const untitled = await measure(references, targetWordCount, false);
  return { articles: references.length, targetWordCount, titled: summaryOf(titled), untitled: summaryOf(untitled) };
}

/** `titled`: the documents bear their article's title; else the desk takes their first words. */
async function measure(references: readonly Reference[], targetWordCount: number, titled: boolean): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  try {
    const documents = new Map<Reference, string>();
    for (const [index, reference] of references.entries()) {
      const text = shuffledText(reference, index + 1);
      const { id } = (await desk.call('knowledge_create', { text, ...(titled && { title: reference.title }) })) as { id: string };
      documents.set(reference, id);
    }
    const rows: Row[] = [];
    for (const reference of references) rows.push(await writeOn(desk, reference, documents.get(reference)!, targetWordCount));
    if (rows.every(({ refused }) => refused !== null)) throw new Error(`Nothing was written: ${rows[0]!.refused}`);
    return rows;
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function writeOn(desk: Desk, reference: Reference, documentId: string, targetWordCount: number): Promise<Row> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const article = await articleOn(desk, reference.title, targetWordCount);
  const { user, system } = process.cpuUsage(cpu);
  const cost = { cpuMs: (user + system) / 1000, wallMs: performance.now() - began };
  return { title: reference.title, ...judge(article, reference, documentId), ...cost };
}

/** The article, or why it was refused. */
async function articleOn(desk: Desk, keyword: string, targetWordCount: number): Promise<Article | string> {
  try {
    const { id } = (await desk.call('articles_create', { keyword, targetWordCount })) as { id: string };
    await desk.runDue();
    const article = (await desk.call('articles_get', { id, include: ['markdown', 'sources'] })) as Article;
    return article.status === 'ready' ? article : (article.error?.message ?? article.status);
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_sources') return error.message;
    throw error;
  }
}

function judge(article: Article | string, reference: Reference, documentId: string): Omit<Row, 'title' | 'cpuMs' | 'wallMs'> {
  const refused = typeof article === 'string' ? article : null;
  const { contentMarkdown = '', sources = [], wordCount = 0 } = typeof article === 'string' ? {} : article;
  const { headings, paragraphs } = partsOfMarkdown(contentMarkdown ?? '');
  const body = paragraphs.join('\n');
  const quotes = (sources ?? []).flatMap((source) =>
    source.sentences.map(({ text }) => ({ text, isRight: source.documentId === documentId })),
  );
  const texts = quotes.map(({ text }) => text);
  return {
    refused,
    words: wordCount ?? 0,
    quoted: quotes.length,
    fromRightArticle: quotes.filter(({ isRight }) => isRight).length,
    rouge1Recall: rouge1Recall(reference.summary, body, false),
    rouge1RecallStemmed: rouge1Recall(reference.summary, body, true),
    headingSoftRecall: headingSoftRecall(
      reference.headings,
      headings.map(({ text }) => text),
    ),
    entityRecall: entityRecall(reference.entities, body),
    unsourced: unsourcedCount(paragraphs, texts),
    nearIdenticalPairs: nearIdenticalPairs([...new Set(texts)], nearDuplicate),
  };
}

function summaryOf(rows: readonly Row[]): object {
  const mean = (of: (row: Row) => number) => round(rows.reduce((sum, row) => sum + of(row), 0) / rows.length, 3);
  const total = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const sourcePrecision = round(
    total((row) => row.fromRightArticle) /
      Math.max(
        1,
        total((row) => row.quoted),
      ),
    3,
  );
  const recall = mean((row) => row.rouge1Recall);
  const [unsourced, repeated] = [total((row) => row.unsourced), total((row) => row.nearIdenticalPairs)];
  return {
    refused: rows.flatMap(({ title, refused }) => (refused === null ? [] : [{ title, refused }])),
    sourcePrecision: { value: sourcePrecision, aim: aims.sourcePrecision, met: sourcePrecision >= aims.sourcePrecision },
    rouge1Recall: { value: recall, aim: aims.rouge1Recall, met: recall >= aims.rouge1Recall },
    rouge1RecallStemmed: mean((row) => row.rouge1RecallStemmed),
    unsourcedParagraphs: { value: unsourced, aim: 0, met: unsourced === 0 },
    nearIdenticalPairs: { value: repeated, aim: 0, met: repeated === 0 },
    headingSoftRecall: mean((row) => row.headingSoftRecall),
    entityRecall: mean((row) => row.entityRecall),
    words: median(rows.map(({ words }) => words)),
    cpuMs: round(median(rows.map(({ cpuMs }) => cpuMs))),
    wallMs: round(median(rows.map(({ wallMs }) => wallMs))),
    leastRecall: worst(rows, (row) => row.rouge1Recall),
    leastPrecise: worst(rows, (row) => row.fromRightArticle / Math.max(1, row.quoted)),
  };
}

function worst(rows: readonly Row[], figure: (row: Row) => number): object[] {
  return rows
    .toSorted((a, b) => figure(a) - figure(b))
    .slice(0, worstShown)
    .map((row) => ({ title: row.title, value: round(figure(row), 3), words: row.words }));
}
