import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Copydesk } from '../app.ts';
import { AppError } from '../errors.ts';
import { note, UsageError } from './terminal.ts';

const kinds: Record<string, 'markdown' | 'html' | 'text'> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
};

/** Adds files, folders and URLs to the knowledge base and returns the ids of their documents. Files that hold no prose are named and passed over. */
export async function addSources(
  desk: Copydesk,
  sources: readonly string[],
  projectId: string | undefined,
  onFile: (name: string, share: number) => void,
): Promise<string[]> {
  const wanted = sources.flatMap((source) => (isUrl(source) ? [source] : filesOf(source)));
  if (sources.length > 0 && wanted.length === 0) {
    throw new UsageError(`No documents were found in ${sources.join(', ')}. Files ending in ${Object.keys(kinds).join(', ')} are read.`);
  }
  const ids = new Set<string>();
  for (const [index, source] of wanted.entries()) {
    onFile(source, index / wanted.length);
    try {
      const document = await desk.services.knowledge.add({ ...inputOf(source), projectId });
      ids.add(document.id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unreadable_source' || wanted.length === 1) throw error;
      note(`passed over ${source}: ${error.message}`);
    }
  }
  return [...ids];
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function inputOf(source: string): { url: string } | { title?: string; markdown?: string; html?: string; text?: string } {
  if (isUrl(source)) return { url: source };
  const kind = kinds[extname(source).toLowerCase()] ?? 'text';
  const title = kind === 'text' ? basename(source, extname(source)).replaceAll(/[-_]+/g, ' ') : undefined;
  return { [kind]: readFileSync(source, 'utf8'), title };
}

/** A file itself, or the documents of a folder and its folders, in the order of their names. Hidden ones and node_modules are passed over. */
function filesOf(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`There is no file or folder ${path}.`);
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesOf(inside);
      return extname(entry.name).toLowerCase() in kinds ? [inside] : [];
    });
}
