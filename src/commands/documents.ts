import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UsageError } from './terminal.ts';

const kinds: Readonly<Record<string, 'markdown' | 'html' | 'text'>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
};

const longestTitle = 80;

/** A file's text under the field of `knowledge_create` that takes it. */
export type FileDocument = { title?: string; markdown?: string; html?: string; text?: string };

/** A file itself, or the documents of a folder and its folders, in the order of their names; hidden ones and node_modules are passed over. Throws `UsageError` for what is not there and for a kind of file that cannot be read. */
export function documentsIn(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`There is no file or folder ${path}.`);
  if (stat.isDirectory()) return documentsOfFolder(path);
  const extension = extname(path).toLowerCase();
  if (extension !== '' && !Object.hasOwn(kinds, extension)) {
    throw new UsageError(`${path} cannot be read yet; Markdown, HTML and text can (${Object.keys(kinds).join(', ')}).`);
  }
  return [path];
}

function documentsOfFolder(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return documentsOfFolder(inside);
      return Object.hasOwn(kinds, extname(entry.name).toLowerCase()) ? [inside] : [];
    });
}

/** Text has no title of its own but a first line that stands alone; without one the file's name tells more than the first words. */
export function readDocumentFile(path: string): FileDocument {
  const content = readFileSync(path, 'utf8');
  const kind = kinds[extname(path).toLowerCase()] ?? 'text';
  if (kind !== 'text') return { [kind]: content };
  const name = basename(path, extname(path)).replaceAll(/[-_]+/g, ' ').trim();
  return { text: content, title: titleLine(content) ?? (name || undefined) };
}

function titleLine(content: string): string | undefined {
  const [first = '', second] = content.trimStart().split(/\r?\n/, 2);
  const alone = second?.trim() === '';
  return alone && first.trim() !== '' && first.length <= longestTitle && !/[.!?:;,…]\s*$/.test(first) ? first.trim() : undefined;
}
