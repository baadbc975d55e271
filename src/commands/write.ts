import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArticlePart, type Article } from '../../schema/articles.ts';
import { NewArticle } from '../../schema/article-request.ts';
import type { Job } from '../../schema/jobs.ts';
import type { Copydesk } from '../app.ts';
import { copydesk } from '../config.ts';
import { AppError, errorTable, type ErrorCode } from '../errors.ts';
import { checkInput } from '../faces/invoke.ts';
import { showInBrowser } from './browser.ts';
import { followArticle, withDesk, type GlobalFlags } from './desk.ts';
import { inFlags } from './flags.ts';
import { addSources } from './sources.ts';
import { note, paint, print, printJson, progressLine, UsageError, wholeNumber } from './terminal.ts';

interface WriteFlags extends GlobalFlags {
  source?: string[];
  words?: string;
  type?: string;
  language?: string;
  title?: string;
  outline?: string[];
  project?: string;
  webhookUrl?: string;
  writer?: string;
  tone?: string;
  instructions?: string;
  /** False with --no-image. */
  image?: boolean;
  out?: string;
  open?: boolean;
}

/** The limit of `articles_create`. */
const maxSources = 500;

/** Adds the sources, writes one article from them in this process, and prints it. Its event is sent before the process ends. */
export async function write(keyword: string, flags: WriteFlags): Promise<void> {
  const request = requestOf(keyword, flags);
  if (flags.out !== undefined) checkOut(flags.out);
  await withDesk({ home: flags.home, logLevel: flags.logLevel }, {}, async (desk) => {
    try {
      await writeIn(desk, request, flags);
    } catch (error) {
      throw inFlags(
        error,
        desk.groups.flatMap(({ operations }) => operations.map(({ name }) => name)),
      );
    }
  });
}

async function writeIn(desk: Copydesk, request: NewArticle, flags: WriteFlags): Promise<void> {
  const sources = await addSources(desk, flags.source ?? [], flags.project, progressLine());
  if (sources.length > maxSources)
    note(`${sources.length} documents are more than one article can name: the whole knowledge base is used.`);
  const named = sources.length > 0 && sources.length <= maxSources;
  const made = await desk.call('articles_create', { ...request, ...(named && { sources }) });
  const { jobId, id } = made as { jobId: string; id: string };
  const job = await followArticle(desk, { id, jobId });
  if (job.waitsFor === 'draft') return handOutBrief(desk, id, flags.out);
  if (job.status !== 'succeeded') throw failureOf(job);
  const article = await desk.services.articles.get(id, ArticlePart.options);
  if (flags.out) writeFileSync(flags.out, markdownOf(article));
  if (flags.json) printJson(article);
  else if (!flags.out) print(markdownOf(article));
  note(summaryOf(article, flags.out));
  if (flags.open) await showInBrowser(article, (await desk.services.images.ofArticle(id)) ?? null);
}

/** For writer agent: the person, or their agent, continues from the brief. */
async function handOutBrief(desk: Copydesk, id: string, out: string | undefined): Promise<void> {
  const brief = JSON.stringify(await desk.call('articles_brief', { id }), null, 2);
  if (out) writeFileSync(out, `${brief}\n`);
  else print(brief);
  note(
    `${id} waits for its draft. Hand it in: ${copydesk} call articles_submit_draft --json - < draft.json, which holds {"id":"${id}","title":"…","markdown":"…"}`,
  );
}

/** Throws one `UsageError` for all invalid flags. */
function requestOf(keyword: string, flags: WriteFlags): NewArticle {
  const request = {
    keyword,
    title: flags.title,
    articleType: flags.type,
    language: flags.language,
    tone: flags.tone,
    targetWordCount: flags.words === undefined ? undefined : wholeNumber('--words', flags.words, 200, 5000),
    outline: flags.outline,
    instructions: flags.instructions,
    includeImage: flags.image === false ? false : undefined,
    writer: flags.writer,
    webhookUrl: flags.webhookUrl,
    projectId: flags.project,
  };
  try {
    return checkInput(NewArticle, request);
  } catch (error) {
    throw inFlags(error);
  }
}

/** Checked before the work, which would otherwise be wasted. */
function checkOut(out: string): void {
  if (!existsSync(out)) {
    const folder = dirname(out);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`--out: there is no folder ${folder}.`);
    return accessSync(folder, constants.W_OK);
  }
  if (statSync(out).isDirectory()) throw new UsageError(`--out names a file; ${out} is a folder.`);
  accessSync(out, constants.W_OK);
}

/** The job's own error; its message already says what to do. */
function failureOf({ error, status }: Job): AppError {
  if (!error) return new AppError('conflict', `The job is ${status}: somebody stopped it.`);
  return new AppError(error.code in errorTable ? (error.code as ErrorCode) : 'internal', error.message);
}

function markdownOf(article: Article): string {
  return `# ${article.title}\n\n${article.contentMarkdown}`;
}

function summaryOf(article: Article, out: string | undefined): string {
  const sources = article.sources?.length ?? 0;
  const told = (article.quality ?? []).map(({ code, detail, gate }) => `\n${gate ? paint('31', 'mend') : 'look at'} ${code}: ${detail}`);
  const where = out ? `${paint('32', 'written')} to ${out}: ` : '';
  return `${where}${article.id}, ${article.wordCount} words from ${sources} ${sources === 1 ? 'source' : 'sources'}, score ${article.score} of 100.${told.join('')}`;
}
