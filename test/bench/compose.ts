import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../../schema/articles.ts';
import { createCopydesk } from '../../src/app.ts';
import { AppError } from '../../src/errors.ts';
import { nearDuplicate } from '../../src/language/near-duplicates.ts';
import { countWords, normalise } from '../../src/language/tokens.ts';
import { faqSection } from '../../src/markdown/body.ts';
import { dataFolder, readCollection, tinyCollection, type Collection, type Task } from './compose-articles.ts';
import {
  indexOf,
  leadArticle,
  measure,
  namesIn,
  nearIdenticalPairs,
  randomArticle,
  type Measures,
  type Placed,
  type SourceIndex,
  type Written,
} from './compose-measures.ts';
import { median, round } from './figures.ts';

export interface ComposeOptions {
  /** Default: what `--data` names. */
  collection?: Collection;
  targetWordCount?: number;
}

export const tiny: ComposeOptions = { collection: tinyCollection(), targetWordCount: 200 };

/** More is better in each but `offTopic`. */
const compared = ['entityRecall', 'sectionPurity', 'neighboursKept', 'hasFaq'] as const;
const minSourcePrecision = 0.97;

type Desk = Awaited<ReturnType<typeof createCopydesk>>;

interface Row {
  task: Task;
  refused: string | null;
  words: number;
  pairs: number;
  cpuMs: number;
  own?: Measures;
  random?: Measures;
  lead?: Measures;
}

/**
 * Writes an article on each keyword of a folder from all of its documents together, and measures it beside random sentences of the right documents
 * and beside the first sentences of their sections, both of the same length. `--data <folder>`.
 */
export async function run(options: ComposeOptions = {}, argv: readonly string[] = []): Promise<object> {
  const { targetWordCount = 800 } = options;
  const folder = dataFolder(argv, process.env);
  const collection = options.collection ?? (folder === null ? null : readCollection(folder));
  if (collection === null) return { skipped: 'Name a folder of articles or pages: npm run bench -- compose --data <folder>.' };
  const rows = await writeAll(collection, targetWordCount);
  return { collection: collection.name, articles: rows.length, targetWordCount, ...summaryOf(rows) };
}

async function writeAll({ documents, tasks }: Collection, targetWordCount: number): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  try {
    const files = new Map<string, string>();
    for (const { file, title, kind, content } of documents) {
      const { id } = (await desk.call('knowledge_create', { [kind]: content, ...(title !== undefined && { title }) })) as { id: string };
      files.set(id, file);
    }
    const indexes = new Map<string, SourceIndex>();
    const rows: Row[] = [];
    for (const [seed, task] of tasks.entries()) {
      const index = indexes.get(task.language) ?? (await indexOf(documents, task.language));
      indexes.set(task.language, index);
      rows.push(await judged(desk, task, { files, index, targetWordCount, seed }));
    }
    if (rows.every(({ refused }) => refused !== null)) throw new Error(`Nothing was written: ${rows[0]!.refused}`);
    return rows;
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Judging {
  files: ReadonlyMap<string, string>;
  index: SourceIndex;
  targetWordCount: number;
  seed: number;
}

async function judged(desk: Desk, task: Task, { files, index, targetWordCount, seed }: Judging): Promise<Row> {
  const cpu = process.cpuUsage();
  const article = await articleOn(desk, task, targetWordCount);
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  if (typeof article === 'string') return { task, refused: article, words: 0, pairs: 0, cpuMs };
  const written = placed(article, files, index);
  const words = written.flat().reduce((sum, { text }) => sum + countWords(text), 0);
  const entities = task.entities ?? namesIn(index, task);
  const texts = [...new Set(written.flat().map(({ text }) => text))];
  return {
    task,
    refused: null,
    words,
    pairs: nearIdenticalPairs(texts, nearDuplicate),
    cpuMs,
    own: measure(written, task, index, entities, article.faq?.length ?? 0),
    random: measure(randomArticle(index, task, words, seed + 1), task, index, entities, 0),
    lead: measure(leadArticle(index, task, words), task, index, entities, 0),
  };
}

/** The article, or why it was refused. */
async function articleOn(desk: Desk, { keyword, articleType, language }: Task, targetWordCount: number): Promise<Article | string> {
  try {
    const { id } = (await desk.call('articles_create', { keyword, articleType, language, targetWordCount })) as { id: string };
    await desk.runDue();
    const article = (await desk.call('articles_get', { id, include: ['markdown', 'sources'] })) as Article;
    return article.status === 'ready' ? article : (article.error?.message ?? article.status);
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_sources') return error.message;
    throw error;
  }
}

/** The article's sentences by section, each where it stands in its source; what is not prose there is left out. */
function placed({ sources }: Article, files: ReadonlyMap<string, string>, { known }: SourceIndex): Written {
  const quoted = (sources ?? []).flatMap((source) =>
    source.sentences.map((sentence) => ({ ...sentence, file: files.get(source.documentId) })),
  );
  const sections = Map.groupBy(
    quoted.filter(({ section }) => section !== faqSection),
    ({ section }) => section,
  );
  return [...sections.values()].map((own) => {
    let before: Placed | undefined;
    return own.flatMap(({ text, file }) => {
      const found = known.get(normalise(text))?.filter((one) => one.file === file) ?? [];
      before = found.find(({ at }) => at === (before?.at ?? -2) + 1) ?? found[0];
      return before ? [before] : [];
    });
  });
}

function summaryOf(rows: readonly Row[]): object {
  const ready = rows.filter(({ refused }) => refused === null);
  const mean = (of: (row: Row) => number) => round(ready.reduce((sum, row) => sum + of(row), 0) / ready.length, 3);
  const beside = (of: (one: Measures) => number) => ({
    desk: mean(({ own }) => of(own!)),
    random: mean(({ random }) => of(random!)),
    sectionLead: mean(({ lead }) => of(lead!)),
  });
  const sourcePrecision = mean(({ own }) => own!.sourcePrecision);
  return {
    refused: rows.flatMap(({ task, refused }) => (refused === null ? [] : [{ keyword: task.keyword, refused }])),
    sourcePrecision: { value: sourcePrecision, aim: minSourcePrecision, met: sourcePrecision >= minSourcePrecision },
    ...Object.fromEntries(
      compared.map((name) => {
        const found = beside((one) => one[name]);
        return [name, { ...found, met: found.desk > Math.max(found.random, found.sectionLead) }];
      }),
    ),
    offTopic: (() => {
      const found = beside((one) => one.offTopic);
      return { ...found, met: found.desk <= Math.min(found.random, found.sectionLead) };
    })(),
    nearIdenticalPairs: ready.reduce((sum, { pairs }) => sum + pairs, 0),
    words: median(ready.map(({ words }) => words)),
    cpuMs: round(median(ready.map(({ cpuMs }) => cpuMs))),
    leastPrecise: ready
      .toSorted((a, b) => a.own!.sourcePrecision - b.own!.sourcePrecision)
      .slice(0, 3)
      .map(({ task, own }) => ({ keyword: task.keyword, value: round(own!.sourcePrecision, 3) })),
  };
}
