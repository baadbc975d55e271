import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Article } from '../../schema/articles.ts';
import { ArticleType, Writer, type NewArticle } from '../../schema/article-request.ts';
import type { Job } from '../../schema/jobs.ts';
import type { Copydesk } from '../app.ts';
import { AppError, errorTable, type ErrorCode } from '../errors.ts';
import { showInBrowser } from './browser.ts';
import { followArticle, withDesk, type GlobalFlags } from './desk.ts';
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

/** As many as `articles_create` takes. */
const mostSources = 500;

/** Takes in the sources, writes one article from them in this process, and prints it; what it makes due (its event) is sent before the end. */
export async function write(keyword: string, { json, ...flags }: WriteFlags): Promise<void> {
  const request = requestOf(keyword, flags);
  if (flags.out !== undefined) checkOut(flags.out);
  await withDesk(flags, {}, async (desk) => {
    const sources = await addSources(desk, flags.source ?? [], flags.project, progressLine());
    if (sources.length > mostSources)
      note(`${sources.length} documents are more than one article can name: the whole knowledge base is used.`);
    const named = sources.length > 0 && sources.length <= mostSources;
    const made = await desk.call('articles_create', { ...request, ...(named && { sources }) });
    const { jobId, id } = made as { jobId: string; id: string };
    const job = await followArticle(desk, { id, jobId });
    if (job.waitsFor === 'draft') return handOutBrief(desk, id, flags.out);
    if (job.status !== 'succeeded') throw failureOf(job);
    const article = await desk.services.articles.get(id);
    if (flags.out) writeFileSync(flags.out, markdownOf(article));
    if (json) printJson(article);
    else if (!flags.out) print(markdownOf(article));
    note(summaryOf(article, flags.out));
    if (flags.open) await showInBrowser(article, (await desk.services.images.ofArticle(id)) ?? null);
  });
}

/** An agent's article: the person, or their agent, writes on. */
async function handOutBrief(desk: Copydesk, id: string, out: string | undefined): Promise<void> {
  const brief = JSON.stringify(await desk.call('articles_brief', { id }), null, 2);
  if (out) writeFileSync(out, `${brief}\n`);
  else print(brief);
  note(
    `${id} waits for its draft. Hand it in: copydesk call articles_submit_draft --json - < draft.json, which holds {"id":"${id}","title":"…","markdown":"…"}`,
  );
}

function requestOf(keyword: string, flags: WriteFlags): NewArticle {
  const type = ArticleType.optional().safeParse(flags.type);
  if (!type.success) throw new UsageError(`--type is one of ${ArticleType.options.join(', ')}.`);
  const writer = Writer.optional().safeParse(flags.writer);
  if (!writer.success) throw new UsageError(`--writer is one of ${Writer.options.join(', ')}.`);
  return {
    keyword,
    ...(writer.data !== undefined && { writer: writer.data }),
    ...(flags.tone !== undefined && { tone: flags.tone }),
    ...(flags.instructions !== undefined && { instructions: flags.instructions }),
    ...(flags.image === false && { includeImage: false }),
    ...(flags.title !== undefined && { title: flags.title }),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(flags.outline !== undefined && { outline: flags.outline }),
    ...(type.data !== undefined && { articleType: type.data }),
    ...(flags.words !== undefined && { targetWordCount: wholeNumber('--words', flags.words, 200, 5000) }),
    ...(flags.project !== undefined && { projectId: flags.project }),
    ...(flags.webhookUrl !== undefined && { webhookUrl: flags.webhookUrl }),
  };
}

/** Asked before the work, which would be for nothing. */
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
