import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError } from '../../../errors.ts';
import { sentences } from '../../../language/sentences.ts';
import { keywordOf } from '../../../language/title-keyword.ts';
import { partsOfMarkdown } from '../../../markdown/outline.ts';
import type { MarkdownPage } from '../../../markdown/page.ts';
import type { Given } from '../given.ts';
import { requestOf } from '../request.ts';
import type { KeptPage } from '../rows.ts';
import { pageHash } from './page-hash.ts';

/** What is known of the page once it has been read. */
export interface Target {
  page: KeptPage;
  hash: string;
  keyword: string;
  source: 'given' | 'page';
  language: string;
}

/** Of the page's text, in characters: enough to tell what it is about. */
const maxOpening = 20_000;
const maxSentences = 200;

/** Reads the page that is to be made better. Throws what reading throws, and `invalid_input` where nobody says what it is to be found for. */
export async function readTarget(
  { knowledge }: Pick<Given, 'knowledge'>,
  row: OptimizationRow,
  project: Pick<Project, 'language'>,
  signal: AbortSignal,
): Promise<Target> {
  const request = requestOf(row);
  const { url, page } = await knowledge.readAsMarkdown(row.url, { signal, language: request.language ?? project.language });
  if (page.isCut) throw tooLong();
  const language = request.language ?? (page.language === 'und' ? project.language : page.language);
  const kept = keptPage(url, page, language);
  const keyword = request.keyword ?? keywordOn(page, language);
  if (keyword === null) throw noKeyword();
  return { page: kept, hash: pageHash(kept), keyword, source: request.keyword === null ? 'page' : 'given', language };
}

/** `language`: what it counts as. */
export function keptPage(url: string, page: MarkdownPage, language: string): KeptPage {
  const { title, h1, metaDescription, markdown, wordCount, notRead } = page;
  return { url, title, h1, metaDescription, language, markdown, wordCount, ...(notRead.length > 0 && { notRead }) };
}

/** By the rule of posts. */
function keywordOn({ name, markdown }: MarkdownPage, language: string): string | null {
  if (name === null) return null;
  const { paragraphs } = partsOfMarkdown(markdown.slice(0, maxOpening));
  const said = paragraphs.flatMap((text) => sentences(text, language)).slice(0, maxSentences);
  return keywordOf(name, said, language);
}

function noKeyword(): AppError {
  const detail = 'Neither title nor text of the page say what it is to be found for.';
  return new AppError('invalid_input', detail, {
    hint: 'Ask again with keyword.',
    errors: [{ pointer: '/keyword', detail, code: 'required' }],
  });
}

function tooLong(): AppError {
  return new AppError('unreadable_source', 'The page is as long as a book: it cannot be held against others as a whole.', {
    hint: 'Name a page of it.',
  });
}
