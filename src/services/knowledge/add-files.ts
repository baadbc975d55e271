import type { LocalCreatedKnowledge, LocalNewKnowledge, NewKnowledge } from '../../../schema/knowledge.ts';
import { toAppError } from '../../errors.ts';
import { readFiles, refused, type Readable } from './files.ts';

const maxNamed = 1000;

/** Adds a file, or those of a folder, one after another; what cannot be read is told and left out. Throws `invalid_input` where nothing was added. */
export async function addFiles(
  readable: Readable,
  { path, title, tags, sourceUrl, projectId }: LocalNewKnowledge,
  add: (file: NewKnowledge) => Promise<LocalCreatedKnowledge>,
): Promise<LocalCreatedKnowledge> {
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
  throw refused(`${shown}: ${skipped}`.slice(0, 500), 'Name a file or folder with Markdown, HTML, text, PDF or Word documents.');
}
