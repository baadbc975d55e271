import { fileMediaTypes } from '../../../schema/knowledge.ts';
import type { DocumentKind } from '../../documents/reading.ts';

const kinds = new Map<string, DocumentKind>(
  Object.entries({
    'text/html': 'html',
    'application/xhtml+xml': 'html',
    'text/markdown': 'markdown',
    'text/x-markdown': 'markdown',
    'text/plain': 'text',
    'application/pdf': 'pdf',
    'application/x-pdf': 'pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  }),
);

/** Types that say nothing about the content: servers use them for downloads. */
const anyBytes = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'application/force-download',
]);

/** Splits `text/plain; charset="shift_jis"` into its parts, in lower case. */
export function parsedMediaType(text: string): { mediaType: string; charset: string | undefined } {
  const [mediaType = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll(/["']/g, '');
  return { mediaType, charset: charset || undefined };
}

/** A file's kind, by its first bytes, else by its media type and name. Undefined if it cannot be read. */
export function kindOf(mediaType: string, bytes: Uint8Array, path = ''): DocumentKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  // Some programs put a few bytes before a PDF; a text page may merely mention `%PDF-`.
  if (head.startsWith('%PDF-') || (head.includes('%PDF-') && !mediaType.startsWith('text/'))) return 'pdf';
  if (head.startsWith('PK\u0003\u0004')) return 'docx';
  const kind = kinds.get(mediaType);
  if (kind === 'text' && /\.(?:md|markdown)$/i.test(path)) return 'markdown';
  if (kind !== undefined) return kind;
  if (!anyBytes.has(mediaType)) return undefined;
  const [ending = ''] = /\.\w+$/.exec(path.toLowerCase()) ?? [];
  return kinds.get(fileMediaTypes[ending] ?? '');
}
