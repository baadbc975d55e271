import type { LocalCreatedKnowledge, LocalNewKnowledge, NewKnowledge } from '../../../schema/knowledge.ts';
import { toAppError } from '../../errors.ts';
import type { Readable } from '../common/local-files.ts';
import { readFiles } from './files.ts';
import { refusal } from './source.ts';

const maxNamed = 1000;

/** Adds a file, or those of a folder, one after another; what cannot be read is told and left out. Throws `invalid_input` where nothing was added. */
export async function addFiles(
  readable: Readable,
  { path, title, tags, sourceUrl, projectId }: LocalNewKnowledge,
  add: (file: NewKnowledge) => Promise<LocalCreatedKnowledge>,
): Promise<LocalCreatedKnowledge> {
  if (title !== undefined || sourceUrl !== undefined) await requireOne(readable, path!, title === undefined ? 'sourceUrl' : 'title');
  const files: NonNullable<LocalCreatedKnowledge['files']> = [];
  let first: LocalCreatedKnowledge | undefined;
  for await (const found of readFiles(readable, path!)) {
    if (files.length === maxNamed) break;
    if ('skipped' in found) {
      files.push({ path: found.path, id: null, skipped: found.skipped });
      continue;
    }
    const { bytes, mediaType } = found;
    try {
      const made = await add({ base64: bytes.toString('base64'), mediaType, title, tags, sourceUrl, projectId });
      first ??= made;
      files.push({ path: found.path, id: made.id, skipped: null });
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code !== 'unreadable_source' && error.code !== 'invalid_input') throw thrown;
      files.push({ path: found.path, id: null, skipped: error.message });
    }
  }
  if (first) return { ...first, files };
  const [{ path: shown = path!, skipped = 'holds no document' } = {}] = files;
  const hint = 'Name a file or folder with Markdown, HTML, text, PDF or Word documents.';
  throw refusal('path', `${shown}: ${skipped}`.slice(0, 500), 'path_refused', hint);
}

/** Two documents under one title or URL could not be told apart in citations. Throws `invalid_input` for a second file. */
async function requireOne(readable: Readable, path: string, field: 'title' | 'sourceUrl'): Promise<void> {
  let files = 0;
  for await (const found of readFiles(readable, path)) {
    if (!('bytes' in found) || ++files < 2) continue;
    const hint = 'Leave out title and sourceUrl, or name each file in a call of its own.';
    throw refusal(field, `${field} is for one file, and the folder holds more.`, 'excluded', hint);
  }
}
